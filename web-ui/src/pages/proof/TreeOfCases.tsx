import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ErrorNote } from "../../components/ErrorNote";
import { Loading } from "../../components/Loading";
import type { Case, ProofBranch, ProofShown } from "../../generated/api";
import { get } from "../../lib/api";
import { num, t } from "../../lib/i18n";
import { useAttempt } from "../../lib/questions";
import { tn } from "../../lib/wording";
import { decimals, floor, grown, NO_TREE, type Tree } from "./model";

/** Number of levels of the tree that one request returns. */
const LEVELS = 4;
/** Maximum number of cases in a tree that is unfolded at the start. */
const SMALL = 8;

/** The tree of a proof's cases with their bounds. Folded cases are requested when the reader opens them. */
export function TreeOfCases({ proof }: { proof: ProofShown }): JSX.Element {
  const [tree, setTree] = useState<Tree>(NO_TREE);
  const { attempt, error } = useAttempt();
  const ask = (number: number): void =>
    void attempt(async () => {
      const found = await get<ProofBranch>("/proof/tree", { position: proof.position, case: number, depth: LEVELS });
      setTree((known) => grown(known, found.part));
    });
  useEffect(() => ask(0), [proof.position]);
  const root = tree.cases.get(0);
  const { leaves = 0, cuts = 0 } = proof.counts;
  return (
    <section class="card stack" aria-labelledby="proof-tree">
      <h2 id="proof-tree">{t("proof.tree")}</h2>
      <p>
        {t("proof.treeText", {
          cases: tn("proof.cases", proof.cases),
          leaves: tn("proof.leaves", leaves),
          cuts: tn("proof.cuts", cuts),
        })}
      </p>
      {error && <ErrorNote error={error} onRetry={() => ask(0)} />}
      {root === undefined ? (
        error === null && <Loading />
      ) : proof.cases === 1 ? (
        <p>
          {t("proof.single")} <Bound one={root} />
        </p>
      ) : (
        <ul class="proof-tree stack tight">
          <Node one={root} tree={tree} ask={ask} small={proof.cases <= SMALL} />
        </ul>
      )}
    </section>
  );
}

function Node(props: { one: Case; tree: Tree; ask: (number: number) => void; small: boolean }): JSX.Element {
  const { one, tree, ask, small } = props;
  const below = tree.below.get(one.number);
  const above = one.parent === null ? undefined : tree.cases.get(one.parent);
  // Open only the root of a large tree; readers can open the other cases.
  const [open, setOpen] = useState(small || one.parent === null);
  const label = (
    <>
      <span>{given(one, above?.on ?? null)}</span> <Bound one={one} />
      {one.kind !== "leaf" && <span class="muted">{tn("proof.below", one.leaves)}</span>}
    </>
  );
  if (one.kind === "leaf") {
    return <li class="proof-leaf">{label}</li>;
  }
  return (
    <li>
      <details
        open={open}
        onToggle={(event) => {
          const now = event.currentTarget.open;
          setOpen(now);
          if (now && below === undefined) {
            ask(one.number);
          }
        }}
      >
        <summary>{label}</summary>
        {one.on !== null && <p class="muted">{t("proof.branch", { move: one.on })}</p>}
        {one.kind === "fixing" && <p class="muted">{t("proof.fixing")}</p>}
        {open &&
          (below === undefined ? (
            <Loading />
          ) : (
            <ul class="proof-tree stack tight">
              {below.map((child) => (
                <Node key={child.number} one={child} tree={tree} ask={ask} small={small} />
              ))}
            </ul>
          ))}
      </details>
    </li>
  );
}

/** Describe the condition that a case adds to the conditions of its parent. */
function given(one: Case, move: string | null): string {
  switch (one.given) {
    case "picked":
      return t("proof.given.picked", { move: move ?? "" });
    case "not":
      return t("proof.given.not", { move: move ?? "" });
    case "then":
      return t("proof.given.then");
    default:
      return t("proof.given.start");
  }
}

function Bound({ one }: { one: Case }): JSX.Element {
  if (one.bound === null) {
    return <span class="chip">{t("proof.impossible")}</span>;
  }
  const exact = decimals(one.bound);
  return (
    <span class="chip number">
      {t("proof.atMost", { upper: num(floor(one.bound)) })}
      {exact !== null && <small class="muted">({num(exact, { maximumFractionDigits: 2 })})</small>}
    </span>
  );
}

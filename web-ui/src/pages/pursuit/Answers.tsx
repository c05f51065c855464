import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { Busy } from "../../components/Busy";
import { Button } from "../../components/Button";
import { Downloads } from "../../components/Downloads";
import { ErrorNote } from "../../components/ErrorNote";
import { Picture } from "../../components/Picture";
import { Proven } from "../../components/Proven";
import type { PursuitDescribed, PursuitMap, PursuitMistake, PursuitSolved, PursuitTyped } from "../../generated/api";
import { announce } from "../../lib/announce";
import { get, type Params } from "../../lib/api";
import { list, num, t } from "../../lib/i18n";
import type { GameState } from "../../lib/position";
import { useAttempt } from "../../lib/questions";
import { useLive } from "../../lib/solver";
import { useSwitches } from "../../lib/switches";
import { tn } from "../../lib/wording";
import { mappedTargets, possible, pretty, prettyLine, reached } from "./model";
import { noteHelp } from "./rounds";

/** Maximum number of solutions to list. */
const LISTED = 100;
/** Maximum number of targets that are listed one by one. */
const NAMED = 60;

/** A question whose answer is requested only when the reader opens the question, so that nothing is given away. */
function Question<T>(props: {
  title: string;
  hint: string;
  path: string;
  params: Params;
  onOpen?: () => void;
  children: (answer: T) => ComponentChildren;
}): JSX.Element {
  const [open, setOpen] = useState(false);
  const live = useLive<T>(open ? props.path : null, props.params);
  return (
    <details
      class="card pursuit-question"
      onToggle={(event) => {
        const now = event.currentTarget.open;
        setOpen(now);
        if (now) {
          props.onOpen?.();
        }
      }}
    >
      <summary>
        <span>
          <strong class="big">{props.title}</strong> <span class="muted">{props.hint}</span>
        </span>
      </summary>
      {open && (
        <div class="stack">
          {live.error && <ErrorNote error={live.error} onRetry={live.again} />}
          {live.running && <Busy asked={live} />}
          {live.result !== null && props.children(live.result)}
        </div>
      )}
    </details>
  );
}

/** A text about a target that cannot be hit. It says how many targets the deal can hit, and names the closest ones. */
function Why({ solved }: { solved: PursuitSolved }): JSX.Element | null {
  const { nearest } = solved;
  if (solved.distance === 0 || !nearest) {
    return null;
  }
  const near = [nearest.below, nearest.above].filter((value) => value !== null).map((value) => num(value));
  const total = nearest.high - nearest.low + 1;
  return (
    <p>
      {t("pursuit.best.counted", {
        count: num(nearest.count),
        total: num(total),
        low: num(nearest.low),
        high: num(nearest.high),
      })}{" "}
      {near.length > 0 && tn("pursuit.best.neighbours", near.length, { values: list(near) })}
    </p>
  );
}

function Best({ solved }: { solved: PursuitSolved }): JSX.Element {
  return (
    <>
      <p class="row big">
        <strong>{possible(solved)}</strong>
        <Proven position={solved.position} />
      </p>
      <Why solved={solved} />
      {solved.difficulty && solved.distance === 0 && (
        <p>
          {t("pursuit.best.difficulty", {
            grade: t(`pursuit.grade.${solved.difficulty.grade}`),
            steps: tn("pursuit.steps", solved.operations),
          })}
        </p>
      )}
      <p class="muted">{t("pursuit.best.proof")}</p>
    </>
  );
}

/** A list of calculations, one per line. */
export function Steps({ lines }: { lines: readonly string[] }): JSX.Element {
  return (
    <ol class="marked">
      {lines.map((line, index) => (
        <li key={index}>{prettyLine(line)}</li>
      ))}
    </ol>
  );
}

function Tree({ expression }: { expression: string }): JSX.Element {
  return (
    <>
      <Picture tree path="/pursuit/tree.svg" params={{ expression }} />
      <Downloads svg="/pursuit/tree.svg" name="solution" params={{ expression }} />
    </>
  );
}

function Simplest({ solved, game }: { solved: PursuitSolved; game: GameState<PursuitDescribed> }): JSX.Element {
  const { expression, steps } = solved;
  const { attempt, error, dismiss } = useAttempt();
  const walk = (): Promise<void> =>
    attempt(async (isShown) => {
      const asked = { id: solved.position, expression };
      const found = await get<PursuitTyped | PursuitMistake>("/pursuit/evaluate", asked);
      if (found.valid && isShown() && (await game.follow(found.position, 0))) {
        announce(t("pursuit.solution.ready"));
        document.querySelector("h1")?.scrollIntoView({ block: "start" });
      }
    });
  return (
    <>
      {solved.distance > 0 && <p>{possible(solved)}</p>}
      {expression !== null && (
        <>
          <p class="big bold anywhere">
            {pretty(expression)} = {num(reached(solved))}
          </p>
          {steps.length > 0 && <Steps lines={steps} />}
          <p class="muted">{t("pursuit.solution.simplest")}</p>
          {steps.length > 0 && (
            <p class="row">
              <Button icon="play" text={t("pursuit.solution.walk")} onClick={() => void walk()} />
            </p>
          )}
          {error && <ErrorNote error={error} onDismiss={dismiss} />}
          <Tree expression={expression} />
        </>
      )}
    </>
  );
}

function All({ solved }: { solved: PursuitSolved }): JSX.Element {
  const [drawn, setDrawn] = useState<string | null>(null);
  const listed = solved.solutions ?? [];
  return (
    <>
      {solved.distance > 0 && <p>{possible(solved)}</p>}
      {solved.reached !== null && (
        <>
          <p>
            <strong>
              {typeof solved.total === "number"
                ? tn("pursuit.all.count", solved.total, { value: num(reached(solved)) })
                : t("pursuit.all.many", { count: listed.length, value: num(reached(solved)) })}
            </strong>{" "}
            {solved.complete ? t("pursuit.all.order") : t("pursuit.all.first", { count: listed.length })}
          </p>
          <ol class="pursuit-solutions stack tight marked">
            {listed.map(({ expression, operations, largest_text: largest }) => (
              <li key={expression}>
                <button
                  type="button"
                  class="pick"
                  aria-expanded={drawn === expression}
                  onClick={() => setDrawn(drawn === expression ? null : expression)}
                >
                  <span>{pretty(expression)}</span>
                  <small class="muted">
                    {tn("pursuit.steps", operations)}, {t("pursuit.all.largest", { value: num(largest) })}
                  </small>
                </button>
                {drawn === expression && <Tree expression={expression} />}
              </li>
            ))}
          </ol>
          <p class="muted">{t("pursuit.all.different")}</p>
        </>
      )}
    </>
  );
}

function Targets({ found, params }: { found: PursuitMap; params: Params }): JSX.Element {
  const named = (targets: readonly number[]): string => list(targets.map((target) => num(target)));
  return (
    <>
      <p>
        <strong>
          {t("pursuit.map.count", {
            count: num(found.count),
            total: num(found.high - found.low + 1),
            low: num(found.low),
            high: num(found.high),
          })}
        </strong>{" "}
        {found.missing.length === 0
          ? t("pursuit.map.every")
          : found.missing.length <= NAMED
            ? t("pursuit.map.missing", { values: named(found.missing) })
            : found.count > 0 && found.count <= NAMED
              ? t("pursuit.map.reachable", { values: named(found.reachable) })
              : t("pursuit.map.crossed")}
      </p>
      {found.missing.length > NAMED && found.count > NAMED && (
        <details>
          <summary>{t("pursuit.map.list", { count: num(found.missing.length) })}</summary>
          <p class="pursuit-missing row">{found.missing.map((target) => num(target)).join(" ")}</p>
        </details>
      )}
      <Picture path="/pursuit/map.svg" params={params} />
      <Downloads svg="/pursuit/map.svg" name="targets" params={params} />
    </>
  );
}

/** Questions and answers about a deal, each on request. A teacher's link may hide them until the end of the game. */
export function Answers(props: {
  game: GameState<PursuitDescribed>;
  position: PursuitDescribed;
  over: boolean;
}): JSX.Element | null {
  const { game, position, over } = props;
  const switches = useSwitches();
  const { start } = position;
  const help = (): void => noteHelp(start);
  const best = over || switches.best;
  const solutions = over || (switches.best && switches.hints !== "off");
  if (!best) {
    return null;
  }
  const solve = { path: "/pursuit/solve", params: { position: start } };
  const params: Params = {
    numbers: position.numbers.join("."),
    targets: mappedTargets(position.target),
    rules: position.rules.text || null,
  };
  return (
    <section class="stack pursuit-answers no-print" aria-labelledby="pursuit-answers">
      <h2 id="pursuit-answers">{t("pursuit.answers")}</h2>
      <Question<PursuitSolved> title={t("pursuit.best.title")} hint={t("pursuit.best.hint")} {...solve}>
        {(solved) => <Best solved={solved} />}
      </Question>
      {solutions && (
        <>
          <Question<PursuitSolved>
            title={t("pursuit.solution.title")}
            hint={t("pursuit.solution.hint")}
            {...solve}
            onOpen={help}
          >
            {(solved) => <Simplest solved={solved} game={game} />}
          </Question>
          <Question<PursuitSolved>
            title={t("pursuit.all.title")}
            hint={t("pursuit.all.hint")}
            path="/pursuit/solve"
            params={{ position: start, all: true, limit: LISTED }}
            onOpen={help}
          >
            {(solved) => <All solved={solved} />}
          </Question>
        </>
      )}
      <Question<PursuitMap>
        title={t("pursuit.map.title")}
        hint={t("pursuit.map.hint")}
        path="/pursuit/map"
        params={params}
      >
        {(found) => <Targets found={found} params={params} />}
      </Question>
    </section>
  );
}

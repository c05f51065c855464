/** Runs live searches for the best score still possible, and compares it with the best score of the whole pot. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Exact, Solution, TaxmanDescribed, TaxmanSolved } from "../../generated/api";
import { type Live, SETTLED, useLive } from "../../lib/solver";

/** Time limits in seconds after the player has asked for more time once or twice. The first search has the default. */
const LONGER = [60, 120] as const;

/** The parts of a solution that a hint needs. */
export type Hint = Pick<Solution, "moves" | "status" | "value">;

export type Best = ReturnType<typeof useBest>;

interface Limits {
  lower: number | null;
  upper: number | null;
}

function limits(live: Live<Solution>): Limits {
  const number = (value: Exact | null | undefined): number | null =>
    value === null || value === undefined ? null : Number(value);
  const found = live.result ?? live.progress;
  return { lower: number(found?.lower), upper: number(found?.upper) };
}

/** Convert a best game from the table of records to a hint. */
function fromTable(found: TaxmanSolved | null): Hint | null {
  return (
    found && {
      value: found.score,
      status: found.status,
      moves: found.moves.map(({ take }) => String(take)),
    }
  );
}

/** Return the best bounds so far for a position: a later search may end with weaker ones. */
function useTightest(id: string, { lower, upper }: Limits): Limits {
  const kept = useRef<Limits & { id: string }>({ id, lower: null, upper: null });
  const before = kept.current.id === id ? kept.current : { lower: null, upper: null };
  const best = (a: number | null, b: number | null, better: (a: number, b: number) => number): number | null =>
    a === null ? b : b === null ? a : better(a, b);
  kept.current = { id, lower: best(before.lower, lower, Math.max), upper: best(before.upper, upper, Math.min) };
  return kept.current;
}

/** Request the best score if `wanted` is set, and the move for a hint if `needsMove` is set. */
export function useBest(position: TaxmanDescribed, wanted: boolean, needsMove: boolean) {
  const [tries, setTries] = useState(0);
  useLayoutEffect(() => setTries(0), [position.id]);
  const { best: known, over } = position;
  const atStart = position.moves.length === 0;
  const listed = atStart && known !== null;
  const here = useLive<Solution>(
    !over && !listed && (wanted || needsMove) ? "/hint" : null,
    { id: position.id, "time-limit": LONGER[tries - 1] },
    SETTLED,
  );
  // The table of records answers immediately, however busy the solvers are.
  const table = useLive<TaxmanSolved>(listed && needsMove ? "/taxman/solve" : null, { position: position.id });
  // Ask about the whole pot only if the table of records lacks it, and only after the search of the position.
  const wants = wanted && known === null && !atStart && !here.running;
  const pot = useLive<Solution>(wants ? "/hint" : null, { id: position.start }, SETTLED);

  const score = Number(position.scores[0] ?? 0);
  const found = over ? { lower: score, upper: score } : listed ? { lower: known, upper: known } : limits(here);
  const { lower, upper } = useTightest(position.id, found);
  const start = atStart && known === null ? here : pot;
  // If nothing can be taken, there is nothing to search.
  const none = atStart && over ? score : null;
  const whole = known ?? none ?? (start.result?.status === "optimal" ? Number(start.result.value) : null);
  const atLeast = known ?? limits(start).lower;
  return {
    /** Proven bounds on the final score; null while nothing is known. */
    lower,
    upper,
    proven: lower !== null && lower === upper,
    running: here.running || table.running,
    /** The search in progress; null if there is none. */
    asked: here.running ? here : table.running ? table : null,
    /** Set if the search ended without a proof. */
    unsettled: here.result?.status === "bounded",
    /** Search again with more time; null if no longer search is offered. */
    longer: LONGER[tries] === undefined ? null : () => setTries(tries + 1),
    error: here.error ?? table.error,
    again: listed ? table.again : here.again,
    /** The best score of the whole pot, if it is proven, and a proven upper bound on it, if there is one. */
    whole,
    wholeUpper: known ?? limits(start).upper,
    /** Proven lower bound on the cost of the moves so far. */
    below: atLeast === null || upper === null ? 0 : Math.max(0, atLeast - upper),
    hint: listed ? fromTable(table.result) : here.result,
  };
}

/** Answers questions about arithmetical pursuit, using the kernels. */
import type { Answers } from "../../answers/declaration";
import { answersOf, type Best, type Clue, type Play } from "../../answers/play";
import type { PursuitDescribed } from "../../generated/api";
import { compare, exact } from "../../lib/rational";
import { solved, within } from "./best";
import { deal } from "./dealer";
import type { Operator } from "./expressions";
import { opponent, round } from "./judging";
import { RULES, type State, type Step, stateOf, stepOf, writeMove } from "./rules";
import { map, solve } from "./solving";
import { evaluate } from "./typing";

const LAST: Readonly<Record<Operator, string>> = {
  "+": "last-sum",
  "-": "last-difference",
  "*": "last-product",
  "/": "last-quotient",
};

const stepsOf = ({ moves }: Best): Step[] => moves.flatMap((move) => stepOf(move) ?? []);

/** Return a hint to stop, because the target is hit or no step gets closer. */
const stop = ({ distance }: PursuitDescribed): Clue =>
  distance === 0 ? { code: "hit", numbers: [0] } : { code: "nothing-closer", numbers: [distance] };

function idea(position: PursuitDescribed, best: Best): Clue {
  const steps = stepsOf(best);
  const last = steps.at(-1);
  const near = best.value === 0 ? "" : "-near";
  const code = steps.length === 1 ? "one-step" : last && LAST[last.operator];
  return code === undefined ? stop(position) : { code: code + near, numbers: [steps.length, best.value] };
}

function area(position: PursuitDescribed, best: Best): Clue {
  const [first] = stepsOf(best);
  if (!first) {
    return stop(position);
  }
  // Show the larger number first: the order of the operands in the step could reveal its operator.
  const pair = ({ left, right }: Step): string[] =>
    [left, right].sort((a, b) => compare(b, a)).map((number) => String(exact(number)));
  const wanted = pair(first).join();
  const [one = 0, other = 0] = [first.left, first.right].sort((a, b) => compare(b, a)).map(exact);
  const moves = position.legal.filter((move) => {
    const step = stepOf(move);
    return step !== null && pair(step).join() === wanted;
  });
  return { code: "use-two", numbers: [one, other], moves };
}

const PLAY: Play<PursuitDescribed> = {
  ...RULES,
  kind: "distance",
  solve: ({ id }, kernels) => {
    const found = within(kernels, (budget) => solved(budget, stateOf(id) as State));
    return found && { value: found.distance, moves: found.moves.map(writeMove) };
  },
  idea,
  area,
  move: (position, best) => {
    const { length } = stepsOf(best);
    return length === 0 ? stop(position) : { code: "best", numbers: [length, best.value] };
  },
  measure: { code: "distance", of: (_, value) => value },
};

export const answers: Answers = {
  ...answersOf(PLAY),
  "/pursuit/deal": deal,
  "/pursuit/evaluate": evaluate,
  "/pursuit/map": map,
  "/pursuit/opponent": opponent,
  "/pursuit/round": round,
  "/pursuit/solve": solve,
};

/** Answers questions about the factor game, using the kernels. */
import type { Answers } from "../../answers/declaration";
import { chosen } from "../../answers/opponents";
import { answersOf, type Best, type Clue, numberArea, only, type Play, proven } from "../../answers/play";
import type { FactorgameDescribed, FactorOption, FactorReply, FactorSolved } from "../../generated/api";
import { RULES, read } from "./rules";
import { type Solve, searching } from "./solve";

/** Best play, and whether all legal moves are equally good. */
interface Known extends Best {
  value: number;
  any: boolean;
}

const netOf = ({ gains }: FactorOption): number => gains[0] - gains[1];

/** Return the proper divisors of a number. */
function divisorsOf(number: number): number[] {
  return Array.from({ length: Math.floor(number / 2) }, (_, at) => at + 1).filter((each) => number % each === 0);
}

/** Return the first player's final lead if the player to move wins the rest of the game by `worth`. */
function leadOf({ scores, to_move }: FactorgameDescribed, worth: number): number {
  return Number(scores[0]) - Number(scores[1]) + (to_move === 1 ? -worth : worth);
}

/** Return the first step of a hint, which describes the best move by its most telling property. */
function idea(position: FactorgameDescribed, best: Best): Clue {
  const { options, tiles, legal } = position;
  const move = options.find(({ number }) => String(number) === best.moves[0]);
  if (move === undefined || legal.length === 1) {
    return { code: "only-move", numbers: [1] };
  }
  if ((best as Known).any) {
    return { code: "any-move" };
  }
  if (move.given.length === 0) {
    return { code: "waste" };
  }
  const primes = options.filter(({ number }) => divisorsOf(number).length === 1 && tiles[0]?.move === null);
  if (move.number === primes.at(-1)?.number) {
    return { code: "largest-prime" };
  }
  if (divisorsOf(move.number).length === 2 && Math.sqrt(move.number) % 1 === 0) {
    return { code: "prime-square" };
  }
  if (RULES.play(position, String(move.number))?.over) {
    return { code: "last-move" };
  }
  const most = Math.max(...options.map(netOf));
  return netOf(move) === most
    ? { code: "largest-gain", numbers: [most] }
    : { code: "not-the-largest-gain", numbers: [move.given.length, most] };
}

function move({ options, to_move }: FactorgameDescribed, { moves, value }: Best): Clue {
  const lead = Number(value) * (to_move === 1 ? -1 : 1);
  const [own = 0, other = 0] = options.find(({ number }) => String(number) === moves[0])?.gains ?? [];
  const end = lead > 0 ? "wins" : lead < 0 ? "loses" : "ties";
  return { code: `best-${end}`, numbers: [Number(moves[0]), own, other, Math.abs(lead)] };
}

/** Return functions that use a solver to answer questions about play. */
function playBy(solve: Solve): Play<FactorgameDescribed> {
  return {
    ...RULES,
    kind: "lead",
    solve: (position): Known | null => {
      const play = solve(position);
      return (
        play && {
          value: leadOf(position, play.worth),
          moves: play.line.map(String),
          any: play.best.length === position.legal.length,
        }
      );
    },
    idea,
    area: (position, { moves }) => numberArea(position, Number(moves[0]), position.n),
    move,
    measure: { code: "lead", of: (_, value) => value },
  };
}

/** Return a function that answers requests to an API path that all games share. */
const shared =
  (path: string): Answers[string] =>
  (query, kernels) =>
    searching(kernels, (solve) => answersOf(playBy(solve))[path]?.(query, kernels) ?? null);

/** Return best play, and the cost of each move. */
const solved: Answers[string] = (query, kernels): FactorSolved | null => {
  const began = performance.now();
  const position = only(query, "position", "costs") ? read(query.get("position") ?? "") : null;
  const costs = query.get("costs");
  const play =
    position && (costs ?? "1") === "1" ? searching(kernels, (solve) => solve(position, costs !== null)) : null;
  if (!position || !play) {
    return null;
  }
  const value = leadOf(position, play.worth);
  return {
    ...proven(position, "lead", value),
    seconds: Math.round(performance.now() - began) / 1000,
    to_move: position.to_move,
    points: [Number(position.scores[0]), Number(position.scores[1])],
    moves: play.line,
    best_moves: play.best,
    ...(play.costs && { costs: Object.fromEntries(play.costs) }),
  };
};

/** Return an opponent's move. */
const reply: Answers[string] = (query, kernels): FactorReply | null => {
  const position = only(query, "id", "opponent", "seed") ? read(query.get("id") ?? "") : null;
  const opponent = query.get("opponent") ?? "perfect";
  const needs = opponent !== "greedy" && opponent !== "random";
  const play = needs && position ? searching(kernels, (solve) => solve(position)) : null;
  if (!position || (needs && play === null)) {
    return null;
  }
  const choices = position.options.map((option) => ({
    move: String(option.number),
    gain: netOf(option),
    margin: Number(option.number === play?.line[0]),
  }));
  const taken = chosen(opponent, query.get("seed") ?? "0", position.id, choices);
  const option = position.options.find(({ number }) => String(number) === taken);
  const after = option && RULES.play(position, String(option.number));
  return option && after
    ? {
        opponent,
        position: after.id,
        move: option.number,
        given: option.given,
        gains: option.gains,
        proven: play?.best.includes(option.number) ?? false,
      }
    : null;
};

export const answers: Answers = {
  ...Object.fromEntries(["/position", "/move", "/hint", "/hint/steps", "/review"].map((path) => [path, shared(path)])),
  "/factorgame/solve": solved,
  "/factorgame/reply": reply,
};

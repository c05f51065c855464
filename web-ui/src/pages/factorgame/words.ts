/** Texts about the numbers and the moves. */
import type { Flight } from "../../components/stage/flights";
import { some } from "../../components/tiles/numbers";
import { type Player, type Seats, sideOf } from "../../components/two/seats";
import { label, outcome, subject } from "../../components/two/words";
import type { FactorgameDescribed, FactorOption, FactorTile, FactorTurn } from "../../generated/api";
import { num, t } from "../../lib/i18n";

export const points = ({ scores }: FactorgameDescribed): [number, number] => [Number(scores[0]), Number(scores[1])];

/** Return the first player's lead. */
export function leadOf(record: FactorgameDescribed): number {
  const [first, second] = points(record);
  return first - second;
}

export function titleOf({ n, passing }: FactorgameDescribed): string {
  return t(passing ? "factor.titlePass" : "factor.titleN", { n: num(n) });
}

/** Return a text that says who took which number, and how many points each player got. */
export function told({ number, gains, player }: FactorTurn, seats: Seats): string {
  const [own, other] = gains.map((gain) => num(gain));
  const said = { number: String(number), own: own ?? "", other: other ?? "" };
  const wasted = gains[0] === 0;
  if (player === seats.me) {
    return t(wasted ? "factor.wasted.you" : "factor.took.you", said);
  }
  const name = subject(seats, player);
  return t(wasted ? "factor.wasted.name" : seats.me === null ? "factor.took.name" : "factor.took.them", {
    ...said,
    name,
  });
}

/** Describe the latest move; empty at the start. */
export function lastMove({ turns }: FactorgameDescribed, seats: Seats): string {
  const last = turns.at(-1);
  return last ? told(last, seats) : "";
}

/** Return the animated flights of the numbers that the last move removed from the board. */
export function flightsOf({ turns }: FactorgameDescribed, seats: Seats): readonly Flight[] {
  const last = turns.at(-1);
  if (last === undefined) {
    return [];
  }
  const mine = sideOf(seats, last.player);
  const theirs = mine === "mine" ? "theirs" : "mine";
  return [
    { key: last.number, to: mine, falls: last.gains[0] === 0 },
    ...last.given.map((key) => ({ key, to: theirs }) as const),
  ];
}

/** Return a text that says who leads, and by how much. */
function leadText(record: FactorgameDescribed, seats: Seats): string {
  const lead = leadOf(record);
  const leader: Player = lead < 0 ? 1 : 0;
  const by = num(Math.abs(lead));
  return lead === 0
    ? t("factor.leads.nobody")
    : leader === seats.me
      ? t("factor.leads.you", { lead: by })
      : t("factor.leads.name", { name: subject(seats, leader), lead: by });
}

/** Return a text that says who leads, or who has won at the end. */
export function standText(record: FactorgameDescribed, seats: Seats): string {
  return record.over ? outcome("verdict", seats, record.scores, leadOf(record)) : leadText(record, seats);
}

/** Describe a number that is no longer on the board. */
export function goneText(tile: FactorTile, record: FactorgameDescribed, seats: Seats): string {
  const { number, fate, player, move } = tile;
  const said = { number: String(number), move: num(move ?? 0), name: label(seats, player ?? 0) };
  const taken = String(record.turns[(move ?? 0) - 1]?.number ?? "");
  return fate === "given"
    ? t("factor.say.given", { ...said, taken })
    : t(fate === "taken" ? "factor.say.taken" : "factor.say.wasted", said);
}

/** Describe a number that can be taken; `cost` is the cost of taking it, or null if costs are hidden. */
export function openText({ number, given, gains }: FactorOption, told: boolean, cost: number | null): string {
  const said = {
    number: String(number),
    own: num(gains[0]),
    other: num(gains[1]),
    given: some(given),
  };
  const what = t(!told ? "factor.say.hidden" : given.length > 0 ? "factor.say.open" : "factor.say.waste", said);
  return cost === null ? what : `${what} ${priceText(cost)}`;
}

/** Describe any number; `told` is set if its gains may be mentioned. */
export function tileText(record: FactorgameDescribed, seats: Seats, number: number, told: boolean): string {
  const option = record.options.find((one) => one.number === number);
  const tile = record.tiles[number - 1];
  return option !== undefined
    ? openText(option, told, null)
    : tile === undefined || tile.player == null
      ? t("factor.say.idle", { number: String(number) })
      : goneText(tile, record, seats);
}

/** Describe the cost of a move. */
export function priceText(cost: number): string {
  return cost === 0 ? t("factor.say.best") : t("factor.say.cost", { cost: num(cost) });
}

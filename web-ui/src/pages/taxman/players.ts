/** Readable names of the strategies; URLs keep the library's names. */
import { type TextKey, t } from "../../lib/i18n";

/** The name of perfect play, which the pages list with the strategies although it is not a rule of thumb. */
export const BEST = "best";

/** The word that starts automatic play if the URL has it in place of a step. */
export const PLAYS = "play";

const NAMES: Readonly<Record<string, readonly [name: TextKey, rule: TextKey]>> = {
  best: ["taxman.player.best", "taxman.rule.best"],
  "trono-1": ["taxman.player.trono1", "taxman.rule.trono1"],
  "trono-2": ["taxman.player.trono2", "taxman.rule.trono2"],
  "trono-3-worded": ["taxman.player.trono3w", "taxman.rule.trono3w"],
  "trono-3": ["taxman.player.trono3", "taxman.rule.trono3"],
  "trono-4": ["taxman.player.trono4", "taxman.rule.trono4"],
  "trono-5": ["taxman.player.trono5", "taxman.rule.trono5"],
  "trono-6-worded": ["taxman.player.trono6w", "taxman.rule.trono6w"],
  "trono-6-printed": ["taxman.player.trono6p", "taxman.rule.trono6p"],
  "trono-7-worded": ["taxman.player.trono7w", "taxman.rule.trono7w"],
  "trono-8": ["taxman.player.trono8", "taxman.rule.trono8"],
  "trono-9-worded": ["taxman.player.trono9w", "taxman.rule.trono9w"],
  "trono-9-printed": ["taxman.player.trono9p", "taxman.rule.trono9p"],
  "moniot-improved-greedy": ["taxman.player.moniotGreedy", "taxman.rule.moniotGreedy"],
  "moniot-one-tax": ["taxman.player.moniotOne", "taxman.rule.moniotOne"],
  "moniot-greedy-one-tax": ["taxman.player.moniotGreedyOne", "taxman.rule.moniotGreedyOne"],
  "moniot-pure-one-tax": ["taxman.player.moniotPure", "taxman.rule.moniotPure"],
  "moniot-max-turn": ["taxman.player.moniotMax", "taxman.rule.moniotMax"],
  "moniot-odds-evens": ["taxman.player.moniotOdds", "taxman.rule.moniotOdds"],
  "born-free": ["taxman.player.bornFree", "taxman.rule.bornFree"],
  "shark-max-next-step": ["taxman.player.sharkMax", "taxman.rule.sharkMax"],
  "shark-van-nek": ["taxman.player.sharkNek", "taxman.rule.sharkNek"],
  "shark-schu": ["taxman.player.sharkSchu", "taxman.rule.sharkSchu"],
  random: ["taxman.player.random", "taxman.rule.random"],
};

/** The titles of all strategies. */
export const TITLES: Readonly<Record<string, TextKey>> = Object.fromEntries(
  Object.entries(NAMES).map(([name, [title]]) => [name, title]),
);

/** Return the name of a strategy. */
export function playerName(name: string): string {
  const known = NAMES[name];
  return known ? t(known[0]) : name;
}

/** Return whether these pages know a strategy with this name. */
export function isPlayer(name: string): boolean {
  return Object.hasOwn(NAMES, name);
}

/** Describe how a strategy plays; empty if these pages do not know the strategy. */
export function playerRule(name: string): string {
  const known = NAMES[name];
  return known ? t(known[1]) : "";
}

/** Return all strategies, perfect play first. */
export function playerOptions(): { value: string; label: string }[] {
  return Object.keys(NAMES).map((value) => ({ value, label: playerName(value) }));
}

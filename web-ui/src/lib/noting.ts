/** Records games in the profile. No page needs this module before a game begins. */
import {
  at,
  type Best,
  change,
  type Done,
  doneOf,
  type Game,
  MOST,
  type Outcome,
  profile,
  type Totals,
  totalsOf,
} from "./profile";
import { readSetting, removeSetting } from "./store";

/** Maximum number of unfinished games that are kept for each kind of game. */
const MOST_OPEN = 20;

/** Drop the oldest games beyond the limits; `games` has the latest first. */
export function tidy(games: readonly Game[]): readonly Game[] {
  const open = new Map<string, number>();
  return games
    .filter((one) => {
      const before = open.get(one.game) ?? 0;
      open.set(one.game, before + (one.outcome === null ? 1 : 0));
      return one.outcome !== null || before < MOST_OPEN;
    })
    .slice(0, MOST);
}

/** Note the progress of a game. */
export function noteMove(move: Omit<Game, "outcome">): void {
  change((now) => {
    const known = now.games.find(({ own }) => own === move.own);
    if (known?.outcome) {
      // Note nothing if the game is already finished: the player has taken back moves and plays on for fun.
      return now;
    }
    const others = now.games.filter(
      (one) => one.own !== move.own && (one.outcome !== null || one.id !== move.id || one.query !== move.query),
    );
    return { ...now, games: tidy([{ ...move, outcome: null }, ...others]) };
  });
}

export const better = <T extends Outcome>(one: T, other: T | null | undefined): T =>
  other && other.value >= one.value ? other : one;

/** Note the end of a game. If the player undoes moves and ends it again, only the best result counts. */
export function noteEnd(end: Game & { outcome: Outcome }): void {
  change((now) => {
    const known = now.games.find(({ own }) => own === end.own);
    const before = known?.outcome ?? null;
    if (before !== null && before.value >= end.outcome.value) {
      return now;
    }
    const { games, wins, perfect } = totalsOf(now, end.game);
    const gained = (is: (one: Outcome) => boolean): number =>
      Number(is(end.outcome)) - Number(before !== null && is(before));
    const counted: Totals = {
      games: games + (before === null ? 1 : 0),
      wins: wins + gained((one) => one.won),
      perfect: perfect + gained((one) => one.perfect === true),
    };
    const ofGame = at(now.best, end.game) ?? {};
    const { key } = end.outcome;
    const top = better<Best>({ ...end.outcome, at: end.at }, at(ofGame, key));
    return {
      ...now,
      games: tidy([end, ...now.games.filter(({ own }) => own !== end.own)]),
      best: { ...now.best, [end.game]: { ...ofGame, [key]: top } },
      totals: { ...now.totals, [end.game]: counted },
    };
  });
}

/** Note the result of a puzzle of the day. */
export function noteDay(date: string, game: string, result: Outcome, today: string): void {
  change((now) => {
    const before = doneOf(now, date, game);
    const next = better<Done>({ ...result, on: before?.on ?? today }, before);
    return { ...now, days: { ...now.days, [date]: { ...at(now.days, date), [game]: next } } };
  });
}

/**
 * Return whether the first win of a game has been celebrated. Also move the setting of an older version to the profile.
 */
export function wasCelebrated(game: string): boolean {
  if (at(profile.get().celebrated, game) !== undefined) {
    return true;
  }
  const before = `first-win.${game}`;
  if (readSetting(before) === null) {
    return false;
  }
  noteCelebrated(game);
  removeSetting(before);
  return true;
}

/** Note that the first win of a game has been celebrated. */
export function noteCelebrated(game: string): void {
  change((now) => ({ ...now, celebrated: { [game]: Date.now(), ...now.celebrated } }));
}

/** Remove a game from the list of unfinished games. */
export function forgetGame(own: string): void {
  change((now) => ({ ...now, games: now.games.filter((one) => one.own !== own) }));
}

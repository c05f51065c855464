/** Saves this browser's profile as a file, to move it to another browser. */
import { better, tidy } from "./noting";
import { at, change, type Profile, parseProfile, profile, VERSION } from "./profile";

/** Return the profile as a file. */
export function exportProfile(): string {
  return `${JSON.stringify(profile.get(), null, 1)}\n`;
}

function merged<T>(
  one: Readonly<Record<string, T>>,
  other: Readonly<Record<string, T>>,
  both: (a: T, b: T) => T,
): Record<string, T> {
  const added = Object.entries(other).map(([key, value]) => {
    const mine = at(one, key);
    return [key, mine === undefined ? value : both(mine, value)] as const;
  });
  return { ...one, ...Object.fromEntries(added) };
}

/** Merge two profiles without losing anything. Totals may both count the same games, so the larger one is kept. */
export function mergeProfiles(mine: Profile, other: Profile): Profile {
  const games = new Map(mine.games.map((one) => [one.own, one]));
  for (const one of other.games) {
    const known = games.get(one.own);
    const newer = known === undefined || (one.outcome !== null) > (known.outcome !== null) || one.at > known.at;
    if (newer && !(known?.outcome && one.outcome === null)) {
      games.set(one.own, one);
    }
  }
  return {
    version: VERSION,
    games: tidy([...games.values()].sort((a, b) => b.at - a.at)),
    best: merged(mine.best, other.best, (a, b) => merged(a, b, (x, y) => better(y, x))),
    totals: merged(mine.totals, other.totals, (a, b) => ({
      games: Math.max(a.games, b.games),
      wins: Math.max(a.wins, b.wins),
      perfect: Math.max(a.perfect, b.perfect),
    })),
    days: merged(mine.days, other.days, (a, b) =>
      merged(a, b, (x, y) => ({ ...better(y, x), on: x.on < y.on ? x.on : y.on })),
    ),
    celebrated: merged(mine.celebrated, other.celebrated, Math.min),
  };
}

/** Add the profile from a file. Return false, without a change, if the file does not contain a profile. */
export function importProfile(source: string): boolean {
  const read = parseProfile(source);
  if (read === null) {
    return false;
  }
  change((now) => mergeProfiles(now, read));
  return true;
}

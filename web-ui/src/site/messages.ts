/** Messages between the page and the worker that runs Python. */

/** A message to the worker: a request, or lines of Python to run. */
export type Question =
  | { id: number; method: string; target: string; headers: Record<string, string>; body: Uint8Array }
  | { id: number; code: string };

/** A message from the worker: its state, or the head, a part or the end of an answer. */
export type Told =
  | { state: "interpreter" | "package" | "ready" }
  | { fault: string; kind: "memory" | "other" }
  | { id: number; status: number; headers: [string, string][] }
  | { id: number; part: Uint8Array<ArrayBuffer> }
  | { id: number; end: true }
  | { id: number; absent: true };

/** The contents of site.json. */
export interface Site {
  /** The version of the site, which changes if any file changes. */
  version: string;
  /** The names of the wheels in the folder python/. */
  wheels: readonly string[];
  /** Number of compressed bytes that a first visit loads. */
  size: number;
  /** The last position with a certificate for each game; see `within`. */
  certificates: string;
}

/**
 * Return the cache's name for a version of the site. It includes the folder, since a host may have several sites.
 */
export function cacheName(folder: string, version: string): string {
  return `${folder} ${version}`;
}

/**
 * Return the game and N of a position with the numbers 1 to N if the site has files for it. For each game, `last` names
 * the last position with files.
 */
export function within(position: string, last: string): readonly [game: string, n: number] | null {
  const [, game = "", n = ""] = /^([a-z-]+):([1-9]\d*)$/.exec(position) ?? [];
  const most = last.split(" ").find((each) => each.startsWith(`${game}:`));
  return most !== undefined && Number(n) <= Number(most.slice(game.length + 1)) && n !== "" ? [game, Number(n)] : null;
}

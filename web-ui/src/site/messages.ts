/** Messages between the page and the worker that runs Python. */

/** A request, or lines of Python to run. */
export type Question =
  | { id: number; method: string; target: string; headers: Record<string, string>; body: Uint8Array }
  | { id: number; code: string };

/** The worker's progress and answers: the head, the parts of the content as they arrive, and the end. */
export type Told =
  | { state: "interpreter" | "package" | "ready" }
  | { fault: string; kind: "memory" | "other" }
  | { id: number; status: number; headers: [string, string][] }
  | { id: number; part: Uint8Array<ArrayBuffer> }
  | { id: number; end: true }
  | { id: number; absent: true };

/** The contents of site.json. */
export interface Site {
  /** Changes with any file. */
  version: string;
  /** The wheels, below python/. */
  wheels: readonly string[];
  /** Compressed bytes of the first visit. */
  size: number;
  /** The last position with a certificate for each game; see `within`. */
  certificates: string;
}

/**
 * Return the name of the cache of a version of the site in a folder. Other folders of the same host may hold sites too.
 */
export function cacheName(folder: string, version: string): string {
  return `${folder} ${version}`;
}

/**
 * Return the game and N of a position 1 to N if the site has files up to there; `last` names the last position of each
 * game.
 */
export function within(position: string, last: string): readonly [game: string, n: number] | null {
  const [, game = "", n = ""] = /^([a-z-]+):([1-9]\d*)$/.exec(position) ?? [];
  const most = last.split(" ").find((each) => each.startsWith(`${game}:`));
  return most !== undefined && Number(n) <= Number(most.slice(game.length + 1)) && n !== "" ? [game, Number(n)] : null;
}

/** What the page and the worker that runs Python say to each other. */

/** A request, or lines of Python to run. */
export type Question =
  | { id: number; method: string; target: string; headers: Record<string, string>; body: Uint8Array }
  | { id: number; code: string };

/** How far the worker is, and what it answers: the head, the parts of the content as they come, and the end. */
export type Told =
  | { state: "interpreter" | "package" | "ready" }
  | { fault: string; kind: "memory" | "other" }
  | { id: number; status: number; headers: [string, string][] }
  | { id: number; part: Uint8Array<ArrayBuffer> }
  | { id: number; end: true }
  | { id: number; absent: true };

/** What the site says of itself in site.json. */
export interface Site {
  /** Changes with any file. */
  version: string;
  /** The wheels, below python/. */
  wheels: readonly string[];
  /** Bytes of the first visit, as they are sent. */
  size: number;
  /** The last positions up to which there are certificates, one of each game; see `within`. */
  certificates: string;
}

/** The cache of a version of the site in a folder: there may be others on the same host. */
export function cacheName(folder: string, version: string): string {
  return `${folder} ${version}`;
}

/** The game and the N of a position of the numbers 1 to N, if a site has something up to there: for each game it names the last one. */
export function within(position: string, last: string): readonly [game: string, n: number] | null {
  const [, game = "", n = ""] = /^([a-z-]+):([1-9]\d*)$/.exec(position) ?? [];
  const most = last.split(" ").find((each) => each.startsWith(`${game}:`));
  return most !== undefined && Number(n) <= Number(most.slice(game.length + 1)) && n !== "" ? [game, Number(n)] : null;
}

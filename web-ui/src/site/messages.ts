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
  | { id: number; large: number };

/** What the site says of itself in site.json. */
export interface Site {
  /** Changes with any file. */
  version: string;
  /** The wheels, below python/. */
  wheels: readonly string[];
  /** Bytes of the first visit, as they are sent. */
  size: number;
}

/** Which certificates are in which file of certificates/. */
export interface Packs {
  /** By position, the bytes of the certificate with those that it cites. */
  packs: readonly {
    file: string;
    positions: Readonly<Record<string, number>>;
    /** Whether its first certificate cites the last one of the pack before. */
    goes_on: boolean;
  }[];
}

/** The cache of a version of the site in a folder: there may be others on the same host. */
export function cacheName(folder: string, version: string): string {
  return `${folder} ${version}`;
}

/**
 * Where the pages lie: at the root of their server, where each has a path; or in a folder of a host that only sends
 * files, where all are one file, and what would be the path stands behind "#".
 */

/** Whether there is no server: the folder was made by `perfectplay site`, and its page says so. */
export const SITE = globalThis.document?.documentElement?.dataset?.site !== undefined;

/** Whether the documentation is part of it. */
export const DOCS = globalThis.document?.documentElement?.dataset?.docs !== undefined;

/** The address within the application: its path, query and anchor. */
export function place(): URL {
  if (!SITE) {
    return new URL(location.href);
  }
  return placeOf(location);
}

function placeOf({ origin, hash }: { origin: string; hash: string }): URL {
  // Joined as texts: two slashes would begin the name of a host.
  return new URL(origin + (hash.startsWith("#/") ? hash.slice(1) : "/"));
}

/** The query of the address within the application. */
export function query(): string {
  return place().search;
}

/** Where something of the application is found: a page's path with its query, or a file below /static/. */
export function outer(path: string): string {
  if (!SITE) {
    return path;
  }
  return path.startsWith("/static/") ? folder(path.slice(1)) : `${location.pathname}#${path}`;
}

/** The address within the application that a link leads to; null if it leads elsewhere, to a file say. */
export function inner(link: URL): URL | null {
  if (link.origin !== location.origin) {
    return null;
  }
  if (!SITE) {
    return /^\/(api|static)\//.test(link.pathname) ? null : link;
  }
  return link.pathname === location.pathname && link.hash.startsWith("#/") ? placeOf(link) : null;
}

/** The address of a file of the site. */
export function folder(name: string): string {
  return new URL(name, new URL(location.pathname, location.origin)).href;
}

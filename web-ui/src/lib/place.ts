/**
 * Where the pages lie: at the root of their server, where each has a path; or in a folder of a host that only sends
 * files, where all are one file, and what would be the path stands behind "#".
 */

/** Whether there is no server: the folder was made by `perfectplay site`, and its page says so. */
export const SITE = globalThis.document?.documentElement?.dataset?.site !== undefined;

/** Whether the documentation is part of it. */
export const DOCS = globalThis.document?.documentElement?.dataset?.docs !== undefined;

/** What all addresses of the server begin with, behind a proxy; usually nothing. */
export const ROOT_PATH: string = globalThis.document?.documentElement?.dataset?.root ?? "";

/** The address within the application: its path, query and anchor. */
export function place(): URL {
  const url = new URL(location.href);
  return SITE ? placeOf(location) : (below(url) ?? url);
}

/** An address of the server without what all of them begin with; null for one that begins otherwise. */
function below(url: URL): URL | null {
  if (!`${url.pathname}/`.startsWith(`${ROOT_PATH}/`)) {
    return null;
  }
  const path = new URL(url);
  path.pathname = url.pathname.slice(ROOT_PATH.length);
  return path;
}

function placeOf({ origin, hash }: { origin: string; hash: string }): URL {
  // Joined as texts: two slashes would begin the name of a host.
  return new URL(origin + (hash.startsWith("#/") ? hash.slice(1) : "/"));
}

/** The query of the address within the application. */
export function query(): string {
  return place().search;
}

/** Where something of the application is found: a page's path with its query, a file below /static/, an answer. */
export function outer(path: string): string {
  if (!SITE) {
    return ROOT_PATH + path;
  }
  return path.startsWith("/static/") ? folder(path.slice(1)) : `${location.pathname}#${path}`;
}

/** The address within the application that a link leads to; null if it leads elsewhere, to a file say. */
export function inner(link: URL): URL | null {
  if (link.origin !== location.origin) {
    return null;
  }
  if (!SITE) {
    const url = below(link);
    return url === null || /^\/(api|static)\//.test(url.pathname) ? null : url;
  }
  return link.pathname === location.pathname && link.hash.startsWith("#/") ? placeOf(link) : null;
}

/** The address of a file of the site. */
export function folder(name: string): string {
  return new URL(name, new URL(location.pathname, location.origin)).href;
}

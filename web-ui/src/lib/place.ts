/**
 * Where the pages lie: at the root of their server, where each has a path; or in a folder of a host that only sends
 * files, where each page is one, in each language.  There, whatever else belongs to the path stands behind "#":
 * /game:20/19 is game/#:20/19, in German de/game/#:20/19.  Older addresses have all of it there: #/game:20/19.
 */
const root: DOMStringMap = globalThis.document?.documentElement?.dataset ?? {};

/** Whether there is no server: the folder was made by `perfectplay site`, and its pages say so. */
export const SITE = root.site !== undefined;

/** Whether the documentation is part of it. */
export const DOCS = root.docs !== undefined;

/** Whether the build renders the pages: for nobody in particular, and on no day. */
export const AHEAD = root.ahead !== undefined;

/** What all addresses of the server begin with, behind a proxy; usually nothing. */
export const ROOT_PATH: string = root.root ?? "";

/** The folder of the site. */
const FOLDER = new URL(root.site ?? "./", globalThis.location?.href ?? "file:///");
/** Whether a page has a file of its own. */
const isPage = (page: string): boolean => root.pages?.split(" ").includes(page) === true;
/** Its languages: the first one is that of the pages that lie in no folder of a language. */
export const LANGUAGES: readonly string[] = root.languages?.split(" ") ?? [];

/** The address within the application: its path, query and anchor. */
export function place(): URL {
  const url = new URL(location.href);
  return SITE ? placeOf(url) : (below(url) ?? url);
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

function placeOf({ origin, pathname, hash }: URL): URL {
  const path = hash.startsWith("#/")
    ? hash.slice(1)
    : `/${pageOf(pathname)}${/^#[:?#]/.test(hash) ? hash.slice(1) : ""}`;
  // Joined as texts: two slashes would begin the name of a host.
  return new URL(origin + path);
}

/** The page that a file of the site is. */
export function pageOf(path: string): string {
  const parts = path
    .slice(FOLDER.pathname.length)
    .replace(/(^|\/)(index\.html)?$/, "")
    .split("/");
  return parts.slice(LANGUAGES.indexOf(parts[0] ?? "") > 0 ? 1 : 0).join("/");
}

/** The query of the address within the application. */
export function query(): string {
  return place().search;
}

/** Where something of the application is found: a page's path with its query, a file below /static/, an answer. */
export function outer(path: string, language: string = document.documentElement.lang): string {
  if (!SITE) {
    return ROOT_PATH + path;
  }
  if (path.startsWith("/static/")) {
    return folder(path.slice(1));
  }
  const spoken = LANGUAGES.indexOf(language) > 0 ? `${language}/` : "";
  const [, page = "", rest = ""] = /^\/([^:?#]*?)\/?([:?#].*)?$/s.exec(path) ?? [];
  const [file, behind] = isPage(page) ? [page && `${page}/`, rest] : ["", path];
  return folder(spoken + file) + (behind && `#${behind}`);
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
  return link.pathname.startsWith(FOLDER.pathname) && isPage(pageOf(link.pathname)) ? placeOf(link) : null;
}

/** Writes the address as the site writes it now: in the language of the page. */
export function readdress(): void {
  if (SITE) {
    const { pathname, search, hash } = place();
    history.replaceState(history.state, "", outer(pathname + search + hash));
  }
}

/** The address of a file of the site. */
export function folder(name: string): string {
  return new URL(name, FOLDER).href;
}

/**
 * The addresses of the pages.
 *
 * On a server, each page has a path below the root. A site without a server has a file for each page and language, and
 * the rest of the path follows "#": /game:20/19 becomes game/#:20/19, or de/game/#:20/19 in German. Older addresses
 * have the whole path after "#": #/game:20/19. Some start positions have a file with a preview for messengers: game/20/
 * stands for game/#:20, and game/20/#:20/19 for game/#:20/19.
 */
const root: DOMStringMap = globalThis.document?.documentElement?.dataset ?? {};

/** Set if there is no server: `perfectplay site` has made the pages. */
export const SITE = root.site !== undefined;

/** Set if the site includes the documentation. */
export const DOCS = root.docs !== undefined;

/** Set while the build renders the pages, when the reader and the day are unknown. */
export const AHEAD = root.ahead !== undefined;

/** The prefix that a proxy adds to all addresses of a server; usually empty. */
export const ROOT_PATH: string = root.root ?? "";

/** The address of the site's folder. */
const FOLDER = new URL(root.site ?? "./", globalThis.location?.href ?? "file:///");
/** Return whether a page has a file of its own. */
const isPage = (page: string): boolean => root.pages?.split(" ").includes(page) === true;
/** The site's languages. Each language except the first has its own folder. */
export const LANGUAGES: readonly string[] = root.languages?.split(" ") ?? [];

/** Return the address within the application: its path, query and anchor. */
export function place(): URL {
  const url = new URL(location.href);
  return SITE ? placeOf(url) : (below(url) ?? url);
}

/** Remove the prefix from an address of the server; return null if the address does not have it. */
function below(url: URL): URL | null {
  if (!`${url.pathname}/`.startsWith(`${ROOT_PATH}/`)) {
    return null;
  }
  const path = new URL(url);
  path.pathname = url.pathname.slice(ROOT_PATH.length);
  return path;
}

function placeOf({ origin, pathname, hash }: URL): URL {
  const [, page, start = ""] = /^(.*?)(?:\/(\d+))?$/.exec(pageOf(pathname)) ?? [];
  const behind = /^#[:?#]/.test(hash) ? hash.slice(1) : "";
  const path = hash.startsWith("#/")
    ? hash.slice(1)
    : `/${page}${start && !behind.startsWith(":") ? `:${start}` : ""}${behind}`;
  // Join the texts: in a relative URL, two slashes at the beginning would start a host name.
  return new URL(origin + path);
}

/** Return the name of the page that a file of the site contains. */
function pageOf(path: string): string {
  const parts = path
    .slice(FOLDER.pathname.length)
    .replace(/(^|\/)(index\.html)?$/, "")
    .split("/");
  return parts.slice(LANGUAGES.indexOf(parts[0] ?? "") > 0 ? 1 : 0).join("/");
}

/** Return the query of the address within the application. */
export function query(): string {
  return place().search;
}

/** Return the address on this host for the path of a page with its query, of a file below /static/, or of an answer. */
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

/** Return the path of a link within the application; null if it leads elsewhere, such as to a file. */
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

/** Rewrite an old address in the current form, and in the language of the page. */
export function readdress(): void {
  if (SITE) {
    const { pathname, search, hash } = place();
    history.replaceState(history.state, "", outer(pathname + search + hash));
  }
}

/** Return the address of a file of the site. */
export function folder(name: string): string {
  return new URL(name, FOLDER).href;
}

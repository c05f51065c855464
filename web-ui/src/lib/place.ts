/**
 * The addresses of the pages.
 *
 * On a server, each page has a path below the root. A host of files has a folder instead, with a file for each page and
 * language. There, the rest of a path follows the "#": /game:20/19 is game/#:20/19, in German de/game/#:20/19. In
 * older addresses, the whole path stood there: #/game:20/19. Some starts have a file for messengers, which show its
 * preview: game/20/ is game/#:20, and game/20/#:20/19 is game/#:20/19.
 */
const root: DOMStringMap = globalThis.document?.documentElement?.dataset ?? {};

/** Set if there is no server: `perfectplay site` made the folder, and its pages say so. */
export const SITE = root.site !== undefined;

/** Set if the documentation is part of the folder. */
export const DOCS = root.docs !== undefined;

/** Set while the build renders the pages, for no particular reader and day. */
export const AHEAD = root.ahead !== undefined;

/** The prefix of all addresses of a server behind a proxy; usually empty. */
export const ROOT_PATH: string = root.root ?? "";

/** The folder of the site. */
const FOLDER = new URL(root.site ?? "./", globalThis.location?.href ?? "file:///");
/** Return whether a page has a file of its own. */
const isPage = (page: string): boolean => root.pages?.split(" ").includes(page) === true;
/** The site's languages. Pages in the first one are not in a language's folder. */
export const LANGUAGES: readonly string[] = root.languages?.split(" ") ?? [];

/** Return the address within the application: its path, query and anchor. */
export function place(): URL {
  const url = new URL(location.href);
  return SITE ? placeOf(url) : (below(url) ?? url);
}

/** Return an address of the server without the prefix; null for an address without that prefix. */
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
  // Join as texts: in a relative URL, two slashes would begin the name of a host.
  return new URL(origin + path);
}

/** Return the page of a file of the site. */
export function pageOf(path: string): string {
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

/** Return the host's address of a page with its query, of a file below /static/, or of an answer. */
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

/** Return the host's address to send: the start's own file if there is one, with the rest of the path behind it. */
export function sent(path: string): string {
  const [, game, start, rest = ""] = /^\/([^:]+):(\d+)([/?].*)?$/s.exec(path) ?? [];
  const last = root.previews?.split(" ").find((position) => position.startsWith(`${game}:`));
  if (!(Number(start) <= Number(last?.split(":")[1]))) {
    return outer(path);
  }
  const behind = rest.startsWith("/") ? `:${start}${rest}` : rest;
  return `${outer(`/${game}`)}${start}/${behind && `#${behind}`}`;
}

/** Return the application's address of a link; null if the link leads elsewhere, such as to a file. */
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

/** Rewrite the address in the site's current form, in the language of the page. */
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

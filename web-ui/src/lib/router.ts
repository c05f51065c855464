/**
 * Every page has a path: a position has the path "/" plus its id. The browser's back and forward buttons work as usual.
 */
import { KEPT } from "./classroom";
import { inner, outer, place, SITE } from "./place";
import { createStore, useStore } from "./store";

export interface Route {
  /** The name of the page: "lab", for example, the name of a game, or a path below a game such as "game/levels". */
  page: string;
  /** The first part of the page, which may be the name of a game; "" on the first page. */
  game: string;
  /** The position's id; null on a page without a position. */
  id: string | null;
  /** The decoded path, without query. */
  path: string;
  query: URLSearchParams;
  /**
   * How the reader arrived: by loading the page, by a link or move, by a replaced address, or by back and forward.
   */
  via: "load" | "push" | "replace" | "pop";
}

const POSITION = /^\/(([a-z][a-z0-9-]*):.*)$/s;

/** Return the page that a path shows. */
export function match(path: string): { page: string; game: string; id: string | null } {
  const position = POSITION.exec(path);
  if (position) {
    const game = position[2] ?? "";
    return { page: game, game, id: position[1] ?? null };
  }
  const page = path.slice(1).replace(/\/$/, "");
  return { page, game: page.split("/")[0] ?? "", id: null };
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // Keep a path that cannot be decoded because of a stray "%"; it leads to the page for unknown addresses.
    return path;
  }
}

function read(via: Route["via"]): Route {
  const { pathname, searchParams } = place();
  const path = decode(pathname);
  return { ...match(path), path, query: searchParams, via };
}

const store = createStore<Route>(read("load"));

export const currentRoute = (): Route => store.get();

export function useRoute(): Route {
  return useStore(store);
}

/** Return the path of a position. */
export function positionPath(id: string): string {
  return `/${id}`;
}

/** Return the path of the page with the proof of a position. */
export function proofPath(id: string): string {
  // Leave valid ids unescaped, which a query allows; an invalid id may contain any character.
  return `/proof?id=${/^[\w.~:/-]*$/.test(id) ? id : encodeURIComponent(id)}`;
}

/** Go to a path of this application, which may have a query. */
export function navigate(path: string, options: { replace?: boolean; state?: object } = {}): void {
  const url = new URL(path, location.origin);
  // Keep the language that the address asks for (see i18n.ts) and the switches for a class.
  for (const name of ["lang", ...KEPT]) {
    const asked = store.get().query.get(name);
    if (asked !== null && !url.searchParams.has(name)) {
      url.searchParams.set(name, asked);
    }
  }
  const target = url.pathname + url.search + url.hash;
  const here = place();
  const replace = options.replace ?? target === here.pathname + here.search + here.hash;
  history[replace ? "replaceState" : "pushState"](options.state ?? null, "", outer(target));
  store.set(read(replace ? "replace" : "push"));
}

/** Change view options in the query; the value null removes an option. The position and its redo list stay. */
export function setQuery(changes: Readonly<Record<string, string | null>>, options: { push?: boolean } = {}): void {
  const url = place();
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) {
      url.searchParams.delete(name);
    } else {
      url.searchParams.set(name, value);
    }
  }
  history[options.push ? "pushState" : "replaceState"](history.state, "", outer(url.pathname + url.search + url.hash));
  store.set(read(options.push ? "push" : "replace"));
}

/** Make the browser's buttons and ordinary links change the page without loading it. Called once. */
export function startRouter(): void {
  addEventListener("popstate", () => store.set(read("pop")));
  document.addEventListener("click", (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey ||
      event.altKey
    ) {
      return;
    }
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download")) {
      return;
    }
    const anchor = SITE ? (link.getAttribute("href") ?? "") : "";
    if (anchor.startsWith("#")) {
      // Move the focus without changing the address, whose part after "#" is already in use.
      event.preventDefault();
      document.getElementById(anchor.slice(1))?.focus();
      return;
    }
    const url = inner(new URL(link.href));
    const here = place();
    if (url !== null && !(url.hash !== "" && url.pathname === here.pathname && url.search === here.search)) {
      event.preventDefault();
      navigate(url.pathname + url.search + url.hash);
    }
  });
}

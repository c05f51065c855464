/** Addresses to send to other people. In a game by link, two players send each other the address of the game. */
import { outer, place } from "./place";

/** The name of the opponent in a game by link. */
export const BY_LINK = "link";

/** Return an absolute link to a path, to send to others; it leads to the start position's own file, if there is one. */
export function pageLink(path: string): string {
  const [, game, start, rest = ""] = /^\/([^:]+):(\d+)([/?].*)?$/s.exec(path) ?? [];
  const { previews } = document.documentElement.dataset;
  const last = previews?.split(" ").find((position) => position.startsWith(`${game}:`));
  if (!(Number(start) <= Number(last?.split(":")[1]))) {
    return new URL(outer(path), location.origin).href;
  }
  const behind = rest.startsWith("/") ? `:${start}${rest}` : rest;
  return `${outer(`/${game}`)}${start}/${behind && `#${behind}`}`;
}

/** Return the query of the address with some changes and without the language; null removes a parameter. */
export function ownQuery(changes: Readonly<Record<string, string | null>> = {}): string {
  const query = place().searchParams;
  for (const [name, value] of Object.entries({ lang: null, ...changes })) {
    if (value === null) {
      query.delete(name);
    } else {
      query.set(name, value);
    }
  }
  // Leave ":" and "/" unescaped, which a query allows: the address is then easier to read.
  const text = query.toString().replaceAll("%3A", ":").replaceAll("%2F", "/");
  return text && `?${text}`;
}

/** Return the query to send to another person. In a game by link, that person plays the other side. */
export function sentQuery(): string {
  const query = place().searchParams;
  return ownQuery(query.get("vs") === BY_LINK ? { first: query.get("first") === "them" ? "me" : "them" } : {});
}

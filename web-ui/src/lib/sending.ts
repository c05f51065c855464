/** Addresses to send to other people. In a game by link, two players send each other the address of the game. */
import { place } from "./place";

/** The name of the opponent in a game by link. */
export const BY_LINK = "link";

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

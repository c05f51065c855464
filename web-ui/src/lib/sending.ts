/** Addresses for other people, and games whose two players send each other the address. */
import { place } from "./place";

/** The opponent, in an address, who plays elsewhere and gets the game by a link. */
export const BY_LINK = "link";

/** The query of the address, except the language, and with what is changed; null removes a parameter. */
export function ownQuery(changes: Readonly<Record<string, string | null>> = {}): string {
  const query = place().searchParams;
  for (const [name, value] of Object.entries({ lang: null, ...changes })) {
    if (value === null) {
      query.delete(name);
    } else {
      query.set(name, value);
    }
  }
  // In a query these two need no escape, and addresses are read by people.
  const text = query.toString().replaceAll("%3A", ":").replaceAll("%2F", "/");
  return text && `?${text}`;
}

/** The query for another person: in a game by link, that person is on the other side. */
export function sentQuery(): string {
  const query = place().searchParams;
  return ownQuery(query.get("vs") === BY_LINK ? { first: query.get("first") === "them" ? "me" : "them" } : {});
}

/** Parses rows as people type them, and builds the ids of their games. */

import type { CoinsRow } from "../../generated/api";
import { LIMITS } from "../../generated/coins";

export type Kind = CoinsRow["kind"];

/** A row in the editor on the start page. */
export interface Line {
  kind: Kind;
  text: string;
}

export const KINDS: readonly Kind[] = ["row", "left", "right", "circle"];
const LETTERS: Readonly<Record<Kind, string>> = { row: "", left: "l", right: "r", circle: "o" };
const WORD = /^([+-]?)0*(\d+)(?:\/0*(\d+))?$/;

/** Split a row into words at spaces, commas and semicolons. */
export function words(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean);
}

/** Return a typed coin as it is written in ids; null if the word is not a valid coin. */
export function idWord(word: string): string | null {
  const [, minus, top, bottom] = WORD.exec(word.replace("−", "-")) ?? [];
  if (top === undefined || bottom === "0") {
    return null;
  }
  const written = (minus === "-" && top !== "0" ? "-" : "") + top;
  return bottom === undefined || bottom === "1" || top === "0" ? written : `${written}_${bottom}`;
}

/** The problem with a row, identified by the key of its text. */
type Problem =
  | { key: "coins.edit.empty" }
  | { key: "coins.edit.notCoin"; word: string; number: number }
  | { key: "coins.edit.long"; word: string; number: number };

export function problemOf(line: Line): Problem | null {
  const all = words(line.text);
  if (!all.length) {
    return { key: "coins.edit.empty" };
  }
  for (const [index, word] of all.entries()) {
    const written = idWord(word);
    if (written === null) {
      return { key: "coins.edit.notCoin", word, number: index + 1 };
    }
    if (written.length > LIMITS.characters) {
      return { key: "coins.edit.long", word, number: index + 1 };
    }
  }
  return null;
}

/** Return the id of the game that starts with these rows; null if a row is not valid. */
export function startId(lines: readonly Line[]): string | null {
  const parts: string[] = [];
  for (const line of lines) {
    const written = words(line.text).map(idWord);
    if (!written.length || written.includes(null)) {
      return null;
    }
    parts.push(LETTERS[line.kind] + written.join("."));
  }
  return `coins:${parts.join("~")}`;
}

/** Return the rows that an id lists; its prefix "coins:" may be missing. */
export function linesOf(start: string): Line[] {
  return start
    .replace(/^coins:/, "")
    .replace(/\/.*$/, "")
    .split("~")
    .map((part) => {
      const kind = KINDS.find((candidate) => LETTERS[candidate] !== "" && part.startsWith(LETTERS[candidate])) ?? "row";
      return { kind, text: part.slice(LETTERS[kind].length).split(".").join(" ").replaceAll("_", "/") };
    });
}

/** Return a coin with 1 added or subtracted; a word that is not a coin stays unchanged. */
export function changed(word: string, by: 1 | -1): string {
  const [, minus, top, bottom = "1"] = WORD.exec(word.replace("−", "-")) ?? [];
  if (top === undefined || bottom === "0") {
    return word;
  }
  const value = (minus === "-" ? -BigInt(top) : BigInt(top)) + BigInt(by) * BigInt(bottom);
  return bottom === "1" ? String(value) : `${value}/${bottom}`;
}

/** Return a row of small random coins. */
export function randomRow(length: number): string {
  return Array.from({ length }, () => 1 + Math.floor(Math.random() * 9)).join(" ");
}

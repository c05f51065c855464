/** JSON with its lines broken, sign for sign as it came: a reader in JavaScript would round its large numbers. */

const WIDTH = 88;
const STEP = "  ";

/** The tokens of a JSON text, without the blanks between them. */
function tokens(text: string): string[] {
  return text.match(/"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s[\]{}:,"]+/g) ?? [];
}

/** A list or object that ends at a token, on one line; null where that is too long. */
function oneLine(all: readonly string[], from: number, room: number): { text: string; next: number } | null {
  let text = "";
  let depth = 0;
  for (let k = from; k < all.length; k++) {
    const token = all[k] ?? "";
    text += token === ":" || token === "," ? `${token} ` : token;
    depth += token === "[" || token === "{" ? 1 : token === "]" || token === "}" ? -1 : 0;
    if (text.length > room) {
      return null;
    }
    if (depth === 0) {
      return { text, next: k + 1 };
    }
  }
  return null;
}

/** Breaks the lines of a JSON text; what fits on a line stays on one, and lists of numbers fill their lines. */
export function laidOut(text: string): string {
  const all = tokens(text);
  const within: string[] = [];
  let out = "";
  let start = 0;
  const newLine = (): void => {
    start = out.length + 1;
    out += `\n${STEP.repeat(within.length)}`;
  };
  for (let k = 0; k < all.length; k++) {
    const token = all[k] ?? "";
    if (token === "[" || token === "{") {
      const line = oneLine(all, k, WIDTH - (out.length - start));
      if (line) {
        out += line.text;
        k = line.next - 1;
        continue;
      }
      within.push(token);
      out += token;
      newLine();
    } else if (token === "]" || token === "}") {
      within.pop();
      newLine();
      out += token;
    } else if (token === ",") {
      out += token;
      const next = all[k + 1] ?? "";
      const fits = out.length - start + next.length + 2 <= WIDTH;
      if (within.at(-1) === "[" && fits && !"[{".includes(next)) {
        out += " ";
      } else {
        newLine();
      }
    } else {
      out += token === ":" ? ": " : token;
    }
  }
  return out;
}

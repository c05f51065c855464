import type { JSX } from "preact";
import { partOf } from "../../lib/results";

/** Most pieces that are drawn, and how many stand in a row. */
const MOST = 60;
const COLUMNS = 10;

/** The numbers of a puzzle: those of its row or deal, or all from 1 on. */
function pieces(id: string): readonly string[] {
  const part = partOf(id).split(/[~/]/)[0] ?? "";
  const [numbers = "", target] = part.split(":");
  return /^\d+$/.test(part)
    ? Array.from({ length: Math.min(MOST, Number(part)) }, (_, at) => String(at + 1))
    : [...numbers.split("."), ...(target === undefined ? [] : [target])].slice(0, MOST);
}

/** A puzzle at a glance: its numbers, as pieces of the game.  Decoration: its name says the same. */
export function Thumb({ id }: { id: string }): JSX.Element {
  const all = pieces(id);
  return (
    <div
      class={`daily-thumb ${id.split(":")[0]}`}
      style={{ "--columns": Math.min(COLUMNS, all.length) }}
      aria-hidden="true"
    >
      {all.map((text, at) => (
        <i key={at}>{text}</i>
      ))}
    </div>
  );
}

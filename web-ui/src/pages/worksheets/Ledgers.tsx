import type { ComponentChildren, JSX } from "preact";

/** Maximum number of lines in one column; more lines are set in two columns. */
const WIDE = 6;

/** Tables of lines to write on. Each column has a heading. */
export function Ledgers(props: {
  lines: number;
  heads: readonly string[];
  /** Return the label of a line; the default is the number of the line. */
  front?: (line: number) => ComponentChildren;
  /** Numbers that are already printed in the first column. */
  given?: readonly number[];
  /** Set if spare lines are added to make both tables equally long. */
  spare?: boolean;
}): JSX.Element {
  const { lines, heads, given, spare = given === undefined } = props;
  const front = props.front ?? ((line) => line + 1);
  const columns = lines > WIDE ? 2 : 1;
  const rows = Math.ceil(lines / columns);
  const inColumn = (column: number): number => (spare ? rows : Math.min(rows, lines - column * rows));
  return (
    <div class="sheet-ledgers">
      {Array.from({ length: columns }, (_, column) => (
        <table key={column} class="sheet-ledger">
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: inColumn(column) }, (_, row) => column * rows + row).map((line) => (
              <tr key={line}>
                <th scope="row">{front(line)}</th>
                {heads.slice(1).map((head, at) => (
                  <td key={head}>{at === 0 && given && <b>{given[line]}</b>}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  );
}

/** The numbers of a board, for the reader to cross out. */
export function NumbersToCross({ n, label }: { n: number; label: string }): JSX.Element {
  return (
    <ol class="sheet-tiles" aria-label={label}>
      {Array.from({ length: n }, (_, i) => (
        <li key={i}>{i + 1}</li>
      ))}
    </ol>
  );
}

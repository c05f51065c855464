import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { ErrorNote } from "../../components/ErrorNote";
import { Heads } from "../../components/Heads";
import { Loading } from "../../components/Loading";
import { apiUrl, type Params } from "../../lib/api";
import { num, t } from "../../lib/i18n";
import { getText, useAnswer } from "../../lib/questions";
import type { LabPages } from "./pictures";

const SHOWN = 300;

type Columns = LabPages["columns"];

const WORDS: Columns = {
  take: "lab.fate.take",
  tax: "lab.fate.tax",
  extra: "lab.fate.extra",
  left: "lab.fate.left",
  branch: "lab.fate.branch",
  closed: "lab.fate.closed",
  empty: "lab.fate.empty",
  open: "lab.fate.open",
};

/** Return the title of a column. A column that has no translated title keeps its name in every language. */
function heading(name: string, columns: Columns): string {
  const key = columns[name];
  return name === "n" ? "N" : key === undefined ? name : t(key);
}

function entry(cell: string): string {
  const key = WORDS[cell];
  if (key !== undefined) {
    return t(key);
  }
  // Show all digits of a decimal, with the language's decimal mark.
  const decimals = /^\d+\.(\d+)$/.exec(cell)?.[1]?.length;
  return cell === ""
    ? "–"
    : decimals === undefined
      ? num(cell)
      : num(Number(cell), { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** The figures behind a picture as a table, for screen readers and anyone who wants the exact values. */
export function Figures(props: { path: string; params: Params; caption: string; columns: Columns }): JSX.Element {
  const [open, setOpen] = useState(false);
  const { path, params } = props;
  const figures = useAnswer(open ? apiUrl(path, params) : null, (signal) => getText(path, params, signal));
  const text = figures.loading ? null : figures.data;
  const { error } = figures;

  const [head, ...rows] = (text ?? "")
    .trimEnd()
    .split("\n")
    .map((line) => line.split(","));
  return (
    <details class="no-print" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary class="bold">{t("lab.figures")}</summary>
      {open && error && <ErrorNote error={error} />}
      {open && !error && text === null && <Loading />}
      {open && text !== null && (
        <div class="scroll-x lab-table" tabIndex={0} role="group" aria-label={t("lab.figures")}>
          <table class="table">
            <caption>
              {rows.length > SHOWN
                ? t("lab.firstRows", { caption: props.caption, shown: SHOWN, rows: rows.length })
                : props.caption}
            </caption>
            <Heads texts={(head ?? []).map((name) => heading(name, props.columns))} />
            <tbody>
              {rows.slice(0, SHOWN).map((row, at) => (
                <tr key={at}>
                  {row.map((cell, column) => (
                    <td key={column}>{entry(cell)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}

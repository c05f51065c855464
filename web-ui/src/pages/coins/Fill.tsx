import type { JSX, TargetedKeyboardEvent } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { Icon } from "../../components/Icon";
import { PageTitle } from "../../components/PageTitle";
import { SelectField } from "../../components/SelectField";
import { TextField } from "../../components/TextField";
import type { CoinsTable } from "../../generated/api";
import { announce } from "../../lib/announce";
import { t } from "../../lib/i18n";
import { navigate, type Route } from "../../lib/router";
import { useLive } from "../../lib/solver";
import { Coin, metals } from "./Coin";
import { beginnerMoves, type Cell, cellsOf, neighbour, nextCell, readRow, sourcesOf } from "./cells";
import "./coins.css";
import "./fill.css";

/** An example row from the article that introduced the method. With best play, the game is a tie. */
const FIRST = "1.2.4.3";
const COUNTS = ["4", "5", "6", "7", "8"] as const;
const LARGEST = 9;

const nameOf = ({ first, length }: Cell): string => `${first}-${length}`;

function address(row: readonly number[]): string {
  return `/coins/triangle?coins=${row.join(".")}`;
}

/** The page on which readers fill in the triangle of a row. */
export function Fill({ route }: { route: Route }): JSX.Element {
  const asked = readRow(route.query.get("coins") ?? FIRST);
  const row = asked ?? readRow(FIRST) ?? [];
  const [text, setText] = useState(row.join(" "));
  const [wrong, setWrong] = useState(asked === null ? (route.query.get("coins") ?? "") : null);
  const [count, setCount] = useState(String(Math.max(row.length, Number(COUNTS[0]))));
  useLayoutEffect(() => setText(row.join(" ")), [row.join(".")]);
  const use = (): void => {
    const found = readRow(text);
    setWrong(found === null ? text : null);
    if (found !== null) {
      navigate(address(found));
    }
  };
  const another = (): void => {
    setWrong(null);
    navigate(address(Array.from({ length: Number(count) }, () => 1 + Math.floor(Math.random() * LARGEST))));
  };
  return (
    <>
      <PageTitle text={t("triangle.title")} lead={t("triangle.lead")} />
      <div class="columns" style={{ "--least": "26rem" }}>
        <Triangle key={row.join(".")} row={row} />
        <p>{t("triangle.how")}</p>
        <form
          class="card stack no-print"
          onSubmit={(event) => {
            event.preventDefault();
            use();
          }}
        >
          <TextField
            label={t("triangle.row")}
            value={text}
            hint={t("triangle.rowHint")}
            error={wrong === null ? null : t("triangle.rowError", { text: wrong })}
            onInput={(typed) => {
              setText(typed);
              setWrong(null);
            }}
          />
          <div class="row">
            <button type="submit" class="button">
              {t("triangle.use")}
            </button>
            <div class="row">
              <SelectField
                label={t("worksheets.coins.coins")}
                hideLabel
                value={count}
                options={COUNTS.map((value) => ({ value, label: value }))}
                onInput={setCount}
              />
              <Button icon="restart" text={t("triangle.another", { count })} onClick={another} />
            </div>
          </div>
          <p class="row">
            <a href={`/coins:${row.join(".")}`}>{t("triangle.play")}</a>
            <a href="/worksheets?game=coins&kind=triangle">{t("triangle.sheet")}</a>
          </p>
        </form>
      </div>
    </>
  );
}

/** The state of a cell: open (empty or unfinished), right or wrong. */
type State = "open" | "right" | "wrong";

type Filling = ReturnType<typeof useFilling>;

/** Return the numbers that the reader has typed into the cells, and how many of them are right. */
function useFilling(row: readonly number[], table: CoinsTable["table"] | null) {
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const told = useRef(false);
  const answerOf = ({ first, length }: Cell): string => String(table?.[first]?.[length - 1] ?? "");
  const textOf = (cell: Cell): string => typed.get(nameOf(cell)) ?? "";
  const stateOf = (cell: Cell, text = textOf(cell)): State => {
    const answer = answerOf(cell);
    if (text === "" || answer === "") {
      return "open";
    }
    if (String(Number(text)) === answer) {
      return "right";
    }
    return left.has(nameOf(cell)) || text.length >= answer.length ? "wrong" : "open";
  };
  const cells = cellsOf(row.length);
  const done = cells.filter((cell) => stateOf(cell) === "right").length;
  const first = Number(answerOf({ first: 0, length: row.length }));
  const totals = { first, second: row.reduce((total, coin) => total + coin, 0) - first };
  const complete = table !== null && done === cells.length;
  useEffect(() => {
    if (complete && !told.current) {
      told.current = true;
      announce(t("triangle.done", totals));
    }
  }, [complete]);
  return {
    cells,
    textOf,
    stateOf,
    write: (cell: Cell, text: string): void => {
      setTyped(new Map(typed).set(nameOf(cell), text));
      setLeft(new Set([...left].filter((name) => name !== nameOf(cell))));
    },
    /** Record that the reader left a cell. Until then, a number with too few digits does not count as wrong. */
    leave: (cell: Cell): void => {
      if (textOf(cell) !== "") {
        setLeft(new Set([...left, nameOf(cell)]));
      }
    },
    clear: (): void => {
      setTyped(new Map());
      setLeft(new Set());
      told.current = false;
    },
    done,
    complete,
    /** The totals of both players after best play. */
    totals,
  };
}

/** Return a text that lists the coins of a cell. */
function coinsOf(row: readonly number[], { first, length }: Cell): string {
  return row.slice(first, first + length).join(" ");
}

/** Explain how the value of a cell is computed. */
function explain(row: readonly number[], cell: Cell): string {
  const [one, other] = sourcesOf(cell);
  const [left, right] = [row[cell.first] ?? 0, row[cell.first + cell.length - 1] ?? 0];
  const mine = beginnerMoves(cell.length, row.length);
  if (one === undefined || other === undefined) {
    return t(mine ? "triangle.hint.single.first" : "triangle.hint.single.second", { left });
  }
  const parts = { left, right, rest1: coinsOf(row, one), rest2: coinsOf(row, other) };
  return t(mine ? "triangle.hint.first" : "triangle.hint.second", parts);
}

/** One cell of the triangle. */
function Field(props: {
  row: readonly number[];
  cell: Cell;
  filling: Filling;
  /** Set if the value of the focused cell is computed from this cell. */
  source: boolean;
  onType: (text: string) => void;
  onKeyDown: (event: TargetedKeyboardEvent<HTMLInputElement>) => void;
  onFocus: () => void;
}): JSX.Element {
  const { row, cell, filling } = props;
  const state = filling.stateOf(cell);
  const mine = beginnerMoves(cell.length, row.length);
  return (
    <span
      class={`fill-cell ${state} ${state === "right" ? "good" : state === "wrong" ? "bad" : ""} ${props.source ? "source" : ""}`}
    >
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        data-cell={nameOf(cell)}
        value={filling.textOf(cell)}
        aria-label={t("triangle.cell", {
          coins: coinsOf(row, cell),
          mover: t(mine ? "triangle.mover.first" : "triangle.mover.second"),
        })}
        aria-invalid={state === "wrong"}
        aria-describedby={state === "open" ? undefined : `fill-${state}`}
        onInput={(event) => props.onType(event.currentTarget.value)}
        onKeyDown={props.onKeyDown}
        onFocus={props.onFocus}
        onBlur={() => filling.leave(cell)}
      />
      <span class="fill-sign" aria-hidden="true">
        {state === "right" ? "✓" : state === "wrong" ? "✗" : ""}
      </span>
    </span>
  );
}

/** A line that says how much of the triangle is filled in. */
function Progress({ filling }: { filling: Filling }): JSX.Element {
  return (
    <p>
      {filling.complete ? (
        <strong class="chip good">
          <Icon name="check" />
          {t("triangle.done", filling.totals)}
        </strong>
      ) : (
        t("triangle.progress", { done: filling.done, total: filling.cells.length })
      )}
    </p>
  );
}

function Triangle({ row }: { row: readonly number[] }): JSX.Element {
  const live = useLive<CoinsTable>("/coins/table", { coins: row.join("."), of: "A" });
  const filling = useFilling(row, live.result?.table ?? null);
  const [current, setCurrent] = useState<Cell | null>(null);
  const [hint, setHint] = useState<Cell | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  const count = row.length;
  if (live.error) {
    return <ErrorNote error={live.error} onRetry={live.again} />;
  }

  const focus = (cell: Cell | null): void => {
    const field = cell && grid.current?.querySelector<HTMLInputElement>(`[data-cell="${nameOf(cell)}"]`);
    field?.focus();
    field?.select();
  };
  const help = (): void => {
    setHint(current);
    announce(current === null ? t("triangle.hint.none") : explain(row, current));
    focus(current);
  };
  const type = (cell: Cell, text: string): void => {
    const digits = text.replaceAll(/\D/g, "").slice(0, 3);
    filling.write(cell, digits);
    const state = filling.stateOf(cell, digits);
    if (state !== "open") {
      announce(t(state === "right" ? "triangle.said.right" : "triangle.said.wrong", { value: digits }));
    }
    if (state === "right" && hint !== null && nameOf(hint) === nameOf(cell)) {
      setHint(null);
    }
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>, cell: Cell): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const target = event.key === "Enter" ? nextCell(cell, count) : neighbour(cell, event.key, count);
    if (target !== null) {
      event.preventDefault();
      focus(target);
    } else if (event.key.toLowerCase() === "h") {
      event.preventDefault();
      help();
    }
  };
  const clear = (): void => {
    filling.clear();
    setHint(null);
    focus({ first: 0, length: 1 });
  };
  const sources = new Set(hint === null ? [] : sourcesOf(hint).map(nameOf));
  const look = metals([...row]);
  const lengths = Array.from({ length: count }, (_, at) => count - at);
  return (
    <section class="stack fill" aria-label={t("triangle.grid", { count })}>
      <div
        class="fill-grid stack"
        ref={grid}
        role="group"
        aria-label={t("triangle.grid", { count })}
        style={{ "--fill-count": count }}
      >
        {lengths.map((length) => (
          <div key={length}>
            <span class="fill-mover" aria-hidden="true">
              {beginnerMoves(length, count) ? "▲" : "▽"}
            </span>
            {filling.cells
              .filter((cell) => cell.length === length)
              .map((cell) => (
                <Field
                  key={nameOf(cell)}
                  row={row}
                  cell={cell}
                  filling={filling}
                  source={sources.has(nameOf(cell))}
                  onType={(text) => type(cell, text)}
                  onKeyDown={(event) => onKeyDown(event, cell)}
                  onFocus={() => setCurrent(cell)}
                />
              ))}
          </div>
        ))}
        <ol aria-label={t("worksheets.coins.coins")}>
          {row.map((coin, at) => (
            <li key={at} class="centred">
              <Coin value={coin} look={look} />
            </li>
          ))}
        </ol>
      </div>
      <p hidden id="fill-right">
        {t("triangle.right")}
      </p>
      <p hidden id="fill-wrong">
        {t("triangle.wrong")}
      </p>
      <p class="muted">
        {t("classroom.sheet.level.first")} · {t("classroom.sheet.level.second")}
      </p>
      <p class="fill-hint bold">{hint !== null && explain(row, hint)}</p>
      <p class="row no-print">
        <Button icon="hint" text={t("triangle.hint")} keys="h" onClick={help} />
        <Button text={t("triangle.clear")} look="quiet" onClick={clear} />
      </p>
      <Progress filling={filling} />
    </section>
  );
}

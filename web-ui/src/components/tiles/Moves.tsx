import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../../lib/i18n";
import "./beside.css";

/** A move in the list: the text of its link, and a note beside its number. */
interface MoveMade {
  label: string;
  number: number;
  note: string;
  /** A class name for the player who made the move. */
  by?: string;
}

/** The moves in order; each one leads to its position. */
export function Moves(props: {
  made: readonly MoveMade[];
  /** Moves that redo would make. */
  future: readonly number[];
  /** The number of moves made in the shown position. */
  at: number;
  onGo: (k: number) => void;
}): JSX.Element {
  const { made, future, at } = props;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (list.current && current) {
      // Scroll the list only, never the page.
      const top = current.offsetTop - list.current.offsetTop;
      if (
        top < list.current.scrollTop ||
        top + current.offsetHeight > list.current.scrollTop + list.current.clientHeight
      ) {
        list.current.scrollTop = top - list.current.clientHeight / 2;
      }
    }
  }, [at]);
  const entry = (k: number, label: string, children: JSX.Element): JSX.Element => (
    <li key={k} class={k > at ? "future" : undefined}>
      <button
        type="button"
        class="pick"
        aria-label={label}
        {...(k === at && { "aria-current": "step" as const })}
        onClick={() => props.onGo(k)}
      >
        {children}
      </button>
    </li>
  );
  return (
    <section class="stack" aria-label={t("tiles.moves")}>
      <h2 class="big">{t("tiles.moves")}</h2>
      <ol class="tiles-moves" ref={list}>
        {entry(0, t("tiles.moves.toStart"), <span>{t("tiles.moves.start")}</span>)}
        {made.map(({ label, number, note, by }, i) =>
          entry(
            i + 1,
            label,
            <>
              <span class="order small">{i + 1}.</span>
              <b class={by}>{number}</b>
              <span class="small">{note}</span>
            </>,
          ),
        )}
        {future.map((number, i) =>
          entry(
            made.length + i + 1,
            t("tiles.moves.again", { move: made.length + i + 1, number: String(number) }),
            <>
              <span class="order small">{made.length + i + 1}.</span>
              <b>{number}</b>
            </>,
          ),
        )}
      </ol>
    </section>
  );
}

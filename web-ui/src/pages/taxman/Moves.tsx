import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { TaxmanTurn } from "../../generated/api";
import { t } from "../../lib/i18n";
import { some } from "./records";

/** The moves in order; each leads to its moment. */
export function Moves(props: {
  turns: readonly TaxmanTurn[];
  /** Moves that were taken back, or are still to come. */
  future: readonly number[];
  /** The moment that is shown: after this many moves. */
  at: number;
  onGo: (k: number) => void;
}): JSX.Element {
  const { turns, future, at } = props;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (list.current && current) {
      // Only the list scrolls, never the page.
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
        aria-label={label}
        {...(k === at && { "aria-current": "step" as const })}
        onClick={() => props.onGo(k)}
      >
        {children}
      </button>
    </li>
  );
  return (
    <section class="stack" aria-label={t("taxman.moves")}>
      <h2 class="taxman-heading">{t("taxman.moves")}</h2>
      <ol class="taxman-moves" ref={list}>
        {entry(0, t("taxman.moves.toStart"), <span>{t("taxman.moves.start")}</span>)}
        {turns.map((turn, i) =>
          entry(
            i + 1,
            t("taxman.moves.to", { move: i + 1, number: String(turn.take), tax: some(turn.tax) }),
            <>
              <span class="taxman-order">{i + 1}.</span>
              <b>{turn.take}</b>
              <span class="taxman-paid">
                {t("taxman.moves.tax", { tax: some(turn.tax) })}
                {turn.left.length > 0 && t("taxman.moves.left", { left: some(turn.left) })}
              </span>
            </>,
          ),
        )}
        {future.map((number, i) =>
          entry(
            turns.length + i + 1,
            t("taxman.moves.again", { move: turns.length + i + 1, number: String(number) }),
            <>
              <span class="taxman-order">{turns.length + i + 1}.</span>
              <b>{number}</b>
            </>,
          ),
        )}
      </ol>
    </section>
  );
}

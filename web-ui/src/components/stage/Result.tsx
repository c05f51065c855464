import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../../lib/i18n";
import { play } from "../../lib/sound";
import { Icon } from "../Icon";

/** How a game ended: perfect is gold, won is green, and anything else is grey. */
export type Tone = "perfect" | "won" | "played";

/** The result card: one headline, what it means, and what to do next. */
export function ResultCard(props: {
  tone: Tone;
  title: string;
  /** Whether it came just now, by a move. */
  fresh: boolean;
  /** Id of its heading, for the focus. */
  id: string;
  /** Leaves the board behind it free; nothing where there is none. */
  onClose?: () => void;
  /** What to do next; the first one is what most people want. */
  actions: ComponentChildren;
  children?: ComponentChildren;
}): JSX.Element {
  const { fresh, tone } = props;
  useEffect(() => {
    if (fresh && tone !== "played") {
      play(tone === "perfect" ? "perfect" : "win");
    }
  }, [fresh, tone]);
  return (
    <section class={`result-card card ${tone}`} aria-labelledby={props.id}>
      {props.onClose && (
        <button
          type="button"
          class="button quiet icon-only result-close"
          aria-label={t("result.close")}
          onClick={props.onClose}
        >
          <Icon name="close" />
        </button>
      )}
      <h2 id={props.id} tabIndex={-1}>
        {props.title}
      </h2>
      {props.children}
      <div class="row no-print">{props.actions}</div>
    </section>
  );
}

/** Whether the result of a position is shown: until it is closed, and again when it is asked for. */
export function useResult(id: string, over: boolean): { shown: boolean; closed: boolean; close(): void; open(): void } {
  const [closed, setClosed] = useState<string | null>(null);
  const away = over && closed === id;
  return { shown: over && !away, closed: away, close: () => setClosed(id), open: () => setClosed(null) };
}

/** The way back to a result that was closed. */
export function ResultButton({ onOpen }: { onOpen: () => void }): JSX.Element {
  return (
    <button type="button" class="button" onClick={onOpen}>
      {t("result.open")}
    </button>
  );
}

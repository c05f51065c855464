import type { ComponentChildren, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { t } from "../../lib/i18n";
import { play } from "../../lib/notes";
import { Button } from "../Button";
import "./result.css";

/** The tone of a result card: gold for a perfect game, green for a won game, grey for any other game. */
type Tone = "perfect" | "won" | "played";

/** The result card: one headline, its meaning, and the next steps. */
export function ResultCard(props: {
  tone: Tone;
  title: string;
  /** Set if a move has just ended the game. */
  fresh: boolean;
  /** Id of the heading, which gets the focus. */
  id: string;
  /** Close the card to show the board; absent if there is no board behind it. */
  onClose?: () => void;
  /** The next steps, the most likely first. */
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
        <Button icon="close" bare text={t("result.close")} look="quiet result-close" onClick={props.onClose} />
      )}
      <h2 id={props.id} tabIndex={-1}>
        {props.title}
      </h2>
      {props.children}
      <div class="row no-print">{props.actions}</div>
    </section>
  );
}

/** The button that shows a closed result again. */
export function ResultButton({ onOpen }: { onOpen: () => void }): JSX.Element {
  return <Button text={t("result.open")} onClick={onOpen} />;
}

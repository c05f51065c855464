import type { ComponentChildren, JSX } from "preact";
import { t } from "../../lib/i18n";
import { Icon } from "../Icon";

/** What the tile in question would do, or else what happened last; and the button that takes it. */
export function TicketFrame(props: {
  /** Whether nothing has happened yet and no tile is in question: then it need not stay in sight. */
  resting: boolean;
  /** The number that the button takes; null where none can be taken. */
  takes: number | null;
  onTake: (number: number) => void;
  children: ComponentChildren;
}): JSX.Element {
  const { takes } = props;
  return (
    <div class={`tiles-ticket no-print ${props.resting ? "resting" : ""}`}>
      <div class="tiles-ticket-text">{props.children}</div>
      {takes !== null && (
        <button type="button" class="button primary" onClick={() => props.onTake(takes)}>
          <Icon name="check" />
          {t("tiles.take", { number: String(takes) })}
        </button>
      )}
    </div>
  );
}

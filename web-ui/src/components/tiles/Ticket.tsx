import type { ComponentChildren, JSX } from "preact";
import { t } from "../../lib/i18n";
import { Icon } from "../Icon";

/** Shows the effect of taking the tile that the player points at, and a button to take it; else the latest move. */
export function TicketFrame(props: {
  /** Set before the first move, until the player points at a tile: the ticket may then scroll out of sight. */
  resting: boolean;
  /** The number that the button takes; null if none can be taken. */
  takes: number | null;
  onTake: (number: number) => void;
  children: ComponentChildren;
}): JSX.Element {
  const { takes } = props;
  return (
    <div class={`tiles-ticket row no-print ${props.resting ? "resting" : ""}`}>
      <div>{props.children}</div>
      {takes !== null && (
        <button type="button" class="button primary" onClick={() => props.onTake(takes)}>
          <Icon name="check" />
          {t("tiles.take", { number: String(takes) })}
        </button>
      )}
    </div>
  );
}

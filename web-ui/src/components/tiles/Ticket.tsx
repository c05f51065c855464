import type { ComponentChildren, JSX } from "preact";
import { t } from "../../lib/i18n";
import { Icon } from "../Icon";

/** The effect of the tile that the player looks at, or else the latest move; with the button that takes the tile. */
export function TicketFrame(props: {
  /** Set before the first move while no tile is looked at: the ticket may then scroll out of sight. */
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

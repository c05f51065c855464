import type { ComponentChildren, JSX, RefObject } from "preact";
import { type AimStore, aimed, useMarks } from "../../components/tiles/aim";
import { some } from "../../components/tiles/numbers";
import { TicketFrame } from "../../components/tiles/Ticket";
import type { Seats } from "../../components/two/seats";
import { pictureName } from "../../components/two/words";
import type { FactorgameDescribed, FactorOption } from "../../generated/api";
import { num, t } from "../../lib/i18n";
import { useStore } from "../../lib/store";
import type { Shown } from "./Tiles";
import { openText, priceText, tileText } from "./words";

/** Maximum number of divisors that the text lists; the board marks all of them. */
const MOST = 12;

/** Format a number with an explicit sign, such as "+19" or "−3". */
function signed(value: number): string {
  return value > 0 ? `+${num(value)}` : value < 0 ? `−${num(-value)}` : "0";
}

/** The points that both players get if a number is taken. */
function Gains(props: { option: FactorOption; own: string; cost: number | null; hinted: boolean }): JSX.Element {
  const { given, gains } = props.option;
  const [own, other] = gains;
  return (
    <p>
      <b class="toned mine">{props.own}</b>
      {", "}
      <b class="toned theirs">{t("factor.ticket.other", { other: num(other) })}</b> ({some(given, MOST)}){" "}
      {!props.hinted && (
        <span class="muted">
          {props.cost === null ? t("factor.ticket.net", { net: signed(own - other) }) : priceText(props.cost)}
        </span>
      )}
    </p>
  );
}

/** The effect of taking the number that is aimed at, with a button to take it. If there is none, the latest move. */
export function Ticket(props: {
  record: FactorgameDescribed;
  seats: Seats;
  aim: AimStore;
  board: RefObject<HTMLElement | null>;
  /** Set if numbers can be taken now. */
  open: boolean;
  shown: Shown;
  /** Numbers that a hint points to; the move is one of them. */
  area: readonly number[];
  /** The reason for the hint. */
  hint: string;
  /** The text that is shown while no number is aimed at. */
  message: ComponentChildren;
  /** Set if `message` must be shown even while a number is aimed at. */
  urgent: boolean;
  onTake: (number: number) => void;
}): JSX.Element {
  const { record, seats, open, shown } = props;
  const aim = useStore(props.aim);
  const number = aimed(aim);
  const option = record.options.find((one) => one.number === number);
  const tile = number === null ? undefined : record.tiles[number - 1];
  const cost = number === null ? null : (shown.costs.get(number) ?? null);
  const hinted = number !== null && number === aim.hint;
  const tells = open && shown.gains && option !== undefined;
  useMarks(props.board, record.id, aim, {
    ...(tells && { tax: option.given }),
    area: props.area,
  });

  const says = (): ComponentChildren => {
    if (tile === undefined || props.urgent || (option !== undefined && !open)) {
      return props.message;
    }
    if (option === undefined) {
      return <p>{tileText(record, seats, tile.number, shown.gains)}</p>;
    }
    if (!shown.gains || option.given.length === 0) {
      return <p>{openText(option, shown.gains, cost)}</p>;
    }
    const own = num(option.gains[0]);
    const name = pictureName(record.to_move);
    const text = seats.me === null ? t("factor.ticket.ownName", { own, name }) : t("factor.ticket.own", { own });
    return <Gains option={option} own={text} cost={cost} hinted={hinted} />;
  };

  return (
    <TicketFrame
      resting={tile === undefined && record.moves.length === 0}
      takes={open && option !== undefined && number === aim.pin ? number : null}
      onTake={props.onTake}
    >
      {hinted && <p class="tiles-hint bold">{props.hint}</p>}
      {says()}
    </TicketFrame>
  );
}

import type { ComponentChildren, JSX, RefObject } from "preact";
import { type AimStore, aimed, useMarks } from "../../components/tiles/aim";
import { some, sum } from "../../components/tiles/numbers";
import { TicketFrame } from "../../components/tiles/Ticket";
import type { TaxmanDescribed, TaxmanPreview } from "../../generated/api";
import { num, t } from "../../lib/i18n";
import { useStore } from "../../lib/store";
import { useCost, usePreview } from "./preview";
import { describeTile } from "./Tiles";

/** Numbers that are listed; the board marks them all. */
const MOST = 10;

function Cost({ preview, price }: { preview: TaxmanPreview; price: string }): JSX.Element {
  const [tax, lost] = [sum(preview.tax), sum(preview.lost)];
  return (
    <p>
      <b class="say-mine">{t("taxman.ticket.take", { number: num(preview.take) })}</b>
      {", "}
      <b class="say-theirs">{t("taxman.ticket.tax", { sum: num(tax) })}</b> ({some(preview.tax, MOST)})
      {lost > 0 && (
        <>
          {", "}
          <b class="say-lost">{t("taxman.ticket.lost", { sum: num(lost) })}</b> ({some(preview.lost, MOST)})
        </>
      )}
      {price !== "" && <span class="tiles-hint"> {price}</span>}
    </p>
  );
}

/** What the tile in question would cost, or else what happened last; and the button that takes it. */
export function Ticket(props: {
  position: TaxmanDescribed;
  previews: ReadonlyMap<number, TaxmanPreview>;
  aim: AimStore;
  board: RefObject<HTMLElement | null>;
  /** What is said when no tile is in question. */
  message: ComponentChildren;
  /** Whether that must be seen, whatever tile is in question. */
  urgent: boolean;
  /** Numbers among which a hint lies. */
  area: readonly number[];
  /** What the hint says. */
  hint: string;
  /** The proven score that it keeps, once it has been told; the price of the other moves is then no secret any more. */
  kept: number | null;
  onTake: (number: number) => void;
  /** Whether nothing is said of what a move would cost. */
  blind: boolean;
}): JSX.Element {
  const { position, previews } = props;
  const aim = useStore(props.aim);
  const number = aimed(aim);
  const preview = usePreview(position, previews, props.blind ? null : number);
  const legal = number !== null && position.legal.includes(String(number));
  const hinted = number !== null && number === aim.hint;
  const cost = useCost(position, legal && !hinted ? number : null, props.blind ? null : props.kept);
  const price =
    cost === null || props.kept === null
      ? ""
      : cost === 0
        ? t("taxman.ticket.keeps", { value: props.kept })
        : t("taxman.ticket.cost", { cost });
  const tile = number === null ? undefined : position.tiles.find((candidate) => candidate.number === number);
  const turn = tile?.move ? Number(position.moves[tile.move - 1]) : undefined;

  useMarks(props.board, position.id, aim, {
    ...(preview && { tax: preview.tax, lost: preview.lost }),
    area: props.area,
  });

  return (
    <TicketFrame
      resting={tile === undefined && position.moves.length === 0}
      takes={legal && number === aim.pin ? number : null}
      onTake={props.onTake}
    >
      {hinted && <p class="tiles-hint">{props.hint}</p>}
      {tile === undefined || props.urgent ? (
        <div>{props.message}</div>
      ) : preview ? (
        <Cost preview={preview} price={price} />
      ) : (
        <p>{describeTile(tile.number, legal ? "legal" : tile.fate === "open" ? "idle" : tile.fate, tile.move, turn)}</p>
      )}
    </TicketFrame>
  );
}

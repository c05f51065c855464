import type { ComponentChildren, JSX, RefObject } from "preact";
import { type AimStore, aimed, useMarks } from "../../components/tiles/aim";
import { some, sum } from "../../components/tiles/numbers";
import { TicketFrame } from "../../components/tiles/Ticket";
import type { TaxmanDescribed, TaxmanPreview } from "../../generated/api";
import { num, t } from "../../lib/i18n";
import { useStore } from "../../lib/store";
import { usePreview } from "./preview";
import { describeTile } from "./Tiles";

/** Maximum number of numbers in a list; the board marks all of them. */
const MOST = 10;

function Cost({ preview, price }: { preview: TaxmanPreview; price: ComponentChildren }): JSX.Element {
  const [tax, lost] = [sum(preview.tax), sum(preview.lost)];
  return (
    <p>
      <b class="toned mine">{t("taxman.ticket.take", { number: num(preview.take) })}</b>
      {", "}
      <b class="toned theirs">{t("taxman.ticket.tax", { sum: num(tax) })}</b> ({some(preview.tax, MOST)})
      {lost > 0 && (
        <>
          {", "}
          <b class="toned theirs say-lost">{t("taxman.ticket.lost", { sum: num(lost) })}</b> ({some(preview.lost, MOST)}
          )
        </>
      )}
      {price}
    </p>
  );
}

/** The cost of the tile that is aimed at, with a button that takes it. If there is no such tile, the latest move. */
export function Ticket(props: {
  position: TaxmanDescribed;
  previews: ReadonlyMap<number, TaxmanPreview>;
  aim: AimStore;
  board: RefObject<HTMLElement | null>;
  /** The text that is shown while no tile is aimed at. */
  message: ComponentChildren;
  /** Set if `message` must be shown even while a tile is aimed at. */
  urgent: boolean;
  /** Numbers that a hint points to; the move is one of them. */
  area: readonly number[];
  /** The text of the hint. */
  hint: string;
  /** Compare a move with the move of the hint. */
  price?: (number: number) => ComponentChildren;
  onTake: (number: number) => void;
  /** Set if the cost of moves is hidden. */
  blind: boolean;
}): JSX.Element {
  const { position, previews } = props;
  const aim = useStore(props.aim);
  const number = aimed(aim);
  const preview = usePreview(position, previews, props.blind ? null : number);
  const legal = number !== null && position.legal.includes(String(number));
  const hinted = number !== null && number === aim.hint;
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
      {hinted && <p class="tiles-hint bold">{props.hint}</p>}
      {tile === undefined || props.urgent ? (
        <div>{props.message}</div>
      ) : preview ? (
        <Cost preview={preview} price={!hinted && props.price?.(preview.take)} />
      ) : (
        <p>{describeTile(tile.number, legal ? "legal" : tile.fate === "open" ? "idle" : tile.fate, tile.move, turn)}</p>
      )}
    </TicketFrame>
  );
}

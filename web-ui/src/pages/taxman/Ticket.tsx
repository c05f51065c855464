import type { ComponentChildren, JSX, RefObject } from "preact";
import { type AimStore, aimed, useMarks } from "../../components/tiles/aim";
import { some, sum } from "../../components/tiles/numbers";
import { TicketFrame } from "../../components/tiles/Ticket";
import type { TaxmanDescribed, TaxmanPreview } from "../../generated/api";
import { num, rich, t } from "../../lib/i18n";
import { useStore } from "../../lib/store";
import { usePreview } from "./preview";
import { describeTile } from "./Tiles";

/** Numbers that are listed; the board marks them all. */
const MOST = 10;

function Cost({ preview }: { preview: TaxmanPreview }): JSX.Element {
  const strong = (value: number): JSX.Element => <strong class="number">{num(value)}</strong>;
  return (
    <>
      <p class="tiles-ticket-head">{rich("taxman.ticket.take", { number: strong(preview.take) })}</p>
      <p>
        <span class="tiles-swatch tax" aria-hidden="true" />
        {rich("taxman.ticket.tax", { sum: strong(sum(preview.tax)), numbers: some(preview.tax, MOST) })}
      </p>
      {preview.lost.length > 0 && (
        <p>
          <span class="tiles-swatch lost" aria-hidden="true" />
          {rich("taxman.ticket.lost", { sum: strong(sum(preview.lost)), numbers: some(preview.lost, MOST) })}
        </p>
      )}
      <p class="muted">
        {preview.net === 0
          ? t("taxman.ticket.even")
          : rich(preview.net > 0 ? "taxman.ticket.more" : "taxman.ticket.less", { net: strong(Math.abs(preview.net)) })}
      </p>
    </>
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
  /** The number that has been pressed, until the server has answered. */
  taken: number | null;
  /** Why the hint is what it is. */
  hint: ComponentChildren;
  onTake: (number: number) => void;
  /** Whether nothing is said of what a move would cost. */
  blind: boolean;
}): JSX.Element {
  const { position, previews } = props;
  const aim = useStore(props.aim);
  const number = aimed(aim);
  const preview = usePreview(position, previews, props.blind ? null : number);
  const legal = number !== null && position.legal.includes(String(number));
  const tile = number === null ? undefined : position.tiles.find((candidate) => candidate.number === number);
  const turn = tile?.move ? Number(position.moves[tile.move - 1]) : undefined;

  useMarks(props.board, position.id, aim, {
    ...(preview && { tax: preview.tax, lost: preview.lost }),
    area: props.area,
    taken: props.taken,
  });

  return (
    <TicketFrame
      resting={tile === undefined && position.moves.length === 0}
      takes={legal && number === aim.pin ? number : null}
      onTake={props.onTake}
    >
      {number !== null && number === aim.hint && <p class="tiles-hint">{props.hint}</p>}
      {tile === undefined || props.urgent ? (
        <div>{props.message}</div>
      ) : preview ? (
        <Cost preview={preview} />
      ) : (
        <p>{describeTile(tile.number, legal ? "legal" : tile.fate === "open" ? "idle" : tile.fate, tile.move, turn)}</p>
      )}
    </TicketFrame>
  );
}

import type { ComponentChildren, JSX, RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { Icon } from "../../components/Icon";
import type { TaxmanDescribed, TaxmanPreview } from "../../generated/api";
import { num, rich, t } from "../../lib/i18n";
import { useStore } from "../../lib/store";
import { type AimStore, aimed, usePreview } from "./aim";
import { some, sum } from "./records";
import { describeTile } from "./Tiles";

const MARKED = "mark";

/** Numbers that are listed; the board marks them all. */
const MOST = 10;

/** Marks tiles on the board: what a move would take, cost and strand. Set on the elements, for the board is large. */
export function mark(board: HTMLElement, marks: ReadonlyMap<number, string>): () => void {
  const set: HTMLElement[] = [];
  for (const tile of board.querySelectorAll<HTMLElement>("[data-number]")) {
    const text = marks.get(Number(tile.dataset.number));
    if (text !== undefined) {
      tile.dataset[MARKED] = text;
      set.push(tile);
    }
  }
  return () => {
    for (const tile of set) {
      delete tile.dataset[MARKED];
    }
  };
}

function Cost({ preview }: { preview: TaxmanPreview }): JSX.Element {
  const strong = (value: number): JSX.Element => <strong class="number">{num(value)}</strong>;
  return (
    <>
      <p class="taxman-ticket-head">{rich("taxman.ticket.take", { number: strong(preview.take) })}</p>
      <p>
        <span class="taxman-swatch tax" aria-hidden="true" />
        {rich("taxman.ticket.tax", { sum: strong(sum(preview.tax)), numbers: some(preview.tax, MOST) })}
      </p>
      {preview.lost.length > 0 && (
        <p>
          <span class="taxman-swatch lost" aria-hidden="true" />
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

  useLayoutEffect(() => {
    if (!props.board.current) {
      return undefined;
    }
    const marks = new Map<number, string>();
    for (const each of props.area) {
      marks.set(each, "area");
    }
    for (const each of preview?.tax ?? []) {
      marks.set(each, "tax");
    }
    for (const each of preview?.lost ?? []) {
      marks.set(each, "lost");
    }
    if (aim.hint !== null) {
      marks.set(aim.hint, "hint");
    }
    if (number !== null) {
      marks.set(number, number === aim.hint ? "hint" : "aim");
    }
    if (props.taken !== null) {
      marks.set(props.taken, "taken");
    }
    return mark(props.board.current, marks);
  }, [position.id, preview, number, aim.hint, props.area.join(), props.taken]);

  return (
    <div class={`taxman-ticket card no-print ${tile === undefined && position.moves.length === 0 ? "resting" : ""}`}>
      <div class="taxman-ticket-text">
        {number !== null && number === aim.hint && <p class="taxman-hint">{props.hint}</p>}
        {tile === undefined || props.urgent ? (
          <div>{props.message}</div>
        ) : preview ? (
          <Cost preview={preview} />
        ) : (
          <p>
            {describeTile(tile.number, legal ? "legal" : tile.fate === "open" ? "idle" : tile.fate, tile.move, turn)}
          </p>
        )}
      </div>
      {legal && number === aim.pin && (
        <button type="button" class="button primary" onClick={() => props.onTake(number)}>
          <Icon name="check" />
          {t("taxman.ticket.button", { number: String(number) })}
        </button>
      )}
    </div>
  );
}

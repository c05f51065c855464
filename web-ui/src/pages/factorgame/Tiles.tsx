import type { JSX } from "preact";
import { LookLegend } from "../../components/tiles/LookLegend";
import { Tiles as Board, type Face, type Pressed } from "../../components/tiles/Tiles";
import { type Seats, sideOf } from "../../components/two/seats";
import { label, pictureName } from "../../components/two/words";
import type { FactorgameDescribed, FactorOption, FactorTile } from "../../generated/api";
import { num, t } from "../../lib/i18n";
import { goneText, openText } from "./words";

/** Columns on a narrow screen, by board size. The classroom's board of 36 numbers has six, as in the textbook. */
const ROWS: readonly (readonly [upTo: number, columns: number])[] = [
  [36, 6],
  [49, 7],
];
const MOST_COLUMNS = 8;

/** The details of moves to show on the tiles. */
export interface Shown {
  /** Set if the gain of a move is shown. */
  gains: boolean;
  /** The cost of each move, by its number; empty if costs are hidden. */
  costs: ReadonlyMap<number, number>;
}

/** Return a word for the owner of a number. */
function ownerName(seats: Seats, player: 0 | 1): string {
  return seats.me === null ? pictureName(player) : t(player === seats.me ? "factor.tile.mine" : "factor.tile.theirs");
}

function gone(tile: FactorTile, record: FactorgameDescribed, seats: Seats): Face {
  const { number, fate, move } = tile;
  const player = tile.player ?? 0;
  return {
    number,
    look: fate === "wasted" ? "left" : `${sideOf(seats, player)} ${fate}`,
    dead: true,
    facts: [move, player, seats.opponent],
    words: () => ({
      caption: fate === "wasted" ? "" : ownerName(seats, player),
      said: goneText(tile, record, seats),
    }),
  };
}

function left(number: number, option: FactorOption | undefined, open: boolean, shown: Shown, marks: boolean): Face {
  const cost = shown.costs.get(number) ?? null;
  const waste = option?.given.length === 0;
  return {
    number,
    look: option === undefined ? "idle" : waste ? "idle waste" : "legal",
    dead: !open || (option === undefined && !marks),
    facts: [option?.given.join(), shown.gains, cost],
    words: () => ({
      caption: cost === null ? "" : cost === 0 ? "✓" : `−${num(cost)}`,
      said:
        option === undefined ? t("factor.say.idle", { number: String(number) }) : openText(option, shown.gains, cost),
    }),
  };
}

/** The board. Callbacks inform the parent when a tile is pressed, pointed at or focused. */
export function Tiles(props: {
  record: FactorgameDescribed;
  seats: Seats;
  /** Set if numbers can be taken now. */
  open: boolean;
  shown: Shown;
  /** Set if a press marks a divisor instead of taking a number. */
  marks?: boolean;
  onPress: (number: number, how: Pressed) => void;
  onPoint: (number: number | null) => void;
  onReach: (number: number) => void;
}): JSX.Element {
  const { record, seats, open, shown, marks = false, ...rest } = props;
  const { n } = record;
  const options = new Map(record.options.map((option) => [option.number, option]));
  const faces = record.tiles.map((tile) =>
    tile.player == null ? left(tile.number, options.get(tile.number), open, shown, marks) : gone(tile, record, seats),
  );
  const narrow = ROWS.find(([upTo]) => n <= upTo)?.[1] ?? MOST_COLUMNS;
  return <Board faces={faces} narrow={narrow} label={t("factor.board", { n: num(n) })} {...rest} />;
}

/** A legend that explains the looks of tiles. */
export function Legend({ seats }: { seats: Seats }): JSX.Element {
  const [mine, theirs] = seats.me === 1 ? ([1, 0] as const) : ([0, 1] as const);
  return (
    <LookLegend
      label={t("factor.legend")}
      looks={[
        ["legal", t("factor.legend.legal")],
        ["idle", t("factor.legend.idle")],
        ["mine taken", label(seats, mine)],
        ["theirs taken", label(seats, theirs)],
      ]}
    />
  );
}

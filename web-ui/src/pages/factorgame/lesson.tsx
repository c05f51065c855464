import type { JSX } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { useFlights } from "../../components/stage/flights";
import { Stage } from "../../components/stage/Stage";
import { NOTHING, useAim, useMarks } from "../../components/tiles/aim";
import { some } from "../../components/tiles/numbers";
import { type Seats, sides } from "../../components/two/seats";
import type { Described, FactorgameDescribed, Lesson } from "../../generated/api";
import { num, t } from "../../lib/i18n";
import type { LessonPages, LessonTable } from "../learn/model";
import { read } from "./rules";
import { Scores, Seat } from "./Scores";
import { Ticket } from "./Ticket";
import { Tiles } from "./Tiles";
import "./factorgame.css";
import { flightsOf, lastMove, points } from "./words";

/** Seat the reader as the player to move. */
const seatsOf = ({ position }: Lesson): Seats => ({ opponent: "perfect", me: read(position)?.to_move ?? 0, seed: 0 });

const SHOWN = { gains: true, costs: new Map<number, number>() };

/** A board on which the reader can try a number. */
function Table({ lesson, record, shown, say, bar, onTry }: LessonTable<FactorgameDescribed>): JSX.Element {
  const stage = useRef<HTMLDivElement>(null);
  const board = useRef<HTMLDivElement>(null);
  const seats = useMemo(() => seatsOf(lesson), [lesson]);
  const aim = useAim(record.id);
  const open = shown === null;
  const take = (number: number): void => {
    if (open && record.legal.includes(String(number))) {
      aim.set(NOTHING);
      onTry(String(number));
    }
  };
  useFlights(stage, record.start, record.moves, () => flightsOf(record, seats));
  // While the move is shown, draw arcs to the divisors that it removed.
  useMarks(
    board,
    record.id,
    { ...NOTHING, pin: open ? null : Number(shown) },
    { ...(!open && { tax: record.turns.at(-1)?.given ?? [] }), area: [] },
  );
  const [near, far] = sides(seats);
  return (
    <Stage
      stage={stage}
      mine={<Seat record={record} seats={seats} player={near} />}
      theirs={<Seat record={record} seats={seats} player={far} />}
      rope={<Scores record={record} seats={seats} />}
      say={
        <Ticket
          {...{ record, seats, aim, board, open }}
          shown={SHOWN}
          area={[]}
          hint=""
          message={say}
          urgent={!open}
          onTake={take}
        />
      }
      bar={bar}
    >
      <div class="stage-fill centred" ref={board}>
        <Tiles
          {...{ record, seats, open }}
          shown={SHOWN}
          onPress={take}
          onPoint={(number) => aim.set({ ...aim.get(), hover: open ? number : null })}
          onReach={(number) => aim.set({ ...aim.get(), pin: number })}
        />
      </div>
    </Stage>
  );
}

/** The board on paper, with the missing numbers crossed out. */
function OnPaper({ position }: { position: Described }): JSX.Element {
  const record = position as FactorgameDescribed;
  const [first, second] = points(record);
  return (
    <>
      <ol class="sheet-tiles" aria-label={t("worksheets.taxman.board")}>
        {record.tiles.map(({ number, player }) => (
          <li key={number} class={player == null ? "" : "gone"}>
            {number}
          </li>
        ))}
      </ol>
      {record.moves.length > 0 && (
        <p>
          {t("learn.paper.gone")}{" "}
          {t("factor.paper.made", {
            moves: some(record.turns.map(({ number }) => number)),
            first: num(first),
            second: num(second),
          })}
        </p>
      )}
    </>
  );
}

export const lessons: LessonPages = {
  Table,
  read,
  told: (record, lesson) => lastMove(record as FactorgameDescribed, seatsOf(lesson)),
  OnPaper,
  question: () => t("learn.ask.taxman"),
  nameMove: (_, move) => move,
  tellCost: (move, cost) => t("learn.cost.coins", { move, cost }),
};

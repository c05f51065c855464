import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { some } from "../../components/tiles/numbers";
import type { Seats } from "../../components/two/seats";
import type { Described, FactorgameDescribed } from "../../generated/api";
import { num, t } from "../../lib/i18n";
import type { LessonBoard, LessonPages } from "../learn/model";
import { read } from "./rules";
import { Tiles } from "./Tiles";
import "./factorgame.css";
import { points } from "./words";

/** Who is to move in a guided position is the reader. */
const seatsOf = ({ to_move }: FactorgameDescribed): Seats => ({ opponent: "perfect", me: to_move, seed: 0 });

const NOTHING: ReadonlyMap<number, number> = new Map();

/** A board on which a number can be tried. */
function Board({ lesson, onTry }: LessonBoard): JSX.Element | null {
  const record = useMemo(() => read(lesson.position), [lesson.position]);
  return record === null ? null : (
    <div class="factor">
      <Tiles
        record={record}
        seats={seatsOf(record)}
        open
        shown={{ gains: true, costs: NOTHING }}
        onPress={(number) => record.legal.includes(String(number)) && onTry(String(number))}
        onPoint={() => undefined}
        onReach={() => undefined}
      />
    </div>
  );
}

/** The board on paper: what is gone is crossed out. */
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
  Board,
  OnPaper,
  question: () => t("learn.ask.taxman"),
  nameMove: (_, move) => move,
  tellCost: (move, cost) => t("learn.cost.coins", { move, cost }),
};

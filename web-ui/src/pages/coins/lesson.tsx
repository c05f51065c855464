import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { useFlights } from "../../components/stage/flights";
import { Stage } from "../../components/stage/Stage";
import type { Player, Seats } from "../../components/two/seats";
import type { CoinsDescribed, Described, Lesson } from "../../generated/api";
import { t } from "../../lib/i18n";
import type { LessonPages, LessonTable } from "../learn/model";
import { Board } from "./Board";
import "./coins.css";
import { read } from "./rules";
import { flightsOf, Seat, Shares } from "./Scores";
import { lastMove } from "./words";

/** Read the row and the moves so far from the position's id. */
function readRow({ position }: Lesson): { row: string[]; made: string } {
  const [start = "", made = ""] = position.slice(position.indexOf(":") + 1).split("/");
  return { row: start.split("."), made };
}

/** Seat the reader as the player to move. */
function seatsOf(lesson: Lesson): Seats & { me: Player } {
  return { opponent: "perfect", me: readRow(lesson).made.length % 2 === 0 ? 0 : 1, seed: 0 };
}

/** A row from which the reader can try to take a coin. After an attempt, the worth of both ends is shown. */
function Table({ lesson, record, shown, tried, say, bar, onTry }: LessonTable<CoinsDescribed>): JSX.Element {
  const stage = useRef<HTMLDivElement>(null);
  const seats = seatsOf(lesson);
  useFlights(stage, record.start, record.moves, () => flightsOf(record, seats));
  return (
    <Stage
      stage={stage}
      mine={<Seat record={record} seats={seats} player={seats.me} />}
      theirs={<Seat record={record} seats={seats} player={seats.me === 0 ? 1 : 0} />}
      rope={<Shares record={record} seats={seats} final={false} />}
      say={say}
      bar={bar}
    >
      <div class="coins-felt centred">
        <Board
          record={record}
          open={shown === null}
          advised={tried && shown === null}
          onTake={({ move }) => onTry(move)}
        />
      </div>
    </Stage>
  );
}

/** Return the coin that a move takes from the remaining row. */
function coinAt(lesson: Lesson, move: string): string {
  const { row, made } = readRow(lesson);
  for (const letter of made) {
    row.splice(letter === "L" ? 0 : -1, 1);
  }
  return row.at(move === "L" ? 0 : -1) ?? "";
}

/** The remaining row, for printing. */
function OnPaper({ position }: { position: Described }): JSX.Element {
  const { rows, start_coins: coins } = position as CoinsDescribed;
  return (
    <ol class="sheet-rounds" aria-label={t("worksheets.coins.coins")}>
      {rows[0]?.left.map((place) => (
        <li key={place}>{coins[0]?.[place]}</li>
      ))}
    </ol>
  );
}

export const lessons: LessonPages = {
  Table,
  read,
  answer: (record) => (record as CoinsDescribed).advice.find(({ best }) => best)?.move,
  told: (record, lesson) => lastMove(record as CoinsDescribed, seatsOf(lesson)),
  OnPaper,
  question: () => t("learn.ask.coins"),
  nameMove: (lesson, move) => t(move === "L" ? "learn.end.L" : "learn.end.R", { coin: coinAt(lesson, move) }),
  tellCost: (move, cost) => t("learn.cost.coins", { move, cost }),
};

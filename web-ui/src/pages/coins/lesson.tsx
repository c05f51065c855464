import type { JSX } from "preact";
import { Busy } from "../../components/Busy";
import { ErrorNote } from "../../components/ErrorNote";
import type { CoinsDescribed, Described, Lesson } from "../../generated/api";
import { useData } from "../../lib/api";
import { t } from "../../lib/i18n";
import type { LessonBoard, LessonPages } from "../learn/model";
import { Board as Row } from "./Board";
import "./coins.css";
import "./sheet.css";

/** A row on which an end can be tried; after a try it shows what both are worth. */
function Board({ lesson, tried, onTry }: LessonBoard): JSX.Element {
  const asked = useData<CoinsDescribed>("/position", { id: lesson.position });
  if (asked.data === null) {
    return asked.error ? <ErrorNote error={asked.error} onRetry={asked.again} /> : <Busy label={t("common.loading")} />;
  }
  return (
    <div class="coins-felt">
      <Row record={asked.data} open advised={tried !== null} onTake={({ move }) => onTry(move)} />
    </div>
  );
}

/** The coin at an end of the row that is left: the id holds the row and a letter for each move. */
function coinAt({ position }: Lesson, move: string): string {
  const [start = "", moves = ""] = position.slice(position.indexOf(":") + 1).split("/");
  const row = start.split(".");
  for (const made of moves) {
    row.splice(made === "L" ? 0 : -1, 1);
  }
  return row.at(move === "L" ? 0 : -1) ?? "";
}

/** The row that is left on paper. */
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
  Board,
  OnPaper,
  question: () => t("learn.ask.coins"),
  nameMove: (lesson, move) => t(move === "L" ? "learn.end.L" : "learn.end.R", { coin: coinAt(lesson, move) }),
  tellCost: (move, cost) => t("learn.cost.coins", { move, cost }),
};

import type { JSX } from "preact";
import { useMemo, useRef } from "preact/hooks";
import type { Described, TaxmanDescribed } from "../../generated/api";
import { t } from "../../lib/i18n";
import type { LessonBoard, LessonPages } from "../learn/model";
import { boardOf } from "./rules";
import { Tiles } from "./Tiles";
import "./taxman.css";

/** A pot on which a number can be tried. */
function Board({ lesson, onTry }: LessonBoard): JSX.Element | null {
  const board = useMemo(() => boardOf(lesson.position), [lesson.position]);
  const legal = useMemo(() => new Set(board?.legal()), [board]);
  const previews = useRef(new Map());
  return board === null ? null : (
    <Tiles
      tiles={board.tiles()}
      legal={legal}
      previews={previews.current}
      moves={board.moves}
      label={t("taxman.board", { count: board.pot.length })}
      onPress={(number) => legal.has(number) && onTry(String(number))}
      onPoint={() => undefined}
      onReach={() => undefined}
    />
  );
}

/** The pot on paper: what is gone is crossed out. */
function OnPaper({ position }: { position: Described }): JSX.Element {
  const { tiles } = position as TaxmanDescribed;
  return (
    <>
      <ol class="sheet-tiles" aria-label={t("worksheets.taxman.board")}>
        {tiles.map(({ number, fate }) => (
          <li key={number} class={fate === "open" ? "" : "gone"}>
            {number}
          </li>
        ))}
      </ol>
      {position.moves.length > 0 && <p>{t("learn.paper.gone")}</p>}
    </>
  );
}

export const lessons: LessonPages = {
  Board,
  OnPaper,
  question: () => t("learn.ask.taxman"),
  nameMove: (_, move) => move,
  tellCost: (move, cost) => t("learn.cost.taxman", { move, cost }),
};

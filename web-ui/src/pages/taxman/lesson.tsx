import type { JSX } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { Busy } from "../../components/Busy";
import { ErrorNote } from "../../components/ErrorNote";
import type { Described, TaxmanDescribed } from "../../generated/api";
import { useData } from "../../lib/api";
import { t } from "../../lib/i18n";
import type { LessonBoard, LessonPages } from "../learn/model";
import { Tiles } from "./Tiles";
import "./taxman.css";

/** A pot on which a number can be tried. */
function Board({ lesson, onTry }: LessonBoard): JSX.Element {
  const asked = useData<TaxmanDescribed>("/position", { id: lesson.position });
  const position = asked.data;
  const legal = useMemo(() => new Set((position?.legal ?? []).map(Number)), [position]);
  const previews = useRef(new Map());
  const moves = useMemo(() => (position?.moves ?? []).map(Number), [position]);
  if (position === null) {
    return asked.error ? <ErrorNote error={asked.error} onRetry={asked.again} /> : <Busy label={t("common.loading")} />;
  }
  return (
    <Tiles
      tiles={position.tiles}
      legal={legal}
      previews={previews.current}
      moves={moves}
      label={t("taxman.board", { count: position.tiles.length })}
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

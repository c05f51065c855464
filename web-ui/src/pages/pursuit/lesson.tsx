import type { JSX } from "preact";
import { Busy } from "../../components/Busy";
import { ErrorNote } from "../../components/ErrorNote";
import type { Described, Lesson, PursuitDescribed } from "../../generated/api";
import { useData } from "../../lib/api";
import { num, t } from "../../lib/i18n";
import type { GameState } from "../../lib/position";
import type { LessonBoard, LessonPages } from "../learn/model";
import { prettyMove } from "./model";
import { useBench, Workbench, Working } from "./Workbench";
import "./pursuit.css";

const nowhere = async (): Promise<null> => null;

/** Numbers with which one step can be tried: nothing is made of them, and the board stays. */
function Board({ lesson, onTry }: LessonBoard): JSX.Element {
  const asked = useData<PursuitDescribed>("/position", { id: lesson.position });
  if (asked.data === null) {
    return asked.error ? <ErrorNote error={asked.error} onRetry={asked.again} /> : <Busy label={t("common.loading")} />;
  }
  return <Bench position={asked.data} onTry={onTry} />;
}

/** The numbers and signs, and what to do with them. */
function Bench({ position, onTry }: { position: PursuitDescribed; onTry: (move: string) => void }): JSX.Element {
  const game: GameState<PursuitDescribed> = {
    position,
    loading: false,
    error: null,
    dismiss: () => undefined,
    again: () => undefined,
    play: async (move) => {
      onTry(move);
      return null;
    },
    undo: nowhere,
    redo: nowhere,
    goTo: nowhere,
    restart: nowhere,
    follow: nowhere,
    future: [],
    total: 0,
    canUndo: false,
    canRedo: false,
  };
  const bench = useBench(game, position);
  return (
    <div class="card stack">
      <div class="pursuit-lesson">
        <Workbench position={position} bench={bench} />
      </div>
      <Working position={position} bench={bench} />
    </div>
  );
}

function targetOf({ position }: Lesson): string {
  return num(position.split(":")[2] ?? "");
}

/** The numbers and the target on paper. */
function OnPaper({ position }: { position: Described }): JSX.Element {
  const { numbers, target } = position as PursuitDescribed;
  return (
    <ul class="sheet-cards" aria-label={t("worksheets.pursuit.numbers")}>
      {numbers.map((number, at) => (
        <li key={at}>{number}</li>
      ))}
      <li class="sheet-target" aria-hidden="true">
        {target}
      </li>
    </ul>
  );
}

export const lessons: LessonPages = {
  Board,
  OnPaper,
  question: (lesson) => t("learn.ask.pursuit", { target: targetOf(lesson) }),
  nameMove: (_, move) => prettyMove(move),
  tellCost: (move, cost) => t("learn.cost.pursuit", { move, cost }),
};

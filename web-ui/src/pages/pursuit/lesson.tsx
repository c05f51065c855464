import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { useFlights } from "../../components/stage/flights";
import { Stage } from "../../components/stage/Stage";
import type { Described, Lesson, PursuitDescribed } from "../../generated/api";
import { num, t } from "../../lib/i18n";
import type { LessonPages, LessonTable } from "../learn/model";
import { prettyMove } from "./model";
import { read } from "./rules";
import { mergeOf } from "./slots";
import { Goal, Way } from "./Target";
import { useBench, Workbench, Working } from "./Workbench";
import "./pursuit.css";

/** A table of numbers with which the reader can try one step. */
function Table({ record, shown, say, bar, onTry }: LessonTable<PursuitDescribed>): JSX.Element {
  const stage = useRef<HTMLDivElement>(null);
  const play = async (move: string): Promise<null> => {
    if (shown === null) {
      onTry(move);
    }
    return null;
  };
  const bench = useBench({ play, undo: async () => null, canUndo: false }, record);
  useFlights(stage, record.start, record.moves, () => mergeOf(bench.slots));
  return (
    <Stage
      stage={stage}
      theirs={<Goal position={record} />}
      rope={<Way position={record} />}
      say={shown === null && bench.first !== null ? <Working position={record} bench={bench} /> : say}
      bar={bar}
    >
      <Workbench position={record} bench={bench} />
    </Stage>
  );
}

function targetOf({ position }: Lesson): string {
  return num(position.split(":")[2] ?? "");
}

/** The numbers and the target, for printing. */
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
  Table,
  read,
  told: (record) => {
    const { moves, table } = record as PursuitDescribed;
    return moves
      .slice(-1)
      .map((move) => `${prettyMove(move)} = ${num(table.at(-1)?.text ?? "")}`)
      .join("");
  },
  OnPaper,
  question: (lesson) => t("learn.ask.pursuit", { target: targetOf(lesson) }),
  nameMove: (_, move) => prettyMove(move),
  tellCost: (move, cost) => t("learn.cost.pursuit", { move, cost }),
};

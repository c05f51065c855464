import type { JSX } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { useFlights } from "../../components/stage/flights";
import { Stage } from "../../components/stage/Stage";
import { NOTHING, useAim, useMarks } from "../../components/tiles/aim";
import type { Described, TaxmanDescribed } from "../../generated/api";
import { t } from "../../lib/i18n";
import type { LessonPages, LessonTable } from "../learn/model";
import { read } from "./describe";
import { flightsOf } from "./records";
import { turnsOf } from "./rules";
import { Player, Scores, Taxman } from "./Scores";
import { Ticket } from "./Ticket";
import { Tiles, told } from "./Tiles";
import "./taxman.css";

/** A pot on which the reader can try a number. */
function Table({ record, shown, say, bar, onTry }: LessonTable<TaxmanDescribed>): JSX.Element {
  const stage = useRef<HTMLDivElement>(null);
  const board = useRef<HTMLDivElement>(null);
  const aim = useAim(record.id);
  const legal = useMemo(() => new Set(shown === null ? record.legal.map(Number) : []), [record, shown]);
  const previews = useMemo(() => new Map(record.previews?.map((preview) => [preview.take, preview])), [record]);
  const last = turnsOf(record).at(-1);
  const now = { tiles: record.tiles, scores: record.scores.map(Number), over: record.over, last };
  const take = (number: number): void => {
    if (legal.has(number)) {
      aim.set(NOTHING);
      onTry(String(number));
    }
  };
  useFlights(stage, record.start, record.moves, () => flightsOf(last));
  // While the move is shown, draw arcs to the tax that it removed.
  useMarks(
    board,
    record.id,
    { ...NOTHING, pin: shown === null ? null : Number(shown) },
    { ...(shown !== null && { tax: last?.tax ?? [], lost: last?.left ?? [] }), area: [] },
  );
  return (
    <Stage
      stage={stage}
      mine={<Player {...now} name={t("taxman.you")} moves={record.moves.map(Number)} />}
      theirs={<Taxman {...now} />}
      rope={<Scores {...now} />}
      say={
        <Ticket
          position={record}
          previews={previews}
          blind={false}
          aim={aim}
          board={board}
          message={say}
          urgent={shown !== null}
          area={[]}
          hint=""
          onTake={take}
        />
      }
      bar={bar}
    >
      <div class="stage-fill centred" ref={board}>
        <Tiles
          tiles={record.tiles}
          legal={legal}
          previews={previews}
          moves={record.moves.map(Number)}
          label={t("taxman.board", { count: record.pot.length })}
          onPress={take}
          onPoint={(number) => aim.set({ ...aim.get(), hover: shown === null ? number : null })}
          onReach={(number) => aim.set({ ...aim.get(), pin: number })}
        />
      </div>
    </Stage>
  );
}

/** The pot on paper, with the missing numbers crossed out. */
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
  Table,
  read,
  told: (record) =>
    turnsOf(record as TaxmanDescribed)
      .slice(-1)
      .map(told)
      .join(""),
  OnPaper,
  question: () => t("learn.ask.taxman"),
  also: { href: "/taxman/prices", text: "taxman.prices.title" },
  nameMove: (_, move) => move,
  tellCost: (move, cost) => t("learn.cost.taxman", { move, cost }),
};

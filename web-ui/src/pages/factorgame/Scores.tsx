import type { JSX } from "preact";
import { ProjectorScore } from "../../components/Projector";
import { ShareBar } from "../../components/tiles/ShareBar";
import type { Player, Seats } from "../../components/two/seats";
import { label } from "../../components/two/words";
import type { FactorgameDescribed } from "../../generated/api";
import { num, t } from "../../lib/i18n";
import { colour, points, standText } from "./words";

/** Who sits on the left, and who on the right. */
function sides({ me }: Seats): readonly [Player, Player] {
  return me === 1 ? [1, 0] : [0, 1];
}

/** The points of both, who leads, and what is still on the board. */
export function Scores({ record, seats }: { record: FactorgameDescribed; seats: Seats }): JSX.Element {
  const [near, far] = sides(seats);
  const scores = points(record);
  const useful = record.tiles.filter(({ fate }) => fate === "open");
  const open = useful.reduce((total, { number }) => total + number, 0);
  const side = (player: Player): JSX.Element => {
    const moves = !record.over && record.to_move === player;
    return (
      <div class={`factor-side ${colour(seats, player)} ${moves ? "moves" : ""}`}>
        <dt>{label(seats, player)}</dt>
        <dd class="number">{num(scores[player])}</dd>
      </div>
    );
  };
  return (
    <section class="tiles-scores factor-scores" aria-label={t("factor.scores")}>
      <dl>
        {side(near)}
        {side(far)}
      </dl>
      <ShareBar parts={{ mine: scores[near], open, theirs: scores[far] }} />
      <p>{standText(record, seats)}</p>
    </section>
  );
}

/** Who has how much, above a board that fills the screen. */
export function ProjectorScores({ record, seats }: { record: FactorgameDescribed; seats: Seats }): JSX.Element {
  return (
    <>
      {sides(seats).map((player) => (
        <ProjectorScore
          key={player}
          label={label(seats, player)}
          value={num(points(record)[player])}
          tone={colour(seats, player) === "mine" ? "player" : "opponent"}
        />
      ))}
      <span class="projector-score">{standText(record, seats)}</span>
    </>
  );
}

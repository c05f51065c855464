import type { JSX } from "preact";
import { Face, FIRST, type Mood, SHARK } from "../../components/stage/Face";
import { Rope, Side } from "../../components/stage/Stage";
import { sum } from "../../components/tiles/numbers";
import type { TaxmanTile, TaxmanTurn } from "../../generated/api";
import { t } from "../../lib/i18n";
import type { Best } from "./best";

export const numbersOf = (tiles: readonly TaxmanTile[], fate: TaxmanTile["fate"]): number[] =>
  tiles.filter((tile) => tile.fate === fate).map((tile) => tile.number);

/** Return a text that says who leads. */
function lead([player = 0, taxman = 0]: readonly number[], replay: boolean): string {
  const by = player - taxman;
  return by > 0
    ? t(replay ? "taxman.leadPlayer" : "taxman.leadYou", { lead: by })
    : by < 0
      ? t("taxman.leadTaxman", { lead: -by })
      : t("taxman.leadNobody");
}

/** Each side's share of the pot, and the best possible share. */
export function Scores(props: {
  tiles: readonly TaxmanTile[];
  scores: readonly number[];
  /** The best score still possible, if it is shown. */
  best?: Pick<Best, "proven" | "lower"> | null;
  /** Set if another player's game is shown. */
  replay?: boolean;
}): JSX.Element {
  const { tiles, scores, best = null, replay = false } = props;
  const [mine = 0, theirs = 0] = scores;
  const value = best?.proven ? best.lower : null;
  return (
    <Rope
      mine={mine}
      theirs={theirs}
      whole={mine + theirs + sum(numbersOf(tiles, "open"))}
      best={value === null ? null : { value, text: t("taxman.rope.best", { value }) }}
      label={`${t("taxman.told.scores", { player: mine, taxman: theirs })} ${lead(scores, replay)}`}
    />
  );
}

/** A game, or a moment of a replay. */
interface Moment {
  tiles: readonly TaxmanTile[];
  scores: readonly number[];
  over: boolean;
  /** The last move. */
  last: TaxmanTurn | undefined;
}

/** The player's side of the stage. It lists the numbers taken, the latest first. */
export function Player(props: Moment & { name: string; moves: readonly number[] }): JSX.Element {
  const { scores, over } = props;
  const [player = 0, taxman = 0] = scores;
  return (
    <Side
      side="mine"
      name={props.name}
      total={player}
      face={<Face who={FIRST} mood={!over ? "waiting" : player > taxman ? "glad" : "sulking"} />}
      pile={props.moves.map((key) => ({ key }))}
    />
  );
}

/** Return the taxman's mood, which depends on the taxman's gain from the last move and on who leads. */
function moodOf({ scores: [player = 0, taxman = 0], over, last }: Moment): Mood {
  if (last === undefined) {
    return "waiting";
  }
  if (over) {
    return player > taxman ? "beaten" : "glad";
  }
  const got = sum(last.tax) + sum(last.left);
  return got > last.take ? "greedy" : got <= last.take / 3 ? "sulking" : player > taxman ? "waiting" : "glad";
}

/** The taxman's side of the stage. It lists the numbers received, the latest first. */
export function Taxman(props: Moment): JSX.Element {
  const his = props.tiles
    .filter(({ fate }) => fate === "tax" || fate === "left")
    .sort((a, b) => (a.move ?? 0) - (b.move ?? 0));
  return (
    <Side
      side="theirs"
      name={t("taxman.taxman")}
      total={props.scores[1] ?? 0}
      face={<Face who={SHARK} mood={moodOf(props)} />}
      pile={his.map(({ number, fate }) => ({ key: number, stranded: fate === "left" }))}
    />
  );
}

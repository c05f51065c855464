import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { Face, faceOf, type Mood } from "../../components/stage/Face";
import type { Flight } from "../../components/stage/flights";
import { Rope, Side } from "../../components/stage/Stage";
import type { Player, Seats } from "../../components/two/seats";
import { label, standing } from "../../components/two/words";
import type { CoinsDescribed } from "../../generated/api";
import { roughly, sign } from "../../lib/exact";
import { num, t } from "../../lib/i18n";
import { Coin, metals } from "./Coin";

/** How a player takes the last move, or the end. */
function moodOf(record: CoinsDescribed, player: Player): Mood {
  const lead = sign(record.margin) * (player === 0 ? 1 : -1);
  const last = record.taken.at(-1);
  if (last === undefined) {
    return "waiting";
  }
  if (record.over) {
    return lead > 0 ? "glad" : lead < 0 ? "beaten" : "waiting";
  }
  return last.player === player ? "greedy" : "waiting";
}

/** One player's side of the table. */
export function Seat(props: { record: CoinsDescribed; seats: Seats; player: Player }): JSX.Element {
  const { record, seats, player } = props;
  const look = useMemo(() => metals(record.start_coins.flat()), [record.start]);
  const who =
    seats.me === null || player === seats.me ? (player === 0 ? "first" : "second") : faceOf(seats.opponent ?? "");
  return (
    <Side
      side={player === (seats.me ?? 0) ? "mine" : "theirs"}
      name={label(seats, player)}
      total={record.scores[player] ?? 0}
      turn={!record.over && record.to_move === player}
      face={<Face who={who} mood={moodOf(record, player)} />}
      pile={record.taken
        .filter((move) => move.player === player)
        .map((move) => ({ key: placeOf(move), picture: <Coin value={move.coin} look={look} small /> }))}
    />
  );
}

/** Who has which part of the coins; `final`: what best play leads to, where that is told. */
export function Shares(props: { record: CoinsDescribed; seats: Seats; final: boolean }): JSX.Element {
  const { record, seats } = props;
  const near: Player = seats.me ?? 0;
  const scores = record.scores.map((score) => Math.max(0, roughly(score)));
  const mine = scores[near] ?? 0;
  const theirs = scores[1 - near] ?? 0;
  const whole = record.start_coins.flat().reduce((sum: number, coin) => sum + Math.max(0, roughly(coin)), 0);
  const value = record.final[near];
  return (
    <Rope
      mine={mine}
      theirs={theirs}
      whole={whole}
      best={
        props.final ? { value: Math.max(0, roughly(value)), text: t("coins.rope.best", { value: num(value) }) } : null
      }
      label={standing(record, seats)}
    />
  );
}

/** What a coin is called on the board and in the piles. */
const placeOf = ({ row, place }: { row: number; place: number }): string => `${row}.${place}`;

/** The coin that the last move took. */
export function flightsOf({ taken }: CoinsDescribed, seats: Seats): readonly Flight[] {
  const last = taken.at(-1);
  return last === undefined ? [] : [{ key: placeOf(last), to: last.player === (seats.me ?? 0) ? "mine" : "theirs" }];
}

import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { Flight } from "../../components/stage/flights";
import { Rope } from "../../components/stage/Stage";
import { Seat as PlayerSide } from "../../components/two/Seat";
import { type Player, type Seats, sideOf, sides } from "../../components/two/seats";
import { standing } from "../../components/two/words";
import type { CoinsDescribed } from "../../generated/api";
import { roughly, sign } from "../../lib/exact";
import { num, t } from "../../lib/i18n";
import { Coin, metals } from "./Coin";

/** One player's side of the board. */
export function Seat(props: { record: CoinsDescribed; seats: Seats; player: Player }): JSX.Element {
  const { record, seats, player } = props;
  const look = useMemo(() => metals(record.start_coins.flat()), [record.start]);
  const last = record.taken.at(-1);
  return (
    <PlayerSide
      {...{ record, seats, player }}
      lead={sign(record.margin)}
      // A face looks glad when its player takes a coin. No move makes it sad: players never lose coins.
      gain={last === undefined ? null : last.player === player ? 1 : 0}
      pile={record.taken
        .filter((move) => move.player === player)
        .map((move) => ({ key: placeOf(move), picture: <Coin value={move.coin} look={look} small /> }))}
    />
  );
}

/** Each player's share of the coins. `final` is set if the result of best play may be shown. */
export function Shares(props: { record: CoinsDescribed; seats: Seats; final: boolean }): JSX.Element {
  const { record, seats } = props;
  const [near, far] = sides(seats);
  const scores = record.scores.map((score) => Math.max(0, roughly(score)));
  const mine = scores[near] ?? 0;
  const theirs = scores[far] ?? 0;
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

/** Return the key that identifies a coin both on the board and in a player's pile. */
const placeOf = ({ row, place }: { row: number; place: number }): string => `${row}.${place}`;

/** Return the animated flight of the coin that the last move took; empty at the start. */
export function flightsOf({ taken }: CoinsDescribed, seats: Seats): readonly Flight[] {
  const last = taken.at(-1);
  return last === undefined ? [] : [{ key: placeOf(last), to: sideOf(seats, last.player) }];
}

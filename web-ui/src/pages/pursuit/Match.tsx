import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { Heads } from "../../components/Heads";
import { PageTitle } from "../../components/PageTitle";
import { SelectField } from "../../components/SelectField";
import { Face, FIRST, type Mood } from "../../components/stage/Face";
import { faceOf } from "../../components/stage/opponents";
import { useWork } from "../../components/work";
import type { PursuitDealt, PursuitOdds, PursuitOpponent } from "../../generated/api";
import { get } from "../../lib/api";
import { num, t } from "../../lib/i18n";
import { useData } from "../../lib/questions";
import { navigate, positionPath } from "../../lib/router";
import { focusIfLost } from "../../lib/roving";
import { type Shortcut, useShortcuts } from "../../lib/shortcuts";
import { useLive } from "../../lib/solver";
import { useStore } from "../../lib/store";
import { tn } from "../../lib/wording";
import { Standing } from "./Duel";
import {
  addRound,
  type Choice,
  DEFAULT_CHOICE,
  endMatch,
  LENGTHS,
  type Match as MatchState,
  matches,
  OPPONENTS,
  openRound,
  roundSeed,
  startMatch,
  totals,
} from "./matches";
import { CLOCKS, DECKS, LARGE } from "./settings";
import { Bullseye } from "./Target";
import "./pursuit.css";
import "./duel.css";

const DIGITS = 2;

/** The settings of a match. */
function Setup(): JSX.Element {
  const [choice, setChoice] = useState<Choice>(DEFAULT_CHOICE);
  const { opponent, deck } = choice;
  const known = useData<readonly PursuitOpponent[]>("/pursuit/opponents").data;
  const hits = known?.find(({ name }) => name === opponent)?.hits[deck];
  const change = (changes: Partial<Choice>): void => setChoice({ ...choice, ...changes });
  return (
    <section class="card stack" aria-labelledby="match-setup">
      <h2 id="match-setup">{t("match.setup")}</h2>
      <div class="duel-against">
        {opponent === null ? <Bullseye /> : <Face who={faceOf(opponent)} mood="waiting" />}
        <SelectField
          label={t("match.against")}
          value={opponent ?? ""}
          options={[
            ...OPPONENTS.map((name) => ({ value: name, label: t(`match.opponent.${name}`) })),
            { value: "", label: t("match.opponent.nobody") },
          ]}
          onInput={(value) => change({ opponent: OPPONENTS.find((name) => name === value) ?? null })}
          hint={
            opponent === null
              ? t("match.about.nobody")
              : `${t(`match.about.${opponent}`)} ${hits === undefined ? "" : tn("match.about.hits", hits)}`
          }
        />
      </div>
      <div class="columns" style={{ "--least": "11rem" }}>
        <SelectField
          label={t("match.length")}
          value={String(choice.length)}
          options={LENGTHS.map((length) => ({ value: String(length), label: tn("match.rounds", length) }))}
          onInput={(value) => change({ length: Number(value) })}
        />
        <SelectField
          label={t("pursuit.deal.clock")}
          value={String(choice.clock)}
          options={CLOCKS.map((seconds) => ({
            value: String(seconds),
            label: seconds ? tn("pursuit.clock.seconds", seconds) : t("pursuit.clock.none"),
          }))}
          onInput={(value) => change({ clock: Number(value) })}
        />
      </div>
      <SelectField
        label={t("pursuit.deal.deck")}
        value={deck}
        options={DECKS.map((name) => ({ value: name, label: t(`pursuit.deck.${name}`) }))}
        onInput={(value) => change({ deck: DECKS.find((name) => name === value) ?? "classic" })}
        hint={t(`pursuit.deck.${deck}Hint`)}
      />
      <p>
        <Button text={t("match.start")} look="primary" onClick={() => startMatch(choice)} />
      </p>
      <details>
        <summary>{t("match.rules.title")}</summary>
        <div class="stack">
          <p>{t("match.rules.time")}</p>
          <p>{t("match.rules.points")}</p>
          <p>{t("match.rules.closer")}</p>
          <p>{t("match.rules.wrong")}</p>
        </div>
      </details>
    </section>
  );
}

/** The question before a round, which asks the player how many large numbers to deal. */
function NextRound({ match }: { match: MatchState }): JSX.Element {
  const { asked, error, run, stop } = useWork();
  const busy = asked !== null;
  const number = match.rounds.length + 1;
  const deal = (large: number | null): void => {
    const params = { deck: match.deck, large, seed: roundSeed(match, number), rules: "positive" };
    if (!busy) {
      run(
        (signal) => get<PursuitDealt>("/pursuit/deal", params, signal),
        ({ position, target }) => {
          addRound(position, target, large);
          navigate(positionPath(position));
        },
      );
    }
  };
  useShortcuts(
    LARGE.map((count): Shortcut => ({ key: String(count), label: tn("match.choose", count), run: () => deal(count) })),
  );
  return (
    <section class="card stack" aria-labelledby="match-next">
      <h2 id="match-next">{t("match.round", { number, length: match.length })}</h2>
      <p id="match-large">{t(match.deck === "classic" ? "match.largeTiles" : "match.largeCards")}</p>
      <div class="duel-large" role="group" aria-labelledby="match-large">
        {LARGE.map((count) => (
          <button
            type="button"
            key={count}
            class="number-card"
            aria-label={tn("match.choose", count)}
            aria-disabled={busy}
            aria-keyshortcuts={String(count)}
            onClick={() => deal(count)}
          >
            {num(count)}
          </button>
        ))}
      </div>
      <p>
        <Button text={t("match.chance")} off={busy} onClick={() => deal(null)} />
      </p>
      <p class="muted">{t(match.clock > 0 ? "match.clockStarts" : "match.noClock")}</p>
      {error && <ErrorNote error={error} onDismiss={stop} />}
    </section>
  );
}

/** A table of the rounds so far, with their targets and points. */
function Rounds({ match }: { match: MatchState }): JSX.Element | null {
  if (match.rounds.length === 0) {
    return null;
  }
  return (
    <div class="scroll-x" tabIndex={0} role="region" aria-label={t("match.table")}>
      <table class="table">
        <caption>{t("match.table")}</caption>
        <Heads
          texts={[
            t("pursuit.target"),
            t("match.you"),
            ...(match.opponent ? [t(`match.opponent.${match.opponent}`)] : []),
            t("match.possible"),
          ]}
        />
        <tbody>
          {match.rounds.map((round) => (
            <tr key={round.start}>
              <th scope="row">
                <a href={positionPath(round.start)}>{num(round.target)}</a>
              </th>
              <td>{round.score ? num(round.score.mine) : "…"}</td>
              {match.opponent && <td>{round.score ? num(round.score.theirs) : "…"}</td>}
              <td>{round.score ? num(round.score.best) : "…"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A text that says how many targets the player hit, how many could be hit, and how many the exact odds predict. */
function Expected({ match }: { match: MatchState }): JSX.Element {
  const live = useLive<PursuitOdds>("/pursuit/odds", { deck: match.deck });
  const { hits, reachable, best } = totals(match);
  const found = live.result;
  const chance = (large: number | null): number =>
    found?.by_large.find((row) => row.large === large)?.probability ?? found?.probability ?? 0;
  const expected = match.rounds.reduce((sum, round) => sum + chance(round.large), 0);
  return (
    <>
      <p>
        {t("match.final.hits", {
          hits: num(hits),
          length: num(match.length),
          reachable: num(reachable),
          best: num(best),
        })}
      </p>
      {found && (
        <p>
          {t("match.final.expected", {
            expected: num(expected, { minimumFractionDigits: DIGITS, maximumFractionDigits: DIGITS }),
            length: num(match.length),
          })}
        </p>
      )}
    </>
  );
}

/** The result of a match: who has won, and a button for another match. */
function Final({ match }: { match: MatchState }): JSX.Element {
  const { mine, theirs } = totals(match);
  const again = (): void => {
    const { length, opponent, deck, clock } = match;
    startMatch({ length, opponent, deck, clock });
  };
  const name = match.opponent === null ? "" : t(`match.opponent.${match.opponent}`);
  const title =
    match.opponent === null
      ? tn("match.final.alone", mine)
      : mine > theirs
        ? t("match.final.won", { mine, theirs })
        : mine < theirs
          ? t("match.final.lost", { mine, theirs, opponent: name })
          : t("match.final.drawn", { mine });
  return (
    <section class="card stack" aria-labelledby="match-final">
      <h2 id="match-final">{title}</h2>
      <Expected match={match} />
      <p class="row">
        <Button text={t("match.again")} look="primary" onClick={again} />
        <Button text={t("match.other")} onClick={endMatch} />
      </p>
    </section>
  );
}

/** The faces of both players, and a text that says who leads. */
function Versus({ match }: { match: MatchState }): JSX.Element {
  const { mine, theirs } = totals(match);
  const mood = (own: number, other: number): Mood => (own > other ? "glad" : own < other ? "beaten" : "waiting");
  return (
    <div class="row">
      {match.opponent && <Face who={FIRST} mood={mood(mine, theirs)} />}
      <Standing match={match} />
      {match.opponent && <Face who={faceOf(match.opponent)} mood={mood(theirs, mine)} />}
    </div>
  );
}

/** A match in progress: the next round, the current one, or the end. */
function UnderWay({ match }: { match: MatchState }): JSX.Element {
  const open = openRound(match);
  const isOver = open === null && match.rounds.length >= match.length;
  return (
    <div class="stack">
      <Versus match={match} />
      {isOver ? (
        <Final match={match} />
      ) : open ? (
        <section class="card stack" aria-labelledby="match-open">
          <h2 id="match-open">{t("match.round", { number: match.rounds.indexOf(open) + 1, length: match.length })}</h2>
          <p>
            <Button text={t("match.goOn")} look="primary" href={positionPath(open.start)} />
          </p>
        </section>
      ) : (
        <NextRound key={match.rounds.length} match={match} />
      )}
      <Rounds match={match} />
      {!isOver && (
        <p>
          <Button text={t("match.giveUp")} look="quiet" onClick={endMatch} />
        </p>
      )}
    </div>
  );
}

/** The page of a match: its settings, then its rounds. */
export function Match(): JSX.Element {
  const match = useStore(matches);
  const stage = match === null ? null : match.rounds.length;
  const shown = useRef(stage);
  useLayoutEffect(() => {
    if (shown.current !== stage) {
      shown.current = stage;
      // The button that was pressed is gone, and the next part of the match begins at the top of the page.
      focusIfLost("main h1");
      scrollTo(0, 0);
    }
  }, [stage]);
  return (
    <div class="pursuit-match stack">
      <PageTitle text={t("match.title")} lead={match === null ? t("match.lead") : undefined} />
      {match === null ? <Setup /> : <UnderWay match={match} />}
      <p>
        <a href="/pursuit">{t("match.free")}</a>
      </p>
    </div>
  );
}

import type { JSX } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { Busy } from "../../components/Busy";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { ResultCard } from "../../components/stage/Result";
import type { PursuitAfter, PursuitDeclared, PursuitRound, PursuitTargetOdds } from "../../generated/api";
import { LIMITS } from "../../generated/pursuit";
import { announce } from "../../lib/announce";
import { num, t } from "../../lib/i18n";
import { navigate } from "../../lib/router";
import { useShortcuts } from "../../lib/shortcuts";
import { type Live, useLive } from "../../lib/solver";
import { tn } from "../../lib/wording";
import { Steps } from "./Answers";
import { changeRound, type Match, type MatchRound, roundSeed } from "./matches";
import { percent, pretty } from "./model";
import { TARGETS } from "./settings";

/** A player's declaration, with its points. */
function Side({ name, side, tone }: { name: string; side: PursuitDeclared; tone: string }): JSX.Element {
  return (
    <div class={`stat duel-side ${tone}`}>
      <dt>{name}</dt>
      <dd class="stack tight">
        <span>
          {side.declared === null
            ? t("match.said.nothing")
            : side.expression === null || side.distance === null
              ? t("match.said.wrong", { value: num(side.declared) })
              : side.distance === 0
                ? t("match.said.hit", { value: num(side.declared) })
                : tn("match.said.near", side.distance, { value: num(side.declared) })}
        </span>
        {side.expression !== null && side.steps.length > 0 && (
          <span class="muted anywhere">
            {pretty(side.expression)} = {num(side.declared ?? 0)}
          </span>
        )}
      </dd>
    </div>
  );
}

/** Rows of dots, one for each distance: the row has a dot for each near miss, and as many are filled as can be made. */
function Near({ near }: { near: PursuitAfter["near"] }): JSX.Element {
  return (
    <ul class="duel-near stack tight" aria-labelledby="duel-near">
      {near.map(({ within, count, possible }) => (
        <li key={within}>
          <span class="visually-hidden">
            {t("match.after.within", { within: num(within), count: num(count), possible: num(possible) })}
          </span>
          <b aria-hidden="true">±{num(within)}</b>
          <span class="duel-dots row" aria-hidden="true">
            {Array.from({ length: possible }, (_, i) => (
              <i key={i} class={i < count ? "full" : ""} />
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The simplest way to reach the best answer, and the near misses. */
function Missed({ found }: { found: PursuitRound }): JSX.Element {
  const { after, target } = found;
  const { distance } = found.player;
  const value = after.value ?? 0;
  return (
    <section aria-labelledby="duel-possible">
      <h3 id="duel-possible">
        {distance === after.distance
          ? t(after.distance === 0 ? "match.after.hit" : "match.after.best")
          : after.distance === 0
            ? t("match.after.possible", { target: num(target) })
            : tn("match.after.closest", after.distance, { value: num(value) })}
      </h3>
      {after.steps.length > 0 && (
        <>
          <p class="muted">{t("match.after.simplest")}</p>
          <Steps lines={after.steps} />
        </>
      )}
      <p id="duel-near">{t("match.after.near")}</p>
      <Near near={after.near} />
    </section>
  );
}

/** The exact chances behind the luck of a deal and its target. */
function Luck({ match, round, after }: { match: Match; round: MatchRound; after: PursuitAfter }): JSX.Element {
  const live = useLive<PursuitTargetOdds>("/pursuit/chance", {
    deck: match.deck,
    target: round.target,
    targets: TARGETS[match.deck],
  });
  const found = live.result;
  const large = found?.by_large.find((row) => row.large === round.large);
  const title = (one: { numerator: number; denominator: number }): string =>
    `${num(one.numerator)} / ${num(one.denominator)}`;
  return (
    <section aria-labelledby="duel-luck">
      <h3 id="duel-luck">{t("match.luck.title")}</h3>
      <ul>
        <li>
          {t("match.luck.numbers", {
            count: num(after.count),
            total: num(after.high - after.low + 1),
            low: num(after.low),
            high: num(after.high),
          })}{" "}
          <b title={title(after)}>{percent(after)}</b>
        </li>
        {live.running && (
          <li>
            <Busy asked={live} />
          </li>
        )}
        {found && (
          <li>
            {t("match.luck.target", { target: num(round.target) })} <b title={title(found)}>{percent(found)}</b>
          </li>
        )}
        {large && round.large !== null && (
          <li>
            {tn("match.luck.large", round.large)} <b title={title(large)}>{percent(large)}</b>
          </li>
        )}
      </ul>
    </section>
  );
}

/** Return the scores of a finished round, and store them in the match. */
export function useJudged(match: Match, round: MatchRound): Live<PursuitRound> {
  const live = useLive<PursuitRound>(round.phase === "over" ? "/pursuit/round" : null, {
    position: round.final ?? round.start,
    declared: round.declared,
    opponent: match.opponent,
    seed: roundSeed(match, match.rounds.indexOf(round) + 1),
    targets: TARGETS[match.deck],
  });
  const found = live.result;
  useLayoutEffect(() => {
    if (found !== null && round.score === null) {
      const { distance, points } = found.after;
      const mine = found.player.points;
      const theirs = found.opponent?.points ?? 0;
      changeRound(round.start, {
        score: { mine, theirs, hit: mine === LIMITS.points, reachable: distance === 0, best: points },
      });
      announce(titleOf(match, found));
      document.getElementById(RESULT)?.focus({ preventScroll: true });
    }
  }, [found]);
  return live;
}

const RESULT = "duel-result";

function nameOf({ opponent }: Match): string {
  return opponent === null ? "" : t(`match.opponent.${opponent}`);
}

function titleOf(match: Match, { player, opponent }: PursuitRound): string {
  const mine = player.points;
  return opponent === null
    ? tn("match.result.alone", mine)
    : t("match.result.two", { mine, theirs: opponent.points, opponent: nameOf(match) });
}

/** The scores of a round, and the button to continue. */
export function Outcome(props: {
  match: Match;
  round: MatchRound;
  live: Live<PursuitRound>;
  /** Set if the round has just ended. */
  fresh: boolean;
  onClose: () => void;
}): JSX.Element {
  const { match, round, live } = props;
  const found = live.result;
  const isLast = match.rounds.indexOf(round) + 1 === match.length;
  useShortcuts([
    { key: "n", label: t(isLast ? "match.toResult" : "match.next"), run: () => navigate("/pursuit/match") },
  ]);
  if (live.error) {
    return <ErrorNote error={live.error} onRetry={live.again} />;
  }
  if (found === null) {
    return <Busy label={t("match.judging")} asked={live} />;
  }
  const { player, opponent, after } = found;
  const won = player.points > (opponent?.points ?? 0);
  return (
    <ResultCard
      tone={player.distance === after.distance ? "perfect" : won ? "won" : "played"}
      fresh={props.fresh}
      id={RESULT}
      title={titleOf(match, found)}
      onClose={props.onClose}
      actions={
        <Button text={t(isLast ? "match.toResult" : "match.next")} look="primary" href="/pursuit/match" keys="n" />
      }
    >
      <dl class="stats columns">
        <Side name={t("match.you")} side={player} tone="player" />
        {opponent && <Side name={nameOf(match)} side={opponent} tone="opponent" />}
      </dl>
    </ResultCard>
  );
}

/** The part below a finished round. It shows missed chances, and how lucky the deal was. */
export function After(props: { match: Match; round: MatchRound; found: PursuitRound }): JSX.Element {
  const { match, round, found } = props;
  return (
    <div class="below">
      <Missed found={found} />
      <Luck match={match} round={round} after={found.after} />
    </div>
  );
}

import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Busy } from "../../components/Busy";
import { ErrorNote } from "../../components/ErrorNote";
import type { PursuitAfter, PursuitDeclared, PursuitRound, PursuitTargetOdds } from "../../generated/api";
import { LIMITS } from "../../generated/pursuit";
import { announce } from "../../lib/announce";
import { num, t, tn } from "../../lib/i18n";
import { navigate } from "../../lib/router";
import { useShortcuts } from "../../lib/shortcuts";
import { useLive } from "../../lib/solver";
import { changeRound, type Match, type MatchRound, roundSeed } from "./matches";
import { percent, pretty, prettyLine } from "./model";
import { TARGETS } from "./settings";

/** What a player declared, and what it was worth. */
function Side({ name, side }: { name: string; side: PursuitDeclared }): JSX.Element {
  return (
    <div class="duel-side">
      <dt>{name}</dt>
      <dd>
        <b class="duel-points">{tn("match.points", side.points)}</b>
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
          <span class="duel-formula">
            {pretty(side.expression)} = {num(side.declared ?? 0)}
          </span>
        )}
      </dd>
    </div>
  );
}

/** The simplest way to the best answer, and near misses. */
function Missed({
  target,
  distance,
  after,
}: {
  target: number;
  distance: number | null;
  after: PursuitAfter;
}): JSX.Element {
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
          <ol class="pursuit-steps">
            {after.steps.map((line) => (
              <li key={line}>{prettyLine(line)}</li>
            ))}
          </ol>
        </>
      )}
      <p>
        {t("match.after.near")}{" "}
        {after.near
          .map((row) =>
            t("match.after.within", { within: num(row.within), count: num(row.count), possible: num(row.possible) }),
          )
          .reduce((a, b) => (a === "" ? b : t("common.then", { a, b })), "")}
        .
      </p>
    </section>
  );
}

/** How lucky the deal and the target were, exactly. */
function Luck({ match, round, after }: { match: Match; round: MatchRound; after: PursuitAfter }): JSX.Element {
  const live = useLive<PursuitTargetOdds>(
    "/pursuit/chance",
    { deck: match.deck, target: round.target, targets: TARGETS[match.deck] },
    { delay: 0 },
  );
  const found = live.result;
  const large = found?.by_large.find((row) => row.large === round.large);
  const title = (one: { numerator: number; denominator: number }): string =>
    `${num(one.numerator)} / ${num(one.denominator)}`;
  return (
    <section aria-labelledby="duel-luck">
      <h3 id="duel-luck">{t("match.luck.title")}</h3>
      <ul class="duel-luck">
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

/** What a round scores, what was missed in it, and the way on. */
export function Outcome({ match, round }: { match: Match; round: MatchRound }): JSX.Element {
  const number = match.rounds.indexOf(round) + 1;
  const { opponent } = match;
  const live = useLive<PursuitRound>(
    "/pursuit/round",
    {
      position: round.final ?? round.start,
      declared: round.declared,
      opponent,
      seed: roundSeed(match, number),
      targets: TARGETS[match.deck],
    },
    { delay: 0 },
  );
  const found = live.result;
  const heading = useRef<HTMLHeadingElement>(null);
  const name = opponent === null ? "" : t(`match.opponent.${opponent}`);
  const mine = found?.player.points ?? 0;
  const theirs = found?.opponent?.points ?? 0;
  const title =
    found === null
      ? ""
      : found.opponent === null
        ? tn("match.result.alone", mine)
        : t("match.result.two", { mine, theirs, opponent: name });
  useLayoutEffect(() => {
    if (found === null || round.score !== null) {
      return;
    }
    const { distance, points } = found.after;
    changeRound(round.start, {
      score: { mine, theirs, hit: mine === LIMITS.points, reachable: distance === 0, best: points },
    });
    announce(title);
    heading.current?.focus({ preventScroll: true });
  }, [found]);
  const isLast = number === match.length;
  useShortcuts([
    { key: "n", label: t(isLast ? "match.toResult" : "match.next"), run: () => navigate("/pursuit/match") },
  ]);
  if (live.error) {
    return <ErrorNote error={live.error} onRetry={live.again} />;
  }
  if (found === null) {
    return <Busy label={t("match.judging")} asked={live} />;
  }
  return (
    <div class="duel-outcome stack">
      <h2 id="duel-result" tabIndex={-1} ref={heading}>
        {title}
      </h2>
      <dl class="duel-sides">
        <Side name={t("match.you")} side={found.player} />
        {found.opponent && <Side name={name} side={found.opponent} />}
      </dl>
      <p>
        <a class="button primary" href="/pursuit/match" aria-keyshortcuts="n">
          {t(isLast ? "match.toResult" : "match.next")}
        </a>
      </p>
      <div class="duel-after">
        <Missed target={found.target} distance={found.player.distance} after={found.after} />
        <Luck match={match} round={round} after={found.after} />
      </div>
    </div>
  );
}

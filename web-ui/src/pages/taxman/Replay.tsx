import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Busy } from "../../components/Busy";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { SelectField } from "../../components/SelectField";
import { Share } from "../../components/Share";
import { Slider } from "../../components/Slider";
import { useFlights } from "../../components/stage/flights";
import { Stage } from "../../components/stage/Stage";
import { some } from "../../components/tiles/numbers";
import type { TaxmanDescribed, TaxmanPreview, TaxmanReplay, TaxmanTurn } from "../../generated/api";
import { announce } from "../../lib/announce";
import { t } from "../../lib/i18n";
import { setQuery } from "../../lib/router";
import { useShortcuts } from "../../lib/shortcuts";
import { type Live, useLive } from "../../lib/solver";
import { Legend } from "./Legend";
import { Moves } from "./Moves";
import { BEST, playerName, playerOptions, playerRule } from "./players";
import { flightsOf, tilesAfter } from "./records";
import { Player as PlayerSide, Scores, Taxman } from "./Scores";
import { Tally } from "./StillPossible";
import { Tiles } from "./Tiles";

/** Milliseconds that automatic play needs for a whole game, and for its slowest and fastest steps. */
const WHOLE = 25_000;
const SLOWEST = 1_100;
const FASTEST = 120;
/** Milliseconds to wait after the last step before updating the URL: browsers limit how often it may change. */
const SETTLED = 300;
const NONE: ReadonlyMap<number, TaxmanPreview> = new Map();

/** Return a text that says how good the game is, if there is a bound to compare it with. */
function worth({ strategy, score, upper, status }: TaxmanReplay): string {
  if (upper === null) {
    return t("taxman.replay.score", { score });
  }
  if (status === "optimal") {
    return t(strategy === BEST ? "taxman.replay.isBest" : "taxman.replay.reachesBest", { score });
  }
  return strategy === BEST
    ? t("taxman.replay.between", { score, upper })
    : t("taxman.replay.short", { score, short: upper - score, best: upper });
}

type Walk = ReturnType<typeof useWalk>;

/** Step through a replay. Each step updates the URL, and any other change of the URL moves the replay to its step. */
function useWalk(replay: TaxmanReplay | null, strategy: string, asked: number, plays: boolean) {
  const total = replay?.moves.length ?? 0;
  const [step, setStep] = useState(asked);
  const [playing, setPlaying] = useState(plays);
  // The number of moves so far.
  const at = Math.max(0, Math.min(step, total));

  // The step that this component last wrote to the URL.
  const written = useRef(asked);

  // Follow changes of the URL by the back button or a link. Ignore this component's own changes, which may be outdated.
  useLayoutEffect(() => {
    if (asked !== written.current) {
      written.current = asked;
      setStep(asked);
    }
  }, [asked]);
  useLayoutEffect(() => setStep(asked), [strategy]);
  useEffect(() => {
    if (replay === null || at === asked) {
      return undefined;
    }
    const timer = setTimeout(() => {
      written.current = at;
      setQuery({ step: String(at) });
    }, SETTLED);
    return () => clearTimeout(timer);
  }, [at, replay]);
  useEffect(() => {
    if (!playing || replay === null) {
      return undefined;
    }
    if (at >= total) {
      setPlaying(false);
      announce(t("taxman.replay.ended", { player: replay.score, taxman: replay.taxman }));
      return undefined;
    }
    const pace = Math.max(FASTEST, Math.min(SLOWEST, WHOLE / Math.max(1, total)));
    const timer = setTimeout(() => setStep(at + 1), pace);
    return () => clearTimeout(timer);
  }, [playing, at, replay]);

  const go = (k: number): void => {
    setPlaying(false);
    setStep(k);
  };
  const toggle = (): void => {
    if (!playing && at >= total) {
      setStep(0);
    }
    setPlaying(!playing);
  };
  return { at, playing, go, toggle, rewind: () => go(0) };
}

/** Describe the latest move of a replay. */
function said(turn: TaxmanTurn | undefined): string {
  if (turn === undefined) {
    return t("taxman.replay.start");
  }
  const move = t("taxman.replay.move", { number: String(turn.take), tax: some(turn.tax) });
  return turn.left.length ? `${move} ${t("taxman.replay.left", { left: some(turn.left) })}` : move;
}

/** A text about the latest move, or a sign that the replay is loading. */
function Said({ live, walk }: { live: Live<TaxmanReplay>; walk: Walk }): JSX.Element {
  return live.error ? (
    <ErrorNote error={live.error} onRetry={live.again} />
  ) : live.result === null ? (
    <Busy asked={live} label={t("taxman.replay.loading")} />
  ) : (
    <p {...(!walk.playing && { "aria-live": "polite" })}>{said(live.result.moves[walk.at - 1])}</p>
  );
}

/** Buttons that step through the replay, and a button that leads back to the player's own game. */
function Player(props: {
  live: Live<TaxmanReplay>;
  walk: Walk;
  onGoOn: (id: string, k: number) => void;
  onClose: () => void;
}): JSX.Element {
  const { walk } = props;
  const { at, playing } = walk;
  const replay = props.live.result;
  useShortcuts([{ key: "p", label: t("taxman.replay.toggle"), run: walk.toggle, disabled: replay === null }]);
  return (
    <section class="taxman-player stack tight no-print" aria-label={t("taxman.replay")}>
      {replay !== null && (
        <Slider
          label={t("taxman.replay.slider")}
          min={0}
          max={replay.moves.length}
          value={at}
          valueText={t("taxman.replay.at", { move: at, total: replay.moves.length })}
          onInput={walk.go}
          steps
        />
      )}
      <p class="row">
        {replay !== null && (
          <>
            <Button
              icon={playing ? "pause" : "play"}
              text={playing ? t("taxman.replay.pause") : t("taxman.replay.play")}
              look="primary"
              keys="p"
              onClick={walk.toggle}
            />
            <Button text={t("taxman.replay.goOn")} onClick={() => props.onGoOn(replay.id, at)} />
          </>
        )}
        <Button icon="close" text={t("taxman.replay.close")} onClick={props.onClose} />
      </p>
    </section>
  );
}

/** A move-by-move replay of another game with the same pot. The player's own game does not change. */
export function Replay(props: {
  /** The player's position; only its pot matters here. */
  position: TaxmanDescribed;
  strategy: string;
  /** The step in the URL. */
  step: number;
  /** Set if the replay plays automatically from the start. */
  plays: boolean;
  onClose: () => void;
  /** Let the player continue from a moment of the replay. */
  onGoOn: (id: string, k: number) => void;
}): JSX.Element {
  const { position, strategy } = props;
  const live = useLive<TaxmanReplay>("/taxman/replay", { position: position.start, strategy });
  const replay = live.result;
  const turns = replay?.moves ?? [];
  const walk = useWalk(replay, strategy, props.step, props.plays);
  const { at } = walk;
  const tiles = useMemo(() => tilesAfter(position.pot, position.tiles, turns, at), [position.start, replay, at]);
  const moves = useMemo(() => turns.slice(0, at).map((turn) => turn.take), [replay, at]);
  const turn = turns[at - 1];
  const useless = tiles.reduce((total, tile) => total + (tile.move === 0 ? tile.number : 0), 0);
  const [player, taxman] = turn ? [turn.player, turn.taxman] : [0, useless];

  const stage = useRef<HTMLDivElement>(null);
  useFlights(stage, strategy, moves.map(String), () => flightsOf(turn));
  const over = replay !== null && at === turns.length;
  const shown = { tiles, scores: [player, taxman], over, last: turn };

  return (
    <>
      <Stage
        stage={stage}
        mine={<PlayerSide {...shown} name={playerName(strategy)} moves={moves} />}
        theirs={<Taxman {...shown} />}
        rope={<Scores {...shown} replay />}
        say={<Said live={live} walk={walk} />}
        bar={<Player live={live} walk={walk} onGoOn={props.onGoOn} onClose={props.onClose} />}
      >
        <div class="stage-fill centred">
          <Tiles
            tiles={tiles}
            legal={null}
            previews={NONE}
            moves={moves}
            label={t("taxman.replay.board", { name: playerName(strategy), move: at })}
            onPress={(number) => {
              // A press on a tile leads to the move that removes this tile.
              const k = turns.findIndex(
                (each) => each.take === number || each.tax.includes(number) || each.left.includes(number),
              );
              if (k >= 0) {
                walk.go(k + 1);
              }
            }}
            onPoint={() => undefined}
            onReach={() => undefined}
          />
        </div>
      </Stage>
      <div class="below">
        <div class="stack">
          <SelectField
            label={t("taxman.replay")}
            value={strategy}
            options={playerOptions()}
            onInput={(value) => {
              walk.rewind();
              setQuery({ replay: value, step: null });
            }}
            hint={playerRule(strategy)}
          />
          <p class="no-print">
            <Share />
          </p>
          <Legend replay />
        </div>
        <div class="stack">
          {replay !== null && <p>{worth(replay)}</p>}
          <Moves turns={turns} future={[]} at={at} onGo={walk.go} />
          <Tally tiles={tiles} />
        </div>
      </div>
    </>
  );
}

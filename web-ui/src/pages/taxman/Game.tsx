import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Celebration } from "../../components/after/Celebration";
import { Clues } from "../../components/after/Clues";
import { Curve } from "../../components/after/Curve";
import { Busy } from "../../components/Busy";
import { CheckField } from "../../components/CheckField";
import { ErrorNote } from "../../components/ErrorNote";
import { GameBar } from "../../components/GameBar";
import { PageTitle } from "../../components/PageTitle";
import { Projector } from "../../components/Projector";
import type { TaxmanDescribed, TaxmanPreview, TaxmanTile, TaxmanTurn } from "../../generated/api";
import { announce } from "../../lib/announce";
import { useHints } from "../../lib/hints";
import { num, t } from "../../lib/i18n";
import { query } from "../../lib/place";
import { type GameState, usePosition } from "../../lib/position";
import { navigate, positionPath, type Route, setQuery } from "../../lib/router";
import { focusIfLost } from "../../lib/roving";
import { useSlow } from "../../lib/slow";
import { createStore, readSetting, useMedia, writeSetting } from "../../lib/store";
import { useSwitches } from "../../lib/switches";
import { type AimStore, NOTHING } from "./aim";
import { type Hint, useBest } from "./best";
import { Compare } from "./Compare";
import { FindTicket, findingText, useFinding } from "./Find";
import { Moves } from "./Moves";
import { Others } from "./Others";
import { ProjectorScores } from "./ProjectorScores";
import { BEST, isPlayer, playerName } from "./players";
import { Replay } from "./Replay";
import { some, turnsOf } from "./records";
import { Scores, StillPossible, Tally } from "./Scores";
import { Rules } from "./Start";
import { Ticket } from "./Ticket";
import { describeTile, Legend, type Pressed, sizeOf, Tiles } from "./Tiles";
import { Verdict } from "./Verdict";
import "./after.css";

const SHOWS_BEST = "taxman.best";
const ASKS_FIRST = "taxman.ask";

/** Characters of a name that nobody has, as far as it is repeated. */
const LONGEST_NAME = 40;

/** Most numbers of a pot of which every move is looked at again without being asked. */
const QUICK = 150;

/** Milliseconds between two presses that are meant as two: a finger that trembles must not take a number. */
const TWICE = 350;

/** What a move did, in a sentence or two. */
function told(turn: TaxmanTurn): string {
  const taken = t("taxman.told", { number: String(turn.take), tax: some(turn.tax) });
  return turn.left.length ? `${taken} ${t("taxman.told.left", { left: some(turn.left) })}` : taken;
}

function titleOf(position: TaxmanDescribed): string {
  const pot =
    position.n === null
      ? t("taxman.titlePot", { pot: some(position.pot, 8) })
      : t("taxman.titleN", { n: num(position.n) });
  return position.variant === "end" ? `${pot}, ${t("taxman.variantEnd")}` : pot;
}

/** Why the hint is the hint. */
function hintText(hint: Hint | null): string {
  const number = hint?.moves[0] ?? "";
  return hint === null
    ? ""
    : hint.status === "optimal"
      ? t("taxman.hint.proven", { number, value: hint.value })
      : t("taxman.hint.bounded", { number, value: hint.value });
}

/** A game under way. */
export function Game({ route, id }: { route: Route; id: string }): JSX.Element {
  const game = usePosition<TaxmanDescribed>(id);
  const { position } = game;
  const asked = route.query.get("replay");
  const replay = asked !== null && isPlayer(asked) ? asked : null;
  // A replay and one's own game are different screens: the focus goes to the heading, as from page to page.
  const screen = useRef(replay === null);
  useLayoutEffect(() => {
    if (screen.current !== (replay === null)) {
      screen.current = replay === null;
      document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
    }
  }, [replay]);
  // So are two games; the button that led here may be gone.
  const start = position?.start;
  const shown = useRef(start);
  useLayoutEffect(() => {
    if (shown.current !== undefined && start !== undefined && shown.current !== start && route.via !== "pop") {
      focusIfLost("main h1");
      scrollTo(0, 0);
    }
    shown.current = start;
  }, [start]);
  const title = position === null ? t("taxman.title") : titleOf(position);
  // The heading stays the same element while the game loads, for the focus may be on it.
  return (
    <div class="taxman">
      <PageTitle
        text={
          replay === null || position === null
            ? title
            : t("taxman.replay.title", { pot: title, name: playerName(replay) })
        }
        {...(replay === null && { lead: t("taxman.lead") })}
      />
      {position === null ? (
        game.error ? (
          <div class="stack">
            <p>{t("taxman.noPosition")}</p>
            <ErrorNote error={game.error} home="/taxman" onRetry={game.again} />
          </div>
        ) : (
          <Busy label={t("common.loading")} />
        )
      ) : replay === null ? (
        <>
          {asked !== null && (
            <div class="taxman-unknown">
              <ErrorNote
                error={t("after.noStrategy", { name: asked.slice(0, LONGEST_NAME) })}
                onDismiss={() => setQuery({ replay: null, step: null })}
              />
            </div>
          )}
          <Table game={game} position={position} compare={route.query.get("compare")} />
        </>
      ) : (
        <Replay
          position={position}
          strategy={replay}
          step={Math.max(0, Math.trunc(Number(route.query.get("step")) || 0))}
          onClose={() => setQuery({ replay: null, step: null }, { push: true })}
          onGoOn={(line, k) => {
            setQuery({ replay: null, step: null });
            void game.follow(line, k);
          }}
        />
      )}
    </div>
  );
}

/** The board, and everything that is known about the position on it. */
function Table(props: {
  game: GameState<TaxmanDescribed>;
  position: TaxmanDescribed;
  compare: string | null;
}): JSX.Element {
  const { game, position } = props;
  const board = useRef<HTMLDivElement>(null);
  const [aim] = useState<AimStore>(() => createStore(NOTHING));
  const switches = useSwitches();
  const mode = switches.hints;
  const hints = useHints(position.over ? null : position.id, mode);
  const wantsHint = hints.wantsMove;
  // Id of the game that ended here, by a move and not by a link.
  const [finished, setFinished] = useState<string | null>(null);
  // The comparison was asked for here, and not by a link.
  const [compares, setCompares] = useState(false);
  const [wantsBest, setShowsBest] = useState(readSetting(SHOWS_BEST) !== "off");
  const showsBest = wantsBest && switches.best;
  const [asksFirst, setAsksFirst] = useState(readSetting(ASKS_FIRST));
  const touched = useRef(0);
  // The number that is being taken: a second press of the same must not ask for it again.
  const taking = useRef<number | null>(null);
  const [taken, setTaken] = useState<number | null>(null);
  const slow = useSlow(game.loading);
  const coarse = useMedia("(pointer: coarse)");
  const best = useBest(position, showsBest || (position.over && switches.best), wantsHint && mode === "full");
  const step = hints.told.find((one) => one.step === "move");
  const hint: Hint | null =
    mode === "full"
      ? best.hint
      : step && hints.live.result
        ? { moves: step.moves, status: hints.live.result.status, value: step.numbers[1] ?? 0 }
        : null;
  const area = wantsHint ? [] : (hints.told.find((one) => one.step === "area")?.moves ?? []).map(Number);

  const legal = useMemo(() => new Set(position.legal.map(Number)), [position]);
  const blind = !switches.previews || switches.findDivisors;
  const previews = useMemo(
    () =>
      new Map<number, TaxmanPreview>(blind ? [] : (position.previews ?? []).map((preview) => [preview.take, preview])),
    [position, blind],
  );
  const moves = useMemo(() => position.moves.map(Number), [position]);
  const turns = useMemo(() => turnsOf(position), [position]);
  const last = turns.at(-1);

  // What was aimed at belongs to the position before.
  useEffect(() => {
    aim.set(NOTHING);
  }, [position.id]);

  const hinted = hint?.moves[0];
  useEffect(() => {
    if (wantsHint && hinted !== undefined) {
      const number = Number(hinted);
      aim.set({ hover: null, pin: number, hint: number });
      announce(hintText(hint));
    }
  }, [wantsHint, hinted]);

  const take = async (number: number): Promise<void> => {
    if (taking.current === number) {
      return;
    }
    aim.set(NOTHING);
    taking.current = number;
    setTaken(number);
    const after = await game.play(String(number));
    if (taking.current === number) {
      taking.current = null;
      setTaken(null);
    }
    const turn = after && turnsOf(after).at(-1);
    if (after && turn) {
      announce(`${told(turn)} ${t("taxman.told.scores", { player: turn.player, taxman: turn.taxman })}`);
      if (after.over) {
        setFinished(after.id);
      }
    }
  };

  const finding = useFinding(position, (number) => void take(number));
  // The rule takes the rest at the end; that is another way to write the same game.
  useEffect(() => {
    if (switches.restAtEnd && position.variant !== "end") {
      const moves = position.id.slice(position.start.length);
      navigate(positionPath(`${position.start}~end${moves}`) + query(), { replace: true });
    }
  }, [switches.restAtEnd, position.id]);

  const payerOf = ({ move }: TaxmanTile): number | undefined => (move ? moves[move - 1] : undefined);

  /** Moves the focus to a tile, or to the one that Tab reaches. */
  const focusTile = (number: number | null): void => {
    const which = number === null ? '[tabindex="0"]' : `[data-number="${number}"]`;
    board.current?.querySelector<HTMLElement>(which)?.focus({ preventScroll: true });
  };

  const press = (number: number, how: Pressed): void => {
    const before = aim.get();
    const waits = how !== "key" && (asksFirst === "on" || (asksFirst === null && how === "touch"));
    const hint = before.hint;
    if (switches.findDivisors && (finding.number !== null || legal.has(number))) {
      finding.press(number);
    } else if (!legal.has(number)) {
      // The second press of a double click; what the first one did is more interesting.
      aim.set({ hover: null, pin: how !== "key" && number === last?.take ? null : number, hint });
      const tile = position.tiles.find((one) => one.number === number);
      if (how === "key" && tile) {
        announce(describeTile(number, tile.fate === "open" ? "idle" : tile.fate, tile.move, payerOf(tile)));
      }
    } else if (waits && (before.pin !== number || performance.now() - touched.current < TWICE)) {
      if (before.pin !== number) {
        touched.current = performance.now();
      }
      aim.set({ hover: null, pin: number, hint });
      focusTile(number);
    } else {
      void take(number);
    }
  };

  const problem = game.error ?? finding.error;
  const message = problem ? (
    <ErrorNote error={problem} {...(game.error && { onDismiss: game.dismiss })} />
  ) : slow ? (
    <Busy inline label={taken === null ? t("after.waiting") : t("after.taking", { number: String(taken) })} />
  ) : hints.asked > 0 && mode === "steps" && !wantsHint ? (
    <Clues game={position.game} hints={hints} />
  ) : wantsHint && hint === null ? (
    (hints.live.error ?? best.error) ? (
      <ErrorNote
        error={hints.live.error ?? best.error ?? ""}
        onRetry={mode === "full" ? best.again : hints.live.again}
      />
    ) : (
      <Busy inline label={t("taxman.hint.looking")} />
    )
  ) : last ? (
    <>
      {told(last)}{" "}
      <span class="taxman-narrow">{t("taxman.told.scores", { player: last.player, taxman: last.taxman })}</span>
    </>
  ) : (
    t(switches.findDivisors ? "classroom.find.begin" : coarse ? "taxman.beginTouch" : "taxman.begin")
  );

  return (
    <div class={`taxman-table ${sizeOf(position.tiles.length)}`}>
      <div class="taxman-top stack">
        <Scores tiles={position.tiles} player={Number(position.scores[0])} taxman={Number(position.scores[1])} />
        {showsBest && !position.over && <StillPossible best={best} begun={moves.length > 0} position={position.id} />}
      </div>
      <div class="taxman-left">
        <div class="taxman-main" ref={board}>
          <Projector
            scores={<ProjectorScores position={position} best={showsBest ? best : null} />}
            said={position.over ? t("taxman.over") : finding.number === null ? message : findingText(finding)}
          >
            <Tiles
              tiles={position.tiles}
              legal={legal}
              previews={previews}
              moves={moves}
              label={t("taxman.board", { count: position.tiles.length })}
              onPress={press}
              onPoint={(number) => {
                // The pointer still rests on what was taken just now; what it cost is more interesting.
                aim.set({ ...aim.get(), hover: number === last?.take ? null : number });
              }}
              onReach={(number) => aim.set({ ...aim.get(), pin: number })}
            />
          </Projector>
        </div>
        <div class="taxman-middle">
          {position.over && game.error === null ? (
            <>
              {finished === position.id && (
                <Celebration
                  key={`${position.id}!`}
                  game={position.game}
                  won={Number(position.scores[0]) > Number(position.scores[1])}
                  perfect={false}
                  paper={switches.best && best.whole === Number(position.scores[0]) ? "never" : "praise"}
                />
              )}
              <Verdict
                key={position.id}
                position={position}
                best={best}
                fresh={finished === position.id}
                compared={switches.best}
                onReplay={() => setQuery({ replay: BEST, step: "0", compare: null }, { push: true })}
                onAgain={() => void game.restart().then(() => focusTile(null))}
              />
            </>
          ) : finding.number !== null ? (
            <FindTicket finding={finding} board={board} />
          ) : (
            <Ticket
              position={position}
              previews={previews}
              blind={blind}
              aim={aim}
              board={board}
              message={message}
              urgent={game.error !== null || slow}
              area={area}
              taken={taken}
              hint={hintText(hint)}
              onTake={(number) => {
                // The button goes away, so the focus must go elsewhere.
                focusTile(number);
                void take(number);
              }}
            />
          )}
        </div>
        <div class="taxman-rest stack">
          <GameBar
            game={game}
            newHref="/taxman"
            projector
            hintBusy={mode === "full" ? wantsHint && hint === null && best.running : hints.live.running}
            hintLabel={hints.label}
            onHint={
              mode === "off"
                ? undefined
                : () => {
                    hints.ask();
                    if (wantsHint && hinted !== undefined) {
                      // Asked again, after looking elsewhere.
                      aim.set({ hover: null, pin: Number(hinted), hint: Number(hinted) });
                      announce(hintText(hint));
                    } else {
                      aim.set(NOTHING);
                    }
                  }
            }
          />
          {position.over && switches.best && moves.length > 0 && (
            <Curve
              id={position.id}
              waits={position.tiles.length > QUICK}
              name={(move) => move}
              onTry={(move) => void game.goTo(move.number - 1).then(() => focusTile(Number(move.move)))}
            />
          )}
          <Legend />
          {props.compare !== null && (
            <Compare
              id={position.id}
              strategy={props.compare}
              onChoose={(name) => setQuery({ compare: name })}
              fresh={compares}
              onClose={() => {
                setQuery({ compare: null });
                focusTile(null);
              }}
            />
          )}
        </div>
      </div>
      <section class="stack taxman-side" aria-label={t("taxman.side")}>
        <Moves turns={turns} future={game.future.map(Number)} at={moves.length} onGo={(k) => void game.goTo(k)} />
        <Tally tiles={position.tiles} />
        {switches.best && (
          <Others
            onReplay={(name) => setQuery({ replay: name, step: "0" }, { push: true })}
            onCompare={(name) => {
              setCompares(true);
              setQuery({ compare: name });
            }}
          />
        )}
        <details class="no-print">
          <summary>{t("taxman.rules")}</summary>
          <Rules />
        </details>
        <details class="no-print">
          <summary>{t("taxman.options")}</summary>
          {switches.best && (
            <CheckField
              label={t("taxman.options.best")}
              hint={t("taxman.options.bestHint")}
              checked={showsBest}
              onInput={(on) => {
                setShowsBest(on);
                writeSetting(SHOWS_BEST, on ? "on" : "off");
              }}
            />
          )}
          <CheckField
            label={t("taxman.options.ask")}
            hint={t("taxman.options.askHint")}
            checked={asksFirst === null ? coarse : asksFirst === "on"}
            onInput={(on) => {
              setAsksFirst(on ? "on" : "off");
              writeSetting(ASKS_FIRST, on ? "on" : "off");
            }}
          />
        </details>
      </section>
    </div>
  );
}

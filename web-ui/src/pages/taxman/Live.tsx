import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { ErrorNote } from "../../components/ErrorNote";
import { Icon } from "../../components/Icon";
import { useResult } from "../../components/stage/closing";
import { Stage } from "../../components/stage/Stage";
import { NOTHING, useAim } from "../../components/tiles/aim";
import { asksFirst } from "../../components/tiles/press";
import type { TaxmanDescribed } from "../../generated/api";
import { announce } from "../../lib/announce";
import { t } from "../../lib/i18n";
import { useLoaded } from "../../lib/lazy";
import { AHEAD } from "../../lib/place";
import { useMedia, useSetting } from "../../lib/store";
import { useTaxmanPress } from "./pressing";
import { boardOf, described, turnsOf } from "./rules";
import { Player, Scores, Taxman } from "./Scores";
import { Ticket } from "./Ticket";
import { Tiles, told } from "./Tiles";

/** The pot on the home page, and its best score. */
export const START = "taxman:10";
export const BEST = { lower: 40, whole: 40, wholeUpper: 40, proven: true };
/** The size of the pot that the page suggests next. */
const NEXT = 20;
const NONE: readonly number[] = [];

const end = async () => (await import("./LiveEnd")).end;

/** Two invitations, for a mouse and for touch. Styles show one of them, since prerendering does not know the device. */
function Begin(): JSX.Element {
  return (
    <>
      <span class="by-mouse">{t("taxman.begin")}</span>
      <span class="by-touch">{t("taxman.beginTouch")}</span>
    </>
  );
}

/** Taxman with the pot 1 to 10, as on the game's own page. It makes no requests, since the module contains all data. */
export function Live(): JSX.Element | null {
  const [moves, setMoves] = useState<readonly number[]>([]);
  const position = useMemo(() => {
    const found = boardOf(moves.length > 0 ? `${START}/${moves.join(".")}` : START);
    return found && described(found, BEST.whole);
  }, [moves]);
  return position && <Played position={position} onMoves={setMoves} />;
}

function Played(props: { position: TaxmanDescribed; onMoves: (moves: readonly number[]) => void }): JSX.Element {
  const { position, onMoves } = props;
  const stage = useRef<HTMLDivElement>(null);
  const board = useRef<HTMLDivElement>(null);
  const aim = useAim(position.id);
  const coarse = useMedia("(pointer: coarse)");
  const [asks] = useSetting("taxman.ask");
  const turns = turnsOf(position);
  const last = turns.at(-1);
  const result = useResult(position.id, position.over);
  const [looked, setLooked] = useState(false);
  // Load flights and the result when the player looks at a number: the first move does not wait for them.
  useEffect(() => aim.subscribe(() => setLooked(true)), []);
  const { parts, error, again } = useLoaded(looked || turns.length > 0 ? [end] : []);
  const End = parts?.[0];
  useEffect(() => {
    if (error) {
      again();
    }
  }, [position]);
  const previews = new Map((position.previews ?? []).map((preview) => [preview.take, preview]));
  const moves = turns.map((turn) => turn.take);
  const shown = { tiles: position.tiles, scores: position.scores.map(Number), over: position.over, last };
  const legal = new Set(previews.keys());
  const focus = (number: number): void =>
    board.current?.querySelector<HTMLElement>(`[data-number="${number}"]`)?.focus({ preventScroll: true });
  const go = (next: readonly number[]): void => {
    aim.set(NOTHING);
    onMoves(next);
  };
  const take = (number: number): void => {
    // Move the focus, since the button that was pressed disappears.
    focus(number);
    go([...moves, number]);
  };
  const press = useTaxmanPress({
    position,
    legal,
    last: last?.take,
    aim,
    finding: null,
    asks: (how) => asksFirst(asks, how),
    take,
    focus,
  });
  const message = last ? told(last) : t(coarse ? "taxman.beginTouch" : "taxman.begin");
  useEffect(() => announce(last && !position.over ? message : ""), [position]);
  const onward = (look: string): JSX.Element => (
    <a class={`button ${look}`} href={`/taxman:${NEXT}`}>
      {t("home.live.next", { n: NEXT })}
    </a>
  );
  return (
    <Stage
      stage={stage}
      mine={<Player {...shown} name={t("taxman.you")} moves={moves} />}
      theirs={<Taxman {...shown} />}
      rope={<Scores {...shown} best={BEST} />}
      say={
        result.closed && End ? (
          <End.ResultButton onOpen={result.open} />
        ) : (
          <Ticket
            {...{ position, previews, aim, board }}
            message={AHEAD ? <Begin /> : message}
            urgent={false}
            area={NONE}
            hint=""
            blind={false}
            onTake={take}
          />
        )
      }
      bar={
        <div class="game-bar row no-print">
          <button
            type="button"
            class="button"
            aria-disabled={moves.length === 0}
            onClick={() => moves.length > 0 && go(moves.slice(0, -1))}
          >
            <Icon name="undo" />
            <span>{t("game.undo")}</span>
          </button>
          {onward("")}
        </div>
      }
      result={
        !result.shown ? null : End ? (
          <End.Card {...{ position, onward: onward("primary") }} onClose={result.close} onAgain={() => go([])} />
        ) : error ? (
          <ErrorNote error={error} onRetry={again} />
        ) : null
      }
    >
      <div class="stage-fill centred" ref={board}>
        <Tiles
          tiles={position.tiles}
          legal={legal}
          previews={previews}
          moves={moves}
          label={t("taxman.board", { count: position.tiles.length })}
          onPress={press}
          onPoint={(number) => aim.set({ ...aim.get(), hover: number === last?.take ? null : number })}
          onReach={(number) => aim.set({ ...aim.get(), pin: number })}
        />
        {End && <End.Followed {...{ stage, position, message }} />}
      </div>
    </Stage>
  );
}

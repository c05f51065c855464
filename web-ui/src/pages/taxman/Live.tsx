import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { num, t } from "../../lib/i18n";
import { type Board, boardOf } from "./rules";
import "./live.css";

/** The game on the home page, its best score, and the game that comes next. */
export const LIVE = { n: 10, best: 40, next: 20 } as const;

/** What is said below the board: why a number cannot be taken, what happened last, or what came of it. */
function told(board: Board, refused: number | null): string {
  const tiles = board.tiles();
  const last = board.moves.length;
  const went = (fate: string): string =>
    tiles
      .filter((tile) => tile.move === last && tile.fate === fate)
      .map(({ number }) => number)
      .join(", ");
  if (refused !== null) {
    return t("home.live.refused", { number: num(refused) });
  }
  if (last === 0) {
    return t("home.live.begin");
  }
  if (board.legal().length > 0) {
    const taken = t("home.live.took", { number: num(board.moves.at(-1) ?? 0), tax: went("tax") });
    const left = went("left");
    return left === "" ? taken : `${taken} ${t("home.live.left", { left })}`;
  }
  const { player, taxman } = board;
  return player === LIVE.best
    ? t("home.live.perfect", { player, taxman })
    : t("home.live.over", { player, taxman, best: LIVE.best });
}

/** Taxman, 1 to 10, to be played at once: its rules are here, so that nothing is asked and nothing waits. */
export function Live(): JSX.Element | null {
  const [moves, setMoves] = useState<readonly number[]>([]);
  const [refused, setRefused] = useState<number | null>(null);
  const board = boardOf(`taxman:${LIVE.n}${moves.length > 0 ? `/${moves.join(".")}` : ""}`);
  if (board === null) {
    return null;
  }
  const over = board.legal().length === 0;
  const begin = (): void => {
    setMoves([]);
    setRefused(null);
  };
  return (
    <section class="card taxman-live" aria-labelledby="taxman-live">
      <div>
        <h2 id="taxman-live">{t("home.live.title")}</h2>
        <p class="home-rule">{t("home.taxman.rule")}</p>
      </div>
      <div class="taxman-live-pot" role="group" aria-labelledby="taxman-live">
        {board.tiles().map(({ number, fate }) => {
          const legal = board.isLegal(number);
          return (
            <button
              type="button"
              key={number}
              class={`tile ${fate} ${legal ? "legal" : ""}`}
              aria-disabled={!legal}
              onClick={() => {
                if (legal) {
                  setMoves([...moves, number]);
                }
                setRefused(!legal && fate === "open" ? number : null);
              }}
            >
              <b>{num(number)}</b>{" "}
              <small>
                {fate === "open" ? "\u00a0" : fate === "take" ? t("home.taxman.you") : t("home.taxman.tax")}
              </small>
            </button>
          );
        })}
      </div>
      <p class="taxman-live-told" role="status">
        {told(board, refused)}
      </p>
      <p class="taxman-live-foot">
        <span class="number">{t("home.live.scores", { player: board.player, taxman: board.taxman })}</span>
        <button type="button" class="button quiet" aria-disabled={moves.length === 0} onClick={begin}>
          {t("home.live.again")}
        </button>
        <a class={`button ${over ? "primary" : ""}`} href={`/taxman:${LIVE.next}`}>
          {t("home.live.next", { n: LIVE.next })}
        </a>
      </p>
    </section>
  );
}

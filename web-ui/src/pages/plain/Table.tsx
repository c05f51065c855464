import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Clues } from "../../components/after/Clues";
import { ShareEnd } from "../../components/after/ShareEnd";
import { Busy } from "../../components/Busy";
import { Button } from "../../components/Button";
import { ErrorNote } from "../../components/ErrorNote";
import { GameBar } from "../../components/GameBar";
import { Loading } from "../../components/Loading";
import { NextPuzzle } from "../../components/NextPuzzle";
import { PageTitle } from "../../components/PageTitle";
import { Picture } from "../../components/Picture";
import { Proof } from "../../components/Proof";
import { Stat } from "../../components/Stat";
import { TextField } from "../../components/TextField";
import type { DeclaredAs, Described, PlainBoard, Solution } from "../../generated/api";
import { announce } from "../../lib/announce";
import { sentence, tongue } from "../../lib/games";
import { useHints } from "../../lib/hints";
import { num, t } from "../../lib/i18n";
import { type GameState, usePosition } from "../../lib/position";
import { useData } from "../../lib/questions";
import { SETTLED, useLive } from "../../lib/solver";
import { useSwitches } from "../../lib/switches";

/** Maximum number of moves that have a button; any other move must be typed. */
const SHOWN = 60;

/** A game, shown once its position has loaded. */
export function Table({ game, id }: { game: DeclaredAs; id: string }): JSX.Element {
  const state = usePosition<Described>(id);
  const record = state.position;
  const board = useData<PlainBoard>(record === null ? null : "/board", { id: record?.id });
  const { hints: mode } = useSwitches();
  const hints = useHints(record === null || record.over ? null : record.id, mode);
  const hinted = record !== null && !record.over && hints.wantsMove;
  const hint = useLive<Solution>(hinted ? "/hint" : null, { id: record?.id }, SETTLED);
  const best = hinted ? (hint.result?.moves[0] ?? null) : null;
  const said = useRef<string | null>(null);
  const turn = record === null ? "" : standing(game, record, board.data);

  // Announce the score after a move. Undo and redo have announcements of their own.
  useEffect(() => {
    if (board.data !== null && record !== null && board.data.position === record.id && said.current !== record.id) {
      if (said.current !== null) {
        announce(`${board.data.text}. ${turn}`);
      }
      said.current = record.id;
    }
  }, [board.data, record?.id]);
  useEffect(() => {
    if (best !== null) {
      announce(t("plain.best", { move: best }));
    }
  }, [best]);

  if (record === null) {
    return (
      <>
        <PageTitle text={game.title} {...tongue(game)} />
        {state.error ? <ErrorNote error={state.error} home={`/${game.name}`} onRetry={state.again} /> : <Loading />}
      </>
    );
  }
  return (
    <>
      <PageTitle text={game.title} lead={sentence(game)} {...tongue(game)} />
      <div class="stack plain-table">
        <section class="card plain-board stack" aria-label={t("plain.board")}>
          {board.error && <ErrorNote error={board.error} onRetry={board.again} />}
          {board.data?.picture && <Picture path="/board.svg" params={{ id: board.data.position }} lang="en" />}
          {board.data && <pre lang="en">{board.data.text}</pre>}
        </section>
        <dl class="stats columns">
          {record.scores.map((score, player) => (
            <Stat
              key={player}
              label={record.scores.length > 1 ? t("plain.player", { player: player + 1 }) : t("plain.score")}
              value={num(score)}
            />
          ))}
        </dl>
        <p class="plain-turn">{turn}</p>
        {record.over && (
          <p class="row">
            <NextPuzzle />
            <ShareEnd record={record} />
          </p>
        )}
        <Moves state={state} legal={record.legal} best={best} />
        {state.error && <ErrorNote error={state.error} onDismiss={state.dismiss} />}
        <GameBar
          game={state}
          onHint={mode === "off" ? undefined : hints.ask}
          hintLabel={hints.label}
          hintBusy={hints.live.running || (hinted && hint.running)}
          newHref={`/${game.name}`}
        />
        {mode === "steps" && <Clues game={record.game} hints={hints} />}
        {hinted && hint.error && <ErrorNote error={hint.error} onRetry={hint.again} />}
        {hinted && hint.running && <Busy label={t("plain.asking")} asked={hint} />}
        {hinted && hint.result && (
          <p>
            {best !== null && <strong>{t("plain.best", { move: best })}</strong>}{" "}
            {t(game.players > 1 ? "plain.first" : "plain.value")}{" "}
            <Proof
              lower={hint.result.lower}
              upper={hint.result.upper}
              asked={null}
              position={game.proofs ? record.id : null}
            />
          </p>
        )}
      </div>
    </>
  );
}

/** Return a text that says whose turn it is, or that no move is left. */
function standing(game: DeclaredAs, record: Described, board: PlainBoard | null): string {
  if (record.over) {
    return t("plain.over");
  }
  const player = board?.position === record.id ? board.to_move : null;
  return game.players > 1 && player !== null ? t("plain.turn", { player: player + 1 }) : t("plain.yours");
}

/** Buttons for the legal moves; if there are too many, a field to type any other move. */
function Moves(props: {
  state: GameState<Described>;
  legal: readonly string[];
  best: string | null;
}): JSX.Element | null {
  const { state, legal, best } = props;
  const [text, setText] = useState("");
  if (legal.length === 0) {
    return null;
  }
  const type = (): void => {
    void state.play(text.trim()).then((after) => after && setText(""));
  };
  const shown = legal.slice(0, SHOWN);
  return (
    <>
      <ul class="plain-moves row" aria-label={t("plain.moves")}>
        {(best === null || shown.includes(best) ? shown : [...shown, best]).map((move) => (
          <li key={move}>
            <Button text={move} look={move === best ? "primary" : ""} onClick={() => void state.play(move)} />
          </li>
        ))}
      </ul>
      {legal.length > SHOWN && (
        <TextField
          label={t("plain.other")}
          value={text}
          hint={t("plain.more", { shown: SHOWN, moves: legal.length })}
          size={12}
          onInput={setText}
          onEnter={type}
        />
      )}
    </>
  );
}

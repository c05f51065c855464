import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../components/Button";
import { TextField } from "../../components/TextField";
import type { PursuitDescribed, PursuitMistake, PursuitTyped } from "../../generated/api";
import { announce } from "../../lib/announce";
import { ApiError, get } from "../../lib/api";
import { num, t } from "../../lib/i18n";
import type { GameState } from "../../lib/position";
import { away } from "./model";

/** Milliseconds without typing after which an expression is read, and after which its value is announced. */
const READ_AFTER = 120;
const SAY_AFTER = 900;

type Reading = { id: string; text: string; answer: PursuitTyped | PursuitMistake };

/** Describe what is wrong with an expression, in the reader's language. */
function complaint(answer: PursuitMistake, text: string): string {
  const part = text.slice(answer.start, answer.stop).trim();
  return t(`pursuit.typed.${answer.problem}`, { part });
}

/** Return a text that says how far a value is from the target. */
function verdict(answer: PursuitTyped): string {
  if (answer.distance === null || answer.distance_text === null) {
    return t("pursuit.typed.noWhole", { value: num(answer.value_text) });
  }
  const { distance, distance_text } = answer;
  const value = num(answer.value_text);
  return distance === 0
    ? t("pursuit.typed.hit", { value })
    : away("pursuit.typed.away", { distance, distance_text }, { value });
}

/** Return an example of an expression with numbers on the table. */
function example(position: PursuitDescribed): string {
  const [first, second, third] = position.table.map((card) => card.text).filter((text) => /^\d+$/.test(text));
  const sign = position.rules.operators.at(0) ?? "+";
  const other = position.rules.operators.at(-2) ?? sign;
  return first && second && third ? `(${first}${sign}${second})${other}${third}` : "";
}

/** A field for a whole expression. Its value appears below while the player types; Enter plays its steps. */
export function Typed(props: {
  game: GameState<PursuitDescribed>;
  position: PursuitDescribed;
  onClose: () => void;
}): JSX.Element {
  const { game, position } = props;
  const [text, setText] = useState("");
  const [reading, setReading] = useState<Reading | null>(null);
  const [problem, setProblem] = useState<ApiError | null>(null);
  // Set if Enter was pressed with the current text. Before that, an incomplete text is not reported as a mistake.
  const [judged, setJudged] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const written = text.trim();

  const read = async (signal?: AbortSignal): Promise<PursuitTyped | PursuitMistake | null> => {
    try {
      const answer = await get<PursuitTyped | PursuitMistake>(
        "/pursuit/evaluate",
        { id: position.id, expression: text },
        signal,
      );
      setProblem(null);
      setReading({ id: position.id, text, answer });
      return answer;
    } catch (error) {
      if (error instanceof ApiError) {
        setProblem(error);
      }
      return null;
    }
  };

  useEffect(() => {
    if (!written) {
      setReading(null);
      setProblem(null);
      return undefined;
    }
    const controller = new AbortController();
    const timer = setTimeout(() => void read(controller.signal), READ_AFTER);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text, position.id]);

  const answer = reading?.text === text && reading.id === position.id ? reading.answer : null;
  const said = answer?.valid ? verdict(answer) : null;
  useEffect(() => {
    const timer = said === null ? undefined : setTimeout(() => announce(said), SAY_AFTER);
    return () => clearTimeout(timer);
  }, [said]);

  const play = async (): Promise<void> => {
    const found = written ? (answer ?? (await read())) : null;
    if (found === null) {
      return;
    }
    if (!found.valid) {
      setJudged(true);
      announce(complaint(found, text));
      return;
    }
    if (found.moves.length === 0) {
      setJudged(true);
      announce(t("pursuit.typed.alone"));
      return;
    }
    const next = await game.follow(found.position, Number.MAX_SAFE_INTEGER, true);
    if (next) {
      setText("");
    }
  };

  useLayoutEffect(() => box.current?.querySelector("input")?.focus({ preventScroll: true }), []);

  const wrong = answer !== null && !answer.valid && (judged || answer.problem !== "unfinished") ? answer : null;
  return (
    <div
      class="pursuit-typed stack tight no-print"
      ref={box}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          event.stopPropagation();
          props.onClose();
        }
      }}
    >
      <div class="joined">
        <TextField
          label={t("pursuit.typed.label")}
          hideLabel
          value={text}
          onInput={(value) => {
            setText(value);
            setJudged(false);
          }}
          onEnter={() => void play()}
          placeholder={example(position)}
        />
        <Button icon="close" bare text={t("common.close")} look="quiet" onClick={props.onClose} />
      </div>
      <div class="joined">
        <p class={`anywhere ${wrong ? "wrong toned bad bold" : "small"}`}>
          {wrong ? (
            <>
              <code aria-hidden="true">
                {text.slice(0, wrong.start)}
                <mark>{text.slice(wrong.start, wrong.stop)}</mark>
                {text.slice(wrong.stop)}
              </code>{" "}
              {complaint(wrong, text)}
            </>
          ) : problem !== null ? (
            <span {...(!problem.own && { lang: "en" })}>{problem.message}</span>
          ) : judged && answer?.valid && answer.moves.length === 0 ? (
            t("pursuit.typed.alone")
          ) : (
            (said ?? (written ? "…" : t("pursuit.typed.hint")))
          )}
        </p>
        <button type="button" class="button" onClick={() => void play()} aria-disabled={!answer?.valid}>
          {t("pursuit.typed.play")}
        </button>
      </div>
    </div>
  );
}

import type { JSX, RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { announce } from "../../lib/announce";
import { type TextKey, t } from "../../lib/i18n";
import { useAttempt } from "../../lib/questions";
import { useShortcuts } from "../../lib/shortcuts";
import { tn } from "../../lib/wording";
import { Button } from "../Button";
import { Icon } from "../Icon";
import { mark } from "./aim";
import { some } from "./numbers";

/** Instructions for the player. They differ between games, because the divisors go to different players. */
interface FindWords {
  /** Shown before a number is chosen. */
  begin: TextKey;
  /** Shown after a number is chosen. */
  how: TextKey;
}

export type Finding = ReturnType<typeof useFinding>;

interface State {
  id: string;
  number: number;
  marked: readonly number[];
  wrong: string | null;
}

/** Describe the mistake in the marks; null if there is none. */
function fault(number: number, marked: readonly number[], tax: readonly number[]): string | null {
  const wrong = marked.filter((one) => !tax.includes(one));
  const missing = tax.filter((one) => !marked.includes(one)).length;
  const parts = [
    ...(wrong.length > 0 ? [t("classroom.find.wrong", { wrong: some(wrong), number: String(number) })] : []),
    ...(missing > 0 ? [tn("classroom.find.missing", missing)] : []),
  ];
  return parts.length > 0 ? parts.join(" ") : null;
}

/**
 * A mode in which players find the divisors: they choose a number, mark its divisors, and take it once the marks are
 * right.
 */
export function useFinding(props: {
  /** The id of the position. */
  id: string;
  words: FindWords;
  /** Return whether a number is on the board. */
  isOpen: (number: number) => boolean;
  /** Return the divisors that leave the board together with a number. */
  divisorsOf: (number: number) => Promise<readonly number[]>;
  onTake: (number: number) => void;
}) {
  const { id, words, isOpen } = props;
  const [state, setState] = useState<State | null>(null);
  const { attempt, error } = useAttempt();
  const now = state?.id === id ? state : null;
  const check = async (): Promise<void> => {
    if (now === null) {
      return;
    }
    const { number } = now;
    await attempt(async () => {
      const wrong = fault(number, now.marked, await props.divisorsOf(number));
      if (wrong === null) {
        setState(null);
        announce(t("classroom.find.right"));
        props.onTake(number);
      } else {
        setState({ ...now, wrong });
        announce(wrong);
      }
    });
  };
  const press = (number: number): void => {
    if (now === null) {
      setState({ id, number, marked: [], wrong: null });
      announce(t(words.how, { number: String(number) }));
    } else if (number === now.number) {
      void check();
    } else if (isOpen(number)) {
      const on = !now.marked.includes(number);
      const marked = on ? [...now.marked, number].sort((a, b) => a - b) : now.marked.filter((one) => one !== number);
      setState({ ...now, marked, wrong: null });
      announce(t(on ? "classroom.find.on" : "classroom.find.off", { number: String(number) }));
    }
  };
  return {
    words,
    /** The number that the player wants to take, and the divisors that the player has marked. */
    number: now?.number ?? null,
    marked: now?.marked ?? [],
    /** The mistake in the marks; null until they are checked. */
    wrong: now?.wrong ?? null,
    error,
    /** Choose a number, mark a divisor, or check the marks if the chosen number is pressed again. */
    press,
    check: (): void => void check(),
    cancel: (): void => setState(null),
  };
}

/** Return the text about the chosen number and its marks. */
export function findingText({ words, number, marked, wrong }: Finding): string {
  if (number === null) {
    return t(words.begin);
  }
  const said = marked.length > 0 ? t("classroom.find.marked", { numbers: some(marked) }) : t("classroom.find.none");
  return `${wrong ?? t(words.how, { number: String(number) })} ${said}`;
}

/** Shows the marks so far, with buttons to check them or to choose another number. */
export function FindTicket(props: { finding: Finding; board: RefObject<HTMLElement | null> }): JSX.Element {
  const { finding } = props;
  const { words, number, marked, wrong } = finding;
  useShortcuts([{ key: "escape", label: t("classroom.find.cancel"), run: finding.cancel, disabled: number === null }]);
  useLayoutEffect(() => {
    if (!props.board.current || number === null) {
      return undefined;
    }
    const marks = new Map<number, string>(marked.map((one) => [one, "tax"]));
    marks.set(number, "aim");
    return mark(props.board.current, marks);
  }, [number, marked]);
  return (
    <div class="tiles-ticket row card no-print">
      <div>
        {number === null ? (
          <p>{t(words.begin)}</p>
        ) : (
          <>
            <p>{t(words.how, { number: String(number) })}</p>
            <p>
              {marked.length > 0 ? t("classroom.find.marked", { numbers: some(marked) }) : t("classroom.find.none")}
            </p>
            {wrong !== null && (
              <p class="tiles-find-wrong toned bad bold">
                <Icon name="warn" /> {wrong}
              </p>
            )}
          </>
        )}
      </div>
      {number !== null && (
        <div class="row">
          <Button
            icon="check"
            text={t("classroom.find.check", { number: String(number) })}
            look="primary"
            onClick={finding.check}
          />
          <Button text={t("classroom.find.cancel")} look="quiet" onClick={finding.cancel} />
        </div>
      )}
    </div>
  );
}

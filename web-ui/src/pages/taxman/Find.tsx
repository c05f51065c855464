import type { JSX, RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { Icon } from "../../components/Icon";
import { mark } from "../../components/tiles/aim";
import { some } from "../../components/tiles/numbers";
import type { TaxmanDescribed, TaxmanPreview } from "../../generated/api";
import { announce } from "../../lib/announce";
import { ApiError, get } from "../../lib/api";
import { t, tn } from "../../lib/i18n";
import { useShortcuts } from "../../lib/shortcuts";

/** A number that is to be taken, and what the player says that the taxman gets for it. */
export interface Finding {
  number: number | null;
  marked: readonly number[];
  /** What is not right yet; null before it was checked. */
  wrong: string | null;
  error: ApiError | null;
  /** Begins with a number, marks one, or checks where it is the number itself. */
  press: (number: number) => void;
  check: () => void;
  cancel: () => void;
}

interface State {
  id: string;
  number: number;
  marked: readonly number[];
  wrong: string | null;
}

/** What is wrong with the marks; null if nothing is. */
function fault(number: number, marked: readonly number[], tax: readonly number[]): string | null {
  const wrong = marked.filter((one) => !tax.includes(one));
  const missing = tax.filter((one) => !marked.includes(one)).length;
  const parts = [
    ...(wrong.length > 0 ? [t("classroom.find.wrong", { wrong: some(wrong), number: String(number) })] : []),
    ...(missing > 0 ? [tn("classroom.find.missing", missing)] : []),
  ];
  return parts.length > 0 ? parts.join(" ") : null;
}

/** The divisors are found by the player: a number is chosen, the tax is marked, and taken is what is right. */
export function useFinding(position: TaxmanDescribed, onTake: (number: number) => void): Finding {
  const [state, setState] = useState<State | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const now = state?.id === position.id ? state : null;
  const open = (number: number): boolean =>
    position.tiles.some((tile) => tile.number === number && tile.fate === "open");
  const check = async (): Promise<void> => {
    if (now === null) {
      return;
    }
    setError(null);
    const { number } = now;
    const known = position.previews?.find(({ take }) => take === number);
    try {
      const preview = known ?? (await get<TaxmanPreview>("/taxman/preview", { id: position.id, take: number }));
      const wrong = fault(number, now.marked, preview.tax);
      if (wrong === null) {
        setState(null);
        announce(t("classroom.find.right"));
        onTake(number);
      } else {
        setState({ ...now, wrong });
        announce(wrong);
      }
    } catch (problem) {
      if (!(problem instanceof ApiError)) {
        throw problem;
      }
      setError(problem);
    }
  };
  const press = (number: number): void => {
    if (now === null) {
      setState({ id: position.id, number, marked: [], wrong: null });
      announce(t("classroom.find.how", { number: String(number) }));
    } else if (number === now.number) {
      void check();
    } else if (open(number)) {
      const on = !now.marked.includes(number);
      const marked = on ? [...now.marked, number].sort((a, b) => a - b) : now.marked.filter((one) => one !== number);
      setState({ ...now, marked, wrong: null });
      announce(t(on ? "classroom.find.on" : "classroom.find.off", { number: String(number) }));
    }
  };
  return {
    number: now?.number ?? null,
    marked: now?.marked ?? [],
    wrong: now?.wrong ?? null,
    error,
    press,
    check: () => void check(),
    cancel: () => setState(null),
  };
}

/** What has been said so far of a number that is to be taken. */
export function findingText({ number, marked, wrong }: Finding): string {
  if (number === null) {
    return t("classroom.find.begin");
  }
  const said = marked.length > 0 ? t("classroom.find.marked", { numbers: some(marked) }) : t("classroom.find.none");
  return `${wrong ?? t("classroom.find.how", { number: String(number) })} ${said}`;
}

/** The marks so far, and the buttons that check them or choose another number. */
export function FindTicket(props: { finding: Finding; board: RefObject<HTMLElement | null> }): JSX.Element {
  const { finding } = props;
  const { number, marked, wrong } = finding;
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
    <div class="tiles-ticket card no-print">
      <div class="tiles-ticket-text">
        {number === null ? (
          <p>{t("classroom.find.begin")}</p>
        ) : (
          <>
            <p>{t("classroom.find.how", { number: String(number) })}</p>
            <p>
              {marked.length > 0 ? t("classroom.find.marked", { numbers: some(marked) }) : t("classroom.find.none")}
            </p>
            {wrong !== null && (
              <p class="taxman-find-wrong">
                <Icon name="warn" /> {wrong}
              </p>
            )}
          </>
        )}
      </div>
      {number !== null && (
        <div class="row">
          <button type="button" class="button primary" onClick={finding.check}>
            <Icon name="check" />
            {t("classroom.find.check", { number: String(number) })}
          </button>
          <button type="button" class="button quiet" onClick={finding.cancel}>
            {t("classroom.find.cancel")}
          </button>
        </div>
      )}
    </div>
  );
}

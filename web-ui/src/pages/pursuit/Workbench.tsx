import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PursuitCard, PursuitDescribed } from "../../generated/api";
import { announce } from "../../lib/announce";
import { num, t } from "../../lib/i18n";
import type { GameState } from "../../lib/position";
import { type Shortcut, useShortcuts } from "../../lib/shortcuts";
import { findMove, OPERATORS, type Operator, pretty, prettyMove, SIGNS } from "./model";

/** The names of the operators, for those who hear them. */
const NAMES = {
  "+": "pursuit.plus",
  "-": "pursuit.minus",
  "*": "pursuit.times",
  "/": "pursuit.over",
} as const;

interface Chosen {
  /** Of the position that it is about. */
  id: string;
  key: number;
  operator: Operator | null;
  /** Whether it is a result that was chosen by itself: whoever taps it means to choose it. */
  fresh?: boolean;
}

/** Long numbers are written smaller, so that they stay in one line as far as there is room. */
function size(text: string): string {
  return text.length > 11 ? " longest" : text.length > 8 ? " longer" : text.length > 6 ? " long" : "";
}

/** Why two numbers cannot be combined; null if they can. */
function obstacle(
  position: PursuitDescribed,
  left: PursuitCard,
  operator: Operator,
  right: PursuitCard,
): string | null {
  if (findMove(position.legal, left.text, operator, right.text) !== null) {
    return null;
  }
  const params = { left: num(left.text), sign: SIGNS[operator], right: num(right.text) };
  if (operator === "/" && right.text === "0") {
    return t("pursuit.byZero", params);
  }
  return operator === "/" && !position.rules.fractions
    ? t("pursuit.notWhole", params)
    : t("pursuit.notPositive", params);
}

/**
 * The numbers and the signs: number, sign, number makes a new number.
 *
 * A result is chosen at once, so that one can go on with it; any other number can be chosen instead.
 */
export function Workbench({
  game,
  position,
}: {
  game: GameState<PursuitDescribed>;
  position: PursuitDescribed;
}): JSX.Element {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [trouble, setTrouble] = useState<{ id: string; text: string } | null>(null);
  const group = useRef<HTMLDivElement>(null);
  const focused = useRef(false);
  const shownId = useRef(position.id);
  // Keys that were pressed while a step was being made: they mean the numbers after it.
  const playing = useRef(false);
  const settled = useRef(false);
  const ahead = useRef<string[]>([]);
  const [, again] = useState({});
  // A choice is about the numbers that it was made among.
  const current = chosen?.id === position.id ? chosen : null;
  const first = current === null ? null : (position.table.find((card) => card.key === current.key) ?? null);
  const operator = first === null ? null : (current?.operator ?? null);
  const warning = trouble?.id === position.id ? trouble.text : null;

  const refuse = (text: string): void => {
    setTrouble({ id: position.id, text });
    announce(text);
  };
  const choose = (key: number, sign: Operator | null): void => {
    setTrouble(null);
    setChosen({ id: position.id, key, operator: sign });
  };

  const clear = (): void => {
    setTrouble(null);
    setChosen(null);
  };

  const pick = (card: PursuitCard, byKey: boolean): void => {
    if (first?.key === card.key && !byKey && !current?.fresh) {
      clear();
      return;
    }
    if (first === null || operator === null || first.key === card.key) {
      choose(card.key, null);
      if (byKey) {
        announce(t("pursuit.chosen", { value: num(card.text) }));
      }
      return;
    }
    const why = obstacle(position, first, operator, card);
    if (why !== null) {
      refuse(why);
      return;
    }
    const move = findMove(position.legal, first.text, operator, card.text);
    if (move !== null) {
      playing.current = true;
      void game.play(move).then((next) => {
        settled.current = true;
        again({});
        const made = next?.table.at(-1);
        if (next && made) {
          setChosen({ id: next.id, key: made.key, operator: null, fresh: true });
          announce(`${prettyMove(move)} = ${num(made.text)}.`);
        } else {
          ahead.current = [];
        }
      });
    }
  };

  const sign = (which: Operator, byKey: boolean): void => {
    if (!position.rules.operators.includes(which)) {
      refuse(t("pursuit.notAllowed", { sign: SIGNS[which] }));
    } else if (first === null) {
      refuse(t("pursuit.firstNumber"));
    } else {
      choose(first.key, operator === which ? null : which);
      if (byKey) {
        announce(t(NAMES[which]));
      }
    }
  };

  /** Does what a click means; the second one of a double click means nothing, and neither does one at a passing board. */
  const click = (event: MouseEvent, run: () => void): void => {
    if (event.detail < 2 && !playing.current) {
      run();
    }
  };

  const back = (): void => {
    if (first !== null && operator !== null) {
      choose(first.key, null);
    } else if (game.canUndo) {
      playing.current = true;
      void game.undo().then(() => {
        settled.current = true;
        again({});
      });
    } else {
      clear();
    }
  };

  const press = (key: string): void => {
    const which = OPERATORS.find((one) => one === key);
    const card = position.table[Number(key) - 1];
    if (playing.current) {
      ahead.current.push(key);
    } else if (which) {
      sign(which, true);
    } else if (key === "backspace") {
      back();
    } else if (card) {
      pick(card, true);
    }
  };
  // Only the screen that shows the result knows what the next key means.
  useLayoutEffect(() => {
    if (settled.current) {
      settled.current = false;
      playing.current = false;
    }
    const key = playing.current ? undefined : ahead.current.shift();
    if (key !== undefined) {
      press(key);
      again({});
    }
  });

  // The card that had the focus may be used up; its result is where to go on.
  useLayoutEffect(() => {
    if (shownId.current !== position.id) {
      shownId.current = position.id;
      if (focused.current && (document.activeElement === null || document.activeElement === document.body)) {
        group.current?.querySelector<HTMLElement>("[data-card]:last-child")?.focus();
      }
    }
  }, [position.id]);

  useShortcuts([
    ...position.table.map(
      (card, index): Shortcut => ({
        key: String(index + 1),
        label: t("pursuit.key.card", { value: num(card.text) }),
        run: () => press(String(index + 1)),
      }),
    ),
    ...OPERATORS.filter((which) => position.rules.operators.includes(which)).map(
      (which): Shortcut => ({ key: which, label: t(NAMES[which]), run: () => press(which) }),
    ),
    { key: "backspace", label: t("pursuit.key.back"), run: () => press("backspace") },
    { key: "escape", label: t("pursuit.key.clear"), run: clear, disabled: first === null },
  ]);

  return (
    <div class="pursuit-workbench">
      <div
        class="pursuit-cards"
        role="group"
        aria-label={t("pursuit.numbers")}
        ref={group}
        onFocusIn={() => {
          focused.current = true;
        }}
        onFocusOut={(event) => {
          // Without a target the focused card has just gone.
          focused.current = event.relatedTarget === null;
        }}
      >
        {position.table.map((card, index) => {
          const isFirst = first?.key === card.key;
          const off =
            first !== null && operator !== null && !isFirst && obstacle(position, first, operator, card) !== null;
          const isMade = card.key >= position.numbers.length;
          return (
            <button
              type="button"
              key={card.key}
              data-card={card.key}
              class={`number-card pursuit-card${isFirst ? " chosen" : ""}${isMade ? " made" : ""}`}
              aria-pressed={isFirst}
              aria-disabled={off}
              aria-keyshortcuts={String(index + 1)}
              onClick={(event) => click(event, () => pick(card, false))}
            >
              <span class={`pursuit-value${size(num(card.text))}`}>{num(card.text)}</span>
              {isMade && (
                <>
                  <span class="visually-hidden">{" = "}</span>
                  <small class="pursuit-origin">{pretty(card.expression)}</small>
                </>
              )}
              <kbd class="pursuit-key" aria-hidden="true">
                {index + 1}
              </kbd>
            </button>
          );
        })}
      </div>
      <div class="pursuit-operators" role="group" aria-label={t("pursuit.operators")}>
        {OPERATORS.map((which) => (
          <button
            type="button"
            key={which}
            class={`number-card pursuit-operator${operator === which ? " chosen" : ""}`}
            aria-label={t(NAMES[which])}
            aria-pressed={operator === which}
            aria-disabled={!position.rules.operators.includes(which)}
            aria-keyshortcuts={which}
            onClick={(event) => click(event, () => sign(which, false))}
          >
            {SIGNS[which]}
          </button>
        ))}
      </div>
      <p class={`pursuit-working${warning === null ? "" : " wrong"}`}>
        {warning ??
          (first === null
            ? position.legal.length
              ? t("pursuit.pickFirst")
              : t("pursuit.nothingLeft")
            : operator === null
              ? position.distance > 0 && t("pursuit.pickSign", { left: num(first.text) })
              : t("pursuit.pickSecond", { left: num(first.text), sign: SIGNS[operator] }))}
      </p>
    </div>
  );
}

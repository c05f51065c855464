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
  /** Whether it is a result that was chosen by itself: a tap on it means to choose it. */
  fresh?: boolean;
}

/** Long numbers are written smaller, so that they stay in one line as far as there is room. */
function size(text: string): string {
  return text.length > 11 ? " longest" : text.length > 8 ? " longer" : text.length > 6 ? " long" : "";
}

/** Why two numbers cannot be combined. */
function obstacle(position: PursuitDescribed, left: PursuitCard, operator: Operator, right: PursuitCard): string {
  const params = { left: num(left.text), sign: SIGNS[operator], right: num(right.text) };
  if (operator === "/" && right.text === "0") {
    return t("pursuit.byZero", params);
  }
  return operator === "/" && !position.rules.fractions
    ? t("pursuit.notWhole", params)
    : t("pursuit.notPositive", params);
}

interface Steps {
  /** Whether a step is being made. */
  busy: () => boolean;
  /** Makes a step, and does what comes of it. */
  make: <T>(step: Promise<T>, then?: (made: T) => void) => void;
  /** Does what a key means, now or after the step that is being made. */
  press: (key: string) => void;
  /** Forgets the keys that were pressed meanwhile. */
  forget: () => void;
}

/** Steps, and the keys that are pressed while one is being made: they mean the numbers after it. */
function useSteps(onKey: (key: string) => void): Steps {
  const making = useRef(false);
  const settled = useRef(false);
  const ahead = useRef<string[]>([]);
  const [, again] = useState({});
  const press = (key: string): void => {
    if (making.current) {
      ahead.current.push(key);
    } else {
      onKey(key);
    }
  };
  // Only the screen that shows the result knows what the next key means.
  useLayoutEffect(() => {
    if (settled.current) {
      settled.current = false;
      making.current = false;
    }
    const key = making.current ? undefined : ahead.current.shift();
    if (key !== undefined) {
      press(key);
      again({});
    }
  });
  return {
    busy: () => making.current,
    make: (step, then) => {
      making.current = true;
      void step.then((made) => {
        settled.current = true;
        again({});
        then?.(made);
      });
    },
    press,
    forget: () => {
      ahead.current = [];
    },
  };
}

/** What is chosen among the numbers and signs, and what can be done with it. */
interface Bench {
  /** The number that is chosen first. */
  first: PursuitCard | null;
  operator: Operator | null;
  /** Why the last try was none. */
  warning: string | null;
  pick: (card: PursuitCard, byKey: boolean) => void;
  sign: (which: Operator, byKey: boolean) => void;
  clear: () => void;
  press: (key: string) => void;
  /** Does what a click means; the second one of a double click means nothing, and neither does one at a passing board. */
  click: (event: MouseEvent, run: () => void) => void;
}

function useBench(game: GameState<PursuitDescribed>, position: PursuitDescribed): Bench {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [trouble, setTrouble] = useState<{ id: string; text: string } | null>(null);
  // A choice is about the numbers that it was made among.
  const current = chosen?.id === position.id ? chosen : null;
  const first = current === null ? null : (position.table.find((card) => card.key === current.key) ?? null);
  const operator = first === null ? null : (current?.operator ?? null);

  const steps = useSteps((key) => {
    const which = OPERATORS.find((one) => one === key);
    const card = position.table[Number(key) - 1];
    if (which) {
      sign(which, true);
    } else if (key === "backspace") {
      back();
    } else if (card) {
      pick(card, true);
    }
  });

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

  const combine = (left: PursuitCard, sign: Operator, right: PursuitCard): void => {
    const move = findMove(position.legal, left.text, sign, right.text);
    if (move === null) {
      refuse(obstacle(position, left, sign, right));
      return;
    }
    steps.make(game.play(move), (next) => {
      const made = next?.table.at(-1);
      if (next && made) {
        setChosen({ id: next.id, key: made.key, operator: null, fresh: true });
        announce(`${prettyMove(move)} = ${num(made.text)}.`);
      } else {
        steps.forget();
      }
    });
  };

  const pick = (card: PursuitCard, byKey: boolean): void => {
    if (first?.key === card.key && !byKey && !current?.fresh) {
      clear();
    } else if (first === null || operator === null || first.key === card.key) {
      choose(card.key, null);
      if (byKey) {
        announce(t("pursuit.chosen", { value: num(card.text) }));
      }
    } else {
      combine(first, operator, card);
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

  const back = (): void => {
    if (first !== null && operator !== null) {
      choose(first.key, null);
    } else if (game.canUndo) {
      steps.make(game.undo());
    } else {
      clear();
    }
  };

  return {
    first,
    operator,
    warning: trouble?.id === position.id ? trouble.text : null,
    pick,
    sign,
    clear,
    press: steps.press,
    click: (event, run) => {
      if (event.detail < 2 && !steps.busy()) {
        run();
      }
    },
  };
}

/** One key for each number and sign, and those that take back and clear. */
function useKeys(position: PursuitDescribed, { first, press, clear }: Bench): void {
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
}

/** The numbers; where the focused one is used up, its result has the focus, for there one goes on. */
function Cards({ position, bench }: { position: PursuitDescribed; bench: Bench }): JSX.Element {
  const group = useRef<HTMLDivElement>(null);
  const focused = useRef(false);
  const shownId = useRef(position.id);
  useLayoutEffect(() => {
    if (shownId.current !== position.id) {
      shownId.current = position.id;
      if (focused.current && (document.activeElement === null || document.activeElement === document.body)) {
        group.current?.querySelector<HTMLElement>("[data-card]:last-child")?.focus();
      }
    }
  }, [position.id]);
  return (
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
      {position.table.map((card, index) => (
        <Card key={card.key} position={position} bench={bench} card={card} index={index} />
      ))}
    </div>
  );
}

/** A number that was dealt or made. */
function Card(props: { position: PursuitDescribed; bench: Bench; card: PursuitCard; index: number }): JSX.Element {
  const { position, bench, card, index } = props;
  const { first, operator } = bench;
  const isFirst = first?.key === card.key;
  const off =
    first !== null &&
    operator !== null &&
    !isFirst &&
    findMove(position.legal, first.text, operator, card.text) === null;
  const isMade = card.key >= position.numbers.length;
  return (
    <button
      type="button"
      data-card={card.key}
      class={`number-card pursuit-card${isFirst ? " chosen" : ""}${isMade ? " made" : ""}`}
      aria-pressed={isFirst}
      aria-disabled={off}
      aria-keyshortcuts={String(index + 1)}
      onClick={(event) => bench.click(event, () => bench.pick(card, false))}
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
}

/** What to do next. */
function nextText(position: PursuitDescribed, { first, operator }: Bench): string | false {
  if (first === null) {
    return position.legal.length ? t("pursuit.pickFirst") : t("pursuit.nothingLeft");
  }
  return operator === null
    ? position.distance > 0 && t("pursuit.pickSign", { left: num(first.text) })
    : t("pursuit.pickSecond", { left: num(first.text), sign: SIGNS[operator] });
}

/**
 * The numbers and the signs: number, sign, number makes a new number.
 *
 * A result is chosen at once, so that one can go on with it; any other number can be chosen instead.
 */
export function Workbench(props: { game: GameState<PursuitDescribed>; position: PursuitDescribed }): JSX.Element {
  const { position } = props;
  const bench = useBench(props.game, position);
  useKeys(position, bench);
  return (
    <div class="pursuit-workbench">
      <Cards position={position} bench={bench} />
      <div class="pursuit-operators" role="group" aria-label={t("pursuit.operators")}>
        {OPERATORS.map((which) => (
          <button
            type="button"
            key={which}
            class={`number-card pursuit-operator${bench.operator === which ? " chosen" : ""}`}
            aria-label={t(NAMES[which])}
            aria-pressed={bench.operator === which}
            aria-disabled={!position.rules.operators.includes(which)}
            aria-keyshortcuts={which}
            onClick={(event) => bench.click(event, () => bench.sign(which, false))}
          >
            {SIGNS[which]}
          </button>
        ))}
      </div>
      <p class={`pursuit-working${bench.warning === null ? "" : " wrong"}`}>
        {bench.warning ?? nextText(position, bench)}
      </p>
    </div>
  );
}

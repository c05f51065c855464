import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PursuitCard, PursuitDescribed } from "../../generated/api";
import { announce } from "../../lib/announce";
import { num, t } from "../../lib/i18n";
import type { GameState } from "../../lib/position";
import { focusIfLost } from "../../lib/roving";
import { type Shortcut, useShortcuts } from "../../lib/shortcuts";
import { OPERATORS, type Operator } from "./expressions";
import { findMove, pretty, prettyMove, SIGNS } from "./model";
import { after, type Pair, slotsOf } from "./slots";

/** The names of the operators, for screen readers. */
const NAMES = {
  "+": "pursuit.plus",
  "-": "pursuit.minus",
  "*": "pursuit.times",
  "/": "pursuit.over",
} as const;

interface Chosen {
  /** Id of the position in which the choice was made. */
  id: string;
  slot: number;
  operator: Operator | null;
  /** Set if a result was chosen automatically: a tap on it then keeps the choice instead of clearing it. */
  fresh?: boolean;
}

/** Explain why two numbers cannot be combined. */
function obstacle(position: PursuitDescribed, left: PursuitCard, operator: Operator, right: PursuitCard): string {
  const params = { left: num(left.text), sign: SIGNS[operator], right: num(right.text) };
  if (operator === "/" && right.text === "0") {
    return t("pursuit.byZero", params);
  }
  return operator === "/" && !position.rules.fractions
    ? t("pursuit.notWhole", params)
    : t("pursuit.notPositive", params);
}

/** Return functions that make steps. Keys pressed during a step are handled after it, as they refer to its result. */
function useSteps(onKey: (key: string) => void) {
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
  // Handle the next key only after rendering the result, since the meaning of the key depends on it.
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
    /** Wait for a step in progress, and pass its result to `then`. */
    make: <T,>(step: Promise<T>, then?: (made: T) => void): void => {
      making.current = true;
      void step.then((made) => {
        settled.current = true;
        again({});
        then?.(made);
      });
    },
    /** Handle a key, now or after the step in progress. */
    press,
    /** Forget the keys that were pressed during the step. */
    forget: (): void => {
      ahead.current = [];
    },
  };
}

/** The numbers, the current choice of a number and an operator, and the actions on them. */
type Bench = ReturnType<typeof useBench>;

/** Return the workbench for a position, and handle its keys; `open` is set if the numbers can be used. */
export function useBench(
  game: Pick<GameState<PursuitDescribed>, "play" | "undo" | "canUndo">,
  position: PursuitDescribed,
  open = true,
) {
  const [state, setChosen] = useState<Chosen | null>(null);
  const [trouble, setTrouble] = useState<{ id: string; text: string } | null>(null);
  const picked = useRef(new Map<string, Pair>());
  const slots = slotsOf(position, picked.current);
  const { cards } = slots;
  // A choice is valid only in the position in which it was made.
  const current = state?.id === position.id ? state : null;
  const first = current === null ? null : (cards[current.slot] ?? null);
  const chosen = first === null ? null : (current?.slot ?? null);
  const operator = first === null ? null : (current?.operator ?? null);

  const steps = useSteps((key) => {
    const which = OPERATORS.find((one) => one === key);
    if (which) {
      sign(which, true);
    } else if (key === "backspace") {
      back();
    } else {
      pick(Number(key) - 1, true);
    }
  });

  const refuse = (text: string): void => {
    setTrouble({ id: position.id, text });
    announce(text);
  };
  const choose = (slot: number, sign: Operator | null): void => {
    setTrouble(null);
    setChosen({ id: position.id, slot, operator: sign });
  };
  const clear = (): void => {
    setTrouble(null);
    setChosen(null);
  };

  const combine = (from: number, left: PursuitCard, sign: Operator, onto: number, right: PursuitCard): void => {
    const move = findMove(position.legal, left.text, sign, right.text);
    if (move === null) {
      refuse(obstacle(position, left, sign, right));
      return;
    }
    picked.current.set(after(position, position.moves.length, move), [from, onto]);
    steps.make(game.play(move), (next) => {
      const made = next?.table.at(-1);
      if (next && made) {
        setChosen({ id: next.id, slot: onto, operator: null, fresh: true });
        announce(`${prettyMove(move)} = ${num(made.text)}.`);
      } else {
        steps.forget();
      }
    });
  };

  const pick = (slot: number, byKey: boolean): void => {
    const card = cards[slot] ?? null;
    if (card === null) {
      return;
    }
    if (chosen === slot && !byKey && !current?.fresh) {
      clear();
    } else if (chosen === null || first === null || operator === null || chosen === slot) {
      choose(slot, null);
      if (byKey) {
        announce(t("pursuit.chosen", { value: num(card.text) }));
      }
    } else {
      combine(chosen, first, operator, slot, card);
    }
  };

  const sign = (which: Operator, byKey: boolean): void => {
    if (!position.rules.operators.includes(which)) {
      refuse(t("pursuit.notAllowed", { sign: SIGNS[which] }));
    } else if (chosen === null) {
      refuse(t("pursuit.firstNumber"));
    } else {
      choose(chosen, operator === which ? null : which);
      if (byKey) {
        announce(t(NAMES[which]));
      }
    }
  };

  const back = (): void => {
    if (chosen !== null && operator !== null) {
      choose(chosen, null);
    } else if (game.canUndo) {
      steps.make(game.undo());
    } else {
      clear();
    }
  };

  const { press } = steps;
  // Define a key for each number and operator, and keys that undo a step and clear the choice.
  useShortcuts(
    [
      ...cards.map(
        (card, slot): Shortcut => ({
          key: String(slot + 1),
          label: t("pursuit.key.card", { value: num(card?.text ?? "") }),
          run: () => press(String(slot + 1)),
          disabled: card === null,
        }),
      ),
      ...OPERATORS.filter((which) => position.rules.operators.includes(which)).map(
        (which): Shortcut => ({ key: which, label: t(NAMES[which]), run: () => press(which) }),
      ),
      { key: "backspace", label: t("pursuit.key.back"), run: () => press("backspace") },
      { key: "escape", label: t("pursuit.key.clear"), run: clear, disabled: chosen === null },
    ].filter(() => open),
  );

  return {
    slots,
    /** Slot of the number that was chosen first; null if none is chosen. */
    chosen,
    first,
    operator,
    /** The reason why the last attempted step failed, if it did. */
    warning: trouble?.id === position.id ? trouble.text : null,
    open,
    pick,
    sign,
    /** Handle a click. Ignore the second click of a double click, and any click on a board that is being replaced. */
    click: (event: MouseEvent, run: () => void): void => {
      if (event.detail < 2 && !steps.busy()) {
        run();
      }
    },
  };
}

/** The numbers on the table. If the focused number is used in a step, the result of the step gets the focus. */
function Cards({ position, bench }: { position: PursuitDescribed; bench: Bench }): JSX.Element {
  const { cards } = bench.slots;
  const focused = useRef(false);
  useLayoutEffect(() => {
    if (focused.current) {
      focusIfLost(LATEST);
    }
  }, [position.id]);
  return (
    <div
      class="pursuit-cards"
      role="group"
      aria-label={t("pursuit.numbers")}
      onFocusIn={() => {
        focused.current = true;
      }}
      onFocusOut={(event) => {
        // If no other element gets the focus, assume that a step used the focused card, and focus its result.
        focused.current = event.relatedTarget === null;
      }}
    >
      {cards.map((card, slot) =>
        card === null ? (
          <span key={slot} class="pursuit-gone" data-number={slot} aria-hidden="true" />
        ) : (
          <Card key={slot} position={position} bench={bench} card={card} slot={slot} />
        ),
      )}
    </div>
  );
}

/** Selector of the latest result. */
export const LATEST = ".pursuit-card.latest";

/** A number that was dealt or made. */
function Card(props: { position: PursuitDescribed; bench: Bench; card: PursuitCard; slot: number }): JSX.Element {
  const { position, bench, card, slot } = props;
  const { first, operator } = bench;
  const isFirst = bench.chosen === slot;
  const off =
    first !== null &&
    operator !== null &&
    !isFirst &&
    findMove(position.legal, first.text, operator, card.text) === null;
  const isMade = card.key >= position.numbers.length;
  const look = [
    isFirst && "chosen",
    isMade && "made",
    bench.slots.last?.pair[1] === slot && "latest",
    position.distance === 0 && card.text === position.answer_text && "hit",
  ];
  const text = num(card.text);
  return (
    <button
      type="button"
      data-card={card.key}
      data-number={slot}
      class={["number-card pursuit-card", ...look].filter(Boolean).join(" ")}
      style={{ "--length": Math.max(3, text.length) }}
      aria-pressed={isFirst}
      aria-disabled={off}
      aria-keyshortcuts={String(slot + 1)}
      onClick={(event) => bench.click(event, () => bench.pick(slot, false))}
    >
      <span class="pursuit-value">{text}</span>
      {isMade && (
        <>
          <span class="visually-hidden">{" = "}</span>
          <small>{pretty(card.expression)}</small>
        </>
      )}
      <kbd aria-hidden="true">{slot + 1}</kbd>
    </button>
  );
}

/** A text that says what to do next, or why the last attempted step failed. */
export function Working({ position, bench }: { position: PursuitDescribed; bench: Bench }): JSX.Element {
  const { first, operator, warning } = bench;
  const next =
    first === null
      ? t(position.legal.length ? "pursuit.pickFirst" : "pursuit.nothingLeft")
      : operator === null
        ? position.distance > 0 && t("pursuit.pickSign", { left: num(first.text) })
        : t("pursuit.pickSecond", { left: num(first.text), sign: SIGNS[operator] });
  return <p class={`pursuit-working ${warning === null ? "" : "wrong toned bad bold"}`}>{warning ?? next}</p>;
}

/**
 * The numbers and operators. The player makes a step by choosing a number, an operator and another number.
 *
 * The result is chosen automatically, so that the player can continue with it, but any other number can be chosen.
 */
export function Workbench({ position, bench }: { position: PursuitDescribed; bench: Bench }): JSX.Element {
  const count = position.numbers.length;
  const columns = count > 3 ? Math.ceil(count / 2) : count;
  return (
    <div
      class="pursuit-workbench"
      style={{ "--columns": columns, "--rows": Math.ceil(count / columns) }}
      inert={!bench.open}
    >
      <Cards position={position} bench={bench} />
      <div class="pursuit-operators" role="group" aria-label={t("pursuit.operators")}>
        {OPERATORS.map((which) => (
          <button
            type="button"
            key={which}
            class={`number-card pursuit-operator ${bench.operator === which ? "chosen" : ""}`}
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
    </div>
  );
}

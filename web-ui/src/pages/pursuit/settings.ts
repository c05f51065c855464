/** The settings of deals and clocks, chosen once and kept in the browser. */
import type { PursuitDifficulty } from "../../generated/api";
import { createStore, readSetting, writeSetting } from "../../lib/store";
import { OPERATORS } from "./expressions";
import { GRADES } from "./model";
import { codeFrom } from "./rules";

export const DECKS = ["cards", "classic"] as const;
export type DeckName = (typeof DECKS)[number];

/** The range of targets for each deck, in the notation of the API. */
export const TARGETS: Readonly<Record<DeckName, string>> = { cards: "1-1000", classic: "101-999" };

/** Seconds for a game; 0 for no clock. */
export const CLOCKS = [0, 30, 60, 120] as const;

/** Choices for how many of the six numbers are large. The television game has only four large numbers. */
export const LARGE = [0, 1, 2, 3, 4] as const;

export interface RuleChoice {
  useAll: boolean;
  fractions: boolean;
  positive: boolean;
  /** The allowed operators: some of + - * /, in this order. */
  operators: string;
}

export interface Settings {
  deck: DeckName;
  difficulty: PursuitDifficulty["grade"] | null;
  clock: number;
  /** Number of large numbers in a deal; null for a random number. */
  large: number | null;
  rules: RuleChoice;
}

const PLAIN_RULES: RuleChoice = {
  useAll: false,
  fractions: false,
  positive: false,
  operators: OPERATORS.join(""),
};
const DEFAULTS: Settings = { deck: "cards", difficulty: null, clock: 0, large: null, rules: PLAIN_RULES };
const KEY = "pursuit";

function load(): Settings {
  try {
    const kept = JSON.parse(readSetting(KEY) ?? "{}") as Partial<Settings>;
    const rules = { ...PLAIN_RULES, ...kept.rules };
    const signs = OPERATORS.filter((sign) => String(rules.operators).includes(sign)).join("");
    return {
      deck: DECKS.find((name) => name === kept.deck) ?? DEFAULTS.deck,
      difficulty: GRADES.find((grade) => grade === kept.difficulty) ?? null,
      clock: CLOCKS.find((seconds) => seconds === kept.clock) ?? 0,
      large: LARGE.find((count) => count === kept.large) ?? null,
      rules: {
        useAll: rules.useAll === true,
        fractions: rules.fractions === true,
        positive: rules.positive === true,
        operators: signs || PLAIN_RULES.operators,
      },
    };
  } catch {
    // Another program has stored something else under this key.
    return DEFAULTS;
  }
}

export const settings = createStore(load());

export function changeSettings(changes: Partial<Settings>): void {
  const next = { ...settings.get(), ...changes };
  writeSetting(KEY, JSON.stringify(next));
  settings.set(next);
}

/** Return the rules in the notation of the API, such as "all,fractions,operators=+-". */
export function rulesText(rules: RuleChoice): string {
  return [
    rules.useAll && "all",
    rules.fractions && "fractions",
    rules.positive && "positive",
    rules.operators !== PLAIN_RULES.operators && `operators=${rules.operators}`,
  ]
    .filter(Boolean)
    .join(",");
}

/** Return the rules as a part of a position id, such as ":all.ops-as"; empty for the article's rules. */
export const rulesCode = (rules: RuleChoice): string => codeFrom(rulesText(rules));

/** Switches that a link carries, for a class: what the pages leave out, and what a pupil does instead. */

/** Hints: none, an idea first and the move last, or the move at once. */
export const HINTS = ["off", "steps", "full"] as const;
export type Hints = (typeof HINTS)[number];

export interface Switches {
  /** Whether a move shows what it would cost before it is made. */
  previews: boolean;
  /** Whether the best score that is possible is shown. */
  best: boolean;
  hints: Hints;
  /** Whether what cannot be taken any more waits for the end, as the rule says, instead of going at once. */
  restAtEnd: boolean;
  /** Whether the player has to find what a move costs. */
  findDivisors: boolean;
  /** Whether the board fills the screen. */
  projector: boolean;
}

export type Switch = keyof Switches;

/** Without a word in the address. */
export const USUAL: Switches = {
  previews: true,
  best: true,
  hints: "steps",
  restAtEnd: false,
  findDivisors: false,
  projector: false,
};

/** The parameter of each switch, and the value that turns it from what is usual. */
const YES_OR_NO: Readonly<Record<Exclude<Switch, "hints">, readonly [name: string, value: string]>> = {
  previews: ["previews", "off"],
  best: ["best", "off"],
  restAtEnd: ["rest", "end"],
  findDivisors: ["divisors", "you"],
  projector: ["projector", "1"],
};

/** Parameters that stay in the address while one plays. */
export const KEPT: readonly string[] = ["hints", ...Object.values(YES_OR_NO).map(([name]) => name)];

/** What an address asks for; what it does not know, it leaves as usual. */
export function readSwitches(query: URLSearchParams): Switches {
  const turned = (which: keyof typeof YES_OR_NO): boolean => {
    const [name, value] = YES_OR_NO[which];
    return (query.get(name) === value) !== USUAL[which];
  };
  return {
    previews: turned("previews"),
    best: turned("best"),
    hints: HINTS.find((hints) => hints === query.get("hints")) ?? USUAL.hints,
    restAtEnd: turned("restAtEnd"),
    findDivisors: turned("findDivisors"),
    projector: turned("projector"),
  };
}

/** The parameters of an address that asks for these; null where nothing need be said. */
export function writeSwitches(switches: Switches): Readonly<Record<string, string | null>> {
  const found: Record<string, string | null> = { hints: switches.hints === USUAL.hints ? null : switches.hints };
  for (const [which, [name, value]] of Object.entries(YES_OR_NO)) {
    const unusual = switches[which as keyof typeof YES_OR_NO] !== USUAL[which as keyof typeof YES_OR_NO];
    found[name] = unusual ? value : null;
  }
  return found;
}

/** Those that are not as usual. */
export function turnedSwitches(switches: Switches): readonly Switch[] {
  return (Object.keys(USUAL) as Switch[]).filter((which) => switches[which] !== USUAL[which]);
}

/** A path with these switches in its query, and what was there besides. */
export function withSwitches(path: string, switches: Switches): string {
  const [before = "", query = ""] = path.split("?", 2);
  const params = new URLSearchParams(query);
  for (const [name, value] of Object.entries(writeSwitches(switches))) {
    if (value === null) {
      params.delete(name);
    } else {
      params.set(name, value);
    }
  }
  const text = params.toString();
  return text ? `${before}?${text}` : before;
}

/** Switches that teachers put into a link for a class: they hide parts of the pages, or give pupils more to do. */

/** Kinds of hints: none, three steps from an idea to the move, or the move immediately. */
export const HINTS = ["off", "steps", "full"] as const;
export type Hints = (typeof HINTS)[number];

export interface Switches {
  /** Set if players can see the cost of a move before they make it. */
  previews: boolean;
  /** Set if the best possible score is shown. */
  best: boolean;
  hints: Hints;
  /** Set if numbers that can no longer be taken stay on the board until the end of the game. */
  restAtEnd: boolean;
  /** Set if the player has to find the cost of a move. */
  findDivisors: boolean;
  /** Set if the board fills the screen. */
  projector: boolean;
}

export type Switch = keyof Switches;

/** The default switches, for an address that does not set any. */
export const USUAL: Switches = {
  previews: true,
  best: true,
  hints: "steps",
  restAtEnd: false,
  findDivisors: false,
  projector: false,
};

/** Maps each switch to its query parameter, and to the parameter's value that changes the switch from its default. */
export const YES_OR_NO: Readonly<Record<Exclude<Switch, "hints">, readonly [name: string, value: string]>> = {
  previews: ["previews", "off"],
  best: ["best", "off"],
  restAtEnd: ["rest", "end"],
  findDivisors: ["divisors", "you"],
  projector: ["projector", "1"],
};

/** Parameters that stay in the address during a game. */
export const KEPT: readonly string[] = ["hints", ...Object.values(YES_OR_NO).map(([name]) => name)];

/** Return the switches of an address. Unknown values stand for the default. */
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

/** Return the names of switches that differ from the default. */
export function turnedSwitches(switches: Switches): readonly Switch[] {
  return (Object.keys(USUAL) as Switch[]).filter((which) => switches[which] !== USUAL[which]);
}

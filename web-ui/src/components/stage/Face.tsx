import type { JSX } from "preact";
import "./face.css";

/** The mood of a face after the latest event. */
export type Mood = "waiting" | "greedy" | "glad" | "sulking" | "beaten";

/** An SVG path, with the classes that colour it. */
export type Part = readonly [paint: string, d: string];

/** A character with a face, drawn on a disc with centre (60, 66) and radius 54, in a square of side 120. */
export interface Character {
  /** Values of the variables in face.css: colours, and how far a hat moves. */
  colours: Readonly<Record<`--${string}`, string | number>>;
  /** Drawn before the eyes, from the back to the front. */
  body: readonly Part[];
  /** The centre and the scale of the left and the right eye. */
  eyes: readonly [x: number, y: number, scale?: number][];
  mouth: readonly [x: number, y: number, kind?: "teeth" | "beak"];
  /** Drawn over the face. */
  over?: readonly Part[];
  /** The hat, which rises when the character is glad and slips when it is beaten. */
  hat?: readonly Part[];
}

/** The shark, which takes the remaining numbers. */
export const SHARK: Character = {
  colours: { "--a": "#6f96ad", "--b": "#f1f5f5", "--hue": "var(--tax-edge)", "--tired": "scaleY(0.6)" },
  body: [
    ["a", "M82 46C92 34 99 20 113 13C107 30 106 50 107.5 76Z"],
    [
      "a",
      "M11 62C17 46 38 33 64 33C92 33 106 54 106 84V130H42C45 114 45 108 41 101C30 97 26 89 27 80C27 75 18 70 11 62Z",
    ],
    [
      "b flat",
      "M28.5 80C44 84 66 80 81 76C86 82 78 94 74 106Q71 116 75 130H43.5C46 115 46.5 107 41.5 100C32 96 28 89 28.5 80Z",
    ],
    ["line", "M88 72q5 7 2 15M95 71q5 8 2 17"],
    ["dot", "M24 60.5h.01"],
  ],
  eyes: [
    [40, 55, 0.82],
    [65, 59],
  ],
  mouth: [52, 86, "teeth"],
  over: [
    ["r", "M58 112L45 104.5V120ZM58 112L71 104.5V120Z"],
    ["r", "M58 108a4 4.5 0 1 1-.1 0Z"],
  ],
  hat: [
    ["h", "M47 31C46-1 92 0 92 33Z"],
    ["r", "M46 33Q45.5 28 46.5 23Q70 16 91.5 24.5Q93 29 92 36Q70 27 46 33Z"],
    [
      "h",
      "M35 37C34 31 42 32 48 31Q72 25 94 33C100 35 107 35 105 40C103 44 94 41 88 40Q66 34 48 39C42 41 37 42 35 37Z",
    ],
    ["glint", "M56 15q3-5 8-6"],
  ],
};

/** The player, or the first of two players. */
export const FIRST: Character = {
  colours: { "--a": "#f0c09a", "--c": "#e99c86", "--hair": "#8a4b2d", "--hue": "var(--first)" },
  body: [
    ["h", "M60 2a14 13 0 1 1-.1 0Z"],
    ["h", "M20 70C14 40 34 24 60 24S106 40 100 70Q100 92 94 100H26Q20 92 20 70Z"],
    ["s", "M24 130q4-20 36-20t36 20Z"],
    ["a", "M50 96h20v10q-10 8-20 0Z"],
    ["a", "M60 34c24 0 36 14 36 34s-14 34-36 34-36-14-36-34 12-34 36-34Z"],
    ["h flat", "M24 66Q26 34 60 32Q94 34 96 66Q90 50 74 46Q52 58 34 52Q26 56 24 66Z"],
    ["c flat", "M34 78a6 4 0 1 0 .1 0ZM86 78a6 4 0 1 0 .1 0Z"],
  ],
  eyes: [
    [45, 68],
    [75, 68],
  ],
  mouth: [60, 88],
};

const draw = (parts: readonly Part[] = []): JSX.Element[] =>
  parts.map(([paint, d]) => <path key={d} class={paint} d={d} />);

function Eye({ at: [x, y, scale = 1], side }: { at: Character["eyes"][number]; side: string }): JSX.Element {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <g class="open">
        <path class="ball" d="M0-10a8.5 10 0 1 1-.1 0Z" />
        <g class="pupil">
          <path class="k flat" d="M0-5.5a5 5.5 0 1 1-.1 0Z" />
          <path class="glint" d="M-1.700-2.200h.01" />
        </g>
        <path class="lid" d="M-8.5 0a8.5 10 0 0 1 17 0Z" />
      </g>
      <path class="shut line" d="M-9 3q9-12 18 0" />
      <path class={`brow ${side}`} d="M-8-15q8-4 16 0" />
    </g>
  );
}

/** The mouths of faces by mood; a shark shows its teeth in every mood. */
export interface Mouths {
  plain: Partial<Record<Mood, readonly Part[]>>;
  teeth: Partial<Record<Mood, readonly Part[]>>;
  beak: readonly Part[];
}

const MOUTHS: Mouths = {
  plain: {
    waiting: [["line", "M-10-1q10 8 20 0"]],
  },
  teeth: {
    waiting: [
      ["line", "M-21-4Q4 6 27-9"],
      ["w", "M-15-2l4 6 4-4.5 4 5.5 4-5 4.5 4.5 3.5-5.5"],
    ],
    greedy: [
      ["m", "M-19-5Q5 4 29-13Q31 18 6 19Q-15 18-19-5Z"],
      ["w", "M-17-4l4 7 4-5 5 6 5-6 6 6 5-7 6 5 4-8 4 2 2-7"],
      ["w", "M-10 14l4-5 4 7 5-6 5 6 5-7 5 5"],
    ],
  },
  beak: [],
};

/** Add the mouths of the moods after a move. */
export function addMouths({ plain, teeth, beak }: Mouths): void {
  Object.assign(MOUTHS.plain, plain);
  Object.assign(MOUTHS.teeth, teeth);
  MOUTHS.beak = beak;
}

/** A character whose face shows how well its game is going. The text beside it says the same. */
export function Face(props: { who: Character; mood: Mood; class?: string }): JSX.Element {
  const { colours, body, eyes, mouth, over, hat } = props.who;
  const [x, y, kind] = mouth;
  return (
    <svg
      class={`face ${"--glow" in colours ? "screen" : ""} ${props.class ?? ""}`}
      viewBox="0 0 120 120"
      data-mood={props.mood}
      style={colours}
      aria-hidden="true"
      focusable="false"
    >
      <circle class="disc" cx="60" cy="66" r="53" />
      <g class="figure">
        {draw(body)}
        <g transform={`translate(${x} ${y})`}>
          {kind === "beak"
            ? draw(MOUTHS.beak)
            : Object.entries(MOUTHS[kind ?? "plain"]).map(([mood, parts]) => (
                <g key={mood} class={`mouth ${mood === props.mood ? "now" : ""}`}>
                  {draw(parts)}
                </g>
              ))}
        </g>
        {eyes.map((at, i) => (
          <Eye key={at} at={at} side={i === 0 ? "left" : "right"} />
        ))}
        {draw(over)}
        <g class="hat">{draw(hat)}</g>
        <path class="tear" d="M22 34q7 9 7 13a7 7 0 0 1-14 0q0-4 7-13Z" />
      </g>
    </svg>
  );
}

import type { JSX } from "preact";
import "./face.css";

/** Who takes divisors, opponents by their way of playing, and two people. */
export type Who = "shark" | "robot" | "tinker" | "fox" | "die" | "chick" | "cat" | "bear" | "owl" | "first" | "second";

/** What happened last, as its face shows it. */
export type Mood = "waiting" | "greedy" | "glad" | "sulking" | "beaten";

/** The faces of opponents, by the names that the API and the matches against the clock have for them. */
const OPPONENTS: Readonly<Record<string, Who>> = {
  perfect: "robot",
  noisy: "tinker",
  greedy: "fox",
  random: "die",
  beginner: "chick",
  casual: "cat",
  keen: "fox",
  strong: "bear",
  expert: "owl",
};

/** Return the face of an opponent such as "noisy:1/4"; a name that is not known gets the robot's. */
export function faceOf(opponent: string): Who {
  const name = opponent.split(":")[0] ?? "";
  return Object.hasOwn(OPPONENTS, name) ? (OPPONENTS[name] as Who) : "robot";
}

/** A path, and the classes that colour it. */
type Part = readonly [paint: string, d: string];

interface Character {
  /** Drawn before the eyes, from the back to the front. */
  body: readonly Part[];
  /** Centres of the eyes, and a scale: the left one, the right one. */
  eyes: readonly [x: number, y: number, scale?: number][];
  mouth: readonly [x: number, y: number, kind?: "teeth" | "beak"];
  /** Drawn over the face. */
  over?: readonly Part[];
  /** What is lifted when the character is glad and slips when it is beaten. */
  hat?: readonly Part[];
}

/** All on a square of 120, over a disc with its centre at 60, 66 and a radius of 54. */
const CHARACTERS: Readonly<Record<Who, Character>> = {
  shark: {
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
  },
  robot: {
    body: [
      ["a", "M32 130q0-26 28-26t28 26Z"],
      ["b", "M12 60h12v20h-12ZM96 60h12v20h-12Z"],
      ["a", "M36 34h48q18 0 18 18v36q0 16-18 16h-48q-18 0-18-16v-36q0-18 18-18Z"],
      ["k", "M40 43h40q13 0 13 12v29q0 12-13 12h-40q-13 0-13-12v-29q0-12 13-12Z"],
    ],
    eyes: [
      [45, 67],
      [75, 67],
    ],
    mouth: [60, 84],
    hat: [
      ["wire", "M60 34v-14"],
      ["r", "M60 6a7 7 0 1 1-.1 0Z"],
    ],
  },
  tinker: {
    body: [
      ["a", "M32 130q0-26 28-26t28 26Z"],
      ["b", "M10 62h10v16h-10ZM100 62h10v16h-10Z"],
      ["a", "M60 33c28 0 44 14 44 37s-16 36-44 36-44-13-44-36 16-37 44-37Z"],
      ["k", "M60 42c23 0 34 10 34 27s-11 28-34 28-34-11-34-28 11-27 34-27Z"],
      ["dot", "M24 52h.01M96 52h.01M24 88h.01M96 88h.01"],
    ],
    eyes: [
      [44, 67],
      [75, 67, 0.75],
    ],
    mouth: [60, 85],
    hat: [
      ["wire", "M60 33l-7-5 13-3-12-5 13-4-3-5"],
      ["r", "M64-1a6 6 0 1 1-.1 0Z"],
    ],
  },
  fox: {
    body: [
      ["a", "M28 130q2-26 32-26t32 26Z"],
      ["b", "M44 130q4-22 16-22t16 22Z"],
      ["a", "M20 60L18 12Q36 18 50 36ZM100 60L102 12Q84 18 70 36Z"],
      ["k flat", "M26 42L24 22Q34 26 41 36ZM94 42L96 22Q86 26 79 36Z"],
      ["a", "M60 104C48 104 12 88 12 72C14 48 34 33 60 33S106 48 108 72C108 88 72 104 60 104Z"],
      ["b flat", "M13.5 71C34 62 50 72 60 84C70 72 86 62 106.5 71C106 87 72 102.5 60 102.5S14 87 13.5 71Z"],
    ],
    eyes: [
      [42, 60],
      [78, 60],
    ],
    mouth: [60, 88],
    over: [["k", "M53 78q7-4 14 0q-1 6-7 7q-6-1-7-7Z"]],
  },
  die: {
    body: [
      ["b", "M22 46L40 26H102L84 46Z"],
      ["c", "M84 46L102 26V86L84 106Z"],
      ["a", "M28 46h50q6 0 6 6v48q0 6-6 6h-50q-6 0-6-6v-48q0-6 6-6Z"],
      ["dot", "M48 40.5h.01M62 36h.01M76 31.5h.01M93 48h.01M93 84h.01"],
    ],
    eyes: [
      [41, 68],
      [67, 68],
    ],
    mouth: [54, 88],
  },
  chick: {
    body: [
      ["a", "M60 30c28 0 42 18 42 42 0 30-10 52-42 52s-42-22-42-52c0-24 14-42 42-42Z"],
      ["c flat", "M26 80a7 5 0 1 0 .1 0ZM94 80a7 5 0 1 0 .1 0Z"],
    ],
    eyes: [
      [42, 66],
      [78, 66],
    ],
    mouth: [60, 80, "beak"],
    hat: [["b", "M22 46C26 8 94 8 98 46L86 38 76 48 66 38 56 48 46 38 34 48Z"]],
  },
  cat: {
    body: [
      ["a", "M28 130q2-26 32-26t32 26Z"],
      ["a", "M20 62L22 18Q40 24 52 38ZM100 62L98 18Q80 24 68 38Z"],
      ["c flat", "M27 42L28 27Q37 31 42 38ZM93 42L92 27Q83 31 78 38Z"],
      ["a", "M60 35c30 0 44 14 44 34s-18 35-44 35-44-15-44-35 14-34 44-34Z"],
      ["b flat", "M60 78c16 0 22 6 22 12s-8 12-22 12-22-6-22-12 6-12 22-12Z"],
      ["line", "M52 37l2 8M60 36v10M68 37l-2 8M8 74l20 4M8 88l20-2M112 74l-20 4M112 88l-20-2"],
    ],
    eyes: [
      [42, 64],
      [78, 64],
    ],
    mouth: [60, 88],
    over: [["c", "M54 78h12q-1 5-6 7q-5-2-6-7Z"]],
  },
  bear: {
    body: [
      ["a", "M20 130q2-28 40-28t40 28Z"],
      ["a", "M28 22a15 15 0 1 1-.1 0ZM92 22a15 15 0 1 1-.1 0Z"],
      ["b flat", "M28 29a8 8 0 1 1-.1 0ZM92 29a8 8 0 1 1-.1 0Z"],
      ["a", "M60 28c28 0 43 16 43 40s-17 38-43 38-43-14-43-38 15-40 43-40Z"],
      ["b flat", "M60 72c18 0 26 8 26 17s-10 15-26 15-26-6-26-15 8-17 26-17Z"],
    ],
    eyes: [
      [43, 63],
      [77, 63],
    ],
    mouth: [60, 90],
    over: [
      ["k", "M51 78q9-6 18 0q0 7-9 8q-9-1-9-8Z"],
      ["r", "M22 42Q60 26 98 42L101 51Q60 34 19 51Z"],
    ],
  },
  owl: {
    body: [
      ["a", "M60 32C92 32 103 46 103 76C103 108 96 130 60 130S17 108 17 76C17 46 28 32 60 32Z"],
      ["b flat", "M60 92C80 92 86 104 84 130H36C34 104 40 92 60 92Z"],
      ["b", "M41 50a19 20 0 1 1-.1 0ZM79 50a19 20 0 1 1-.1 0Z"],
      ["line", "M42 106q5 5 11 0q7 5 14 0q6 5 11 0M48 116q6 5 12 0q6 5 12 0"],
    ],
    eyes: [
      [41, 70, 1.1],
      [79, 70, 1.1],
    ],
    mouth: [60, 84, "beak"],
    hat: [
      ["h", "M34 24V41Q60 31 86 41V24Z"],
      ["h", "M60 5L108 21 60 37 12 21Z"],
      ["line gold", "M60 21L98 26V42"],
    ],
  },
  first: {
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
  },
  second: {
    body: [
      ["s", "M22 130q4-20 38-20t38 20Z"],
      ["a", "M49 96h22v10q-11 8-22 0Z"],
      ["a", "M20 62a8 9 0 1 0 .1 0ZM100 62a8 9 0 1 0 .1 0Z"],
      ["a", "M60 30c26 0 38 16 38 38s-16 36-38 36-38-14-38-36 12-38 38-38Z"],
      [
        "h",
        "M20 60C10 44 20 30 32 30C34 18 50 14 58 20C68 10 86 16 88 28C102 30 108 46 100 60C98 52 92 46 86 46C76 52 66 50 60 44C52 52 42 52 34 46C28 46 22 52 20 60Z",
      ],
    ],
    eyes: [
      [45, 68],
      [75, 68],
    ],
    mouth: [60, 89],
    over: [["line", "M45 56a12 12 0 1 1-.1 0ZM75 56a12 12 0 1 1-.1 0ZM57 66q3-2 6 0"]],
  },
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

const OPEN = "M-19-5Q0 1 19-5Q18 15 0 15T-19-5Z";
const MOUTHS: Readonly<Record<Mood, readonly Part[]>> = {
  waiting: [["line", "M-10-1q10 8 20 0"]],
  greedy: [
    ["m", OPEN],
    ["w flat", "M-18-4Q0 2 18-4L17 2Q0 6-17 2Z"],
    ["t flat", "M-11 11Q0 3 11 11Q6 14 0 14T-11 11Z"],
  ],
  glad: [
    ["m", "M-13-3H13Q13 12 0 12T-13-3Z"],
    ["t flat", "M-8 9Q0 3 8 9Q5 11 0 11T-8 9Z"],
  ],
  sulking: [["line", "M-9 4q9-9 18 0"]],
  beaten: [["line", "M-12 3q4-6 8 0t8 0 8 0"]],
};
/** A shark has teeth in every mood. */
const TEETH: Readonly<Record<Mood, readonly Part[]>> = {
  waiting: [
    ["line", "M-21-4Q4 6 27-9"],
    ["w", "M-15-2l4 6 4-4.5 4 5.5 4-5 4.5 4.5 3.5-5.5"],
  ],
  greedy: [
    ["m", "M-19-5Q5 4 29-13Q31 18 6 19Q-15 18-19-5Z"],
    ["w", "M-17-4l4 7 4-5 5 6 5-6 6 6 5-7 6 5 4-8 4 2 2-7"],
    ["w", "M-10 14l4-5 4 7 5-6 5 6 5-7 5 5"],
  ],
  glad: [
    ["m", "M-20-5Q4 4 27-11Q28 14 4 15Q-15 14-20-5Z"],
    ["w", "M-18-4l4 6 5-5 5 5.5 5-5.5 6 5 5-6.5 6 4 4-7"],
    ["t flat", "M-9 11Q6 3 19 8Q13 14 4 14T-9 11Z"],
  ],
  sulking: [
    ["line", "M-17 6Q4-8 24 2"],
    ["w", "M-5-.5l4 6 4-7"],
  ],
  beaten: [
    ["line", "M-18 4q6-8 11-1t11-2 11-2 9 0"],
    ["w", "M3 1l3 5 4-6"],
  ],
};

/** A beak opens and closes, and says the rest with the eyes. */
const beak: readonly JSX.Element[] = [
  <path key="low" class="low o" d="M-8 4Q0 0 8 4Q6 15 0 16Q-6 15-8 4Z" />,
  <path key="up" class="up o" d="M0-7Q12-3 13 4Q6 8 0 8T-13 4Q-12-3 0-7Z" />,
];

/** A character that shows how its game goes; the text beside it says the same. */
export function Face(props: { who: Who; mood: Mood; class?: string }): JSX.Element {
  const { body, eyes, mouth, over, hat } = CHARACTERS[props.who];
  const [x, y, kind] = mouth;
  const mouths = Object.entries(kind === "teeth" ? TEETH : MOUTHS);
  return (
    <svg
      class={`face ${props.class ?? ""}`}
      viewBox="0 0 120 120"
      data-who={props.who}
      data-mood={props.mood}
      aria-hidden="true"
      focusable="false"
    >
      <circle class="disc" cx="60" cy="66" r="53" />
      <g class="figure">
        {draw(body)}
        <g transform={`translate(${x} ${y})`}>
          {kind === "beak"
            ? beak
            : mouths.map(([mood, parts]) => (
                <g key={mood} class={`mouth ${mood}`}>
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

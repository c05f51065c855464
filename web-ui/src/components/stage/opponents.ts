/** The faces of opponents in two-player games. */
import type { Character } from "./Face";

/** Return two eyes of the usual size at the same height. */
const eyes = (left: number, right: number, y: number): Character["eyes"] => [
  [left, y],
  [right, y],
];

const ROBOT: Character = {
  colours: { "--a": "#b9c7d6", "--b": "#8397ad", "--glow": "#7fe3f2", "--lift": 0 },
  body: [
    ["a", "M32 130q0-26 28-26t28 26Z"],
    ["b", "M12 60h12v20h-12ZM96 60h12v20h-12Z"],
    ["a", "M36 34h48q18 0 18 18v36q0 16-18 16h-48q-18 0-18-16v-36q0-18 18-18Z"],
    ["k", "M40 43h40q13 0 13 12v29q0 12-13 12h-40q-13 0-13-12v-29q0-12 13-12Z"],
  ],
  eyes: eyes(45, 75, 67),
  mouth: [60, 84],
  hat: [
    ["wire", "M60 34v-14"],
    ["r", "M60 6a7 7 0 1 1-.1 0Z"],
  ],
};

const TINKER: Character = {
  colours: { "--a": "#cf9160", "--b": "#93a5b8", "--glow": "#ffd27a", "--hue": "var(--tax-edge)", "--lift": 0 },
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
};

const FOX: Character = {
  colours: { "--a": "#e58440", "--b": "#fff4e6", "--hue": "var(--good)" },
  body: [
    ["a", "M28 130q2-26 32-26t32 26Z"],
    ["b", "M44 130q4-22 16-22t16 22Z"],
    ["a", "M20 60L18 12Q36 18 50 36ZM100 60L102 12Q84 18 70 36Z"],
    ["k flat", "M26 42L24 22Q34 26 41 36ZM94 42L96 22Q86 26 79 36Z"],
    ["a", "M60 104C48 104 12 88 12 72C14 48 34 33 60 33S106 48 108 72C108 88 72 104 60 104Z"],
    ["b flat", "M13.5 71C34 62 50 72 60 84C70 72 86 62 106.5 71C106 87 72 102.5 60 102.5S14 87 13.5 71Z"],
  ],
  eyes: eyes(42, 78, 60),
  mouth: [60, 88],
  over: [["k", "M53 78q7-4 14 0q-1 6-7 7q-6-1-7-7Z"]],
};

const DIE: Character = {
  colours: { "--a": "#fffaf0", "--b": "#f3e5c8", "--c": "#dfcba4", "--hue": "var(--bad)" },
  body: [
    ["b", "M22 46L40 26H102L84 46Z"],
    ["c", "M84 46L102 26V86L84 106Z"],
    ["a", "M28 46h50q6 0 6 6v48q0 6-6 6h-50q-6 0-6-6v-48q0-6 6-6Z"],
    ["dot", "M48 40.5h.01M62 36h.01M76 31.5h.01M93 48h.01M93 84h.01"],
  ],
  eyes: eyes(41, 67, 68),
  mouth: [54, 88],
};

const CHICK: Character = {
  colours: { "--a": "#f8d25c", "--b": "#fffaf0", "--c": "#f2a35e" },
  body: [
    ["a", "M60 30c28 0 42 18 42 42 0 30-10 52-42 52s-42-22-42-52c0-24 14-42 42-42Z"],
    ["c flat", "M26 80a7 5 0 1 0 .1 0ZM94 80a7 5 0 1 0 .1 0Z"],
  ],
  eyes: eyes(42, 78, 66),
  mouth: [60, 80, "beak"],
  hat: [["b", "M22 46C26 8 94 8 98 46L86 38 76 48 66 38 56 48 46 38 34 48Z"]],
};

const CAT: Character = {
  colours: {
    "--a": "#9a93b8",
    "--b": "#f2eff8",
    "--c": "#e79aa5",
    "--hue": "var(--tax-edge)",
    "--tired": "scaleY(0.6)",
  },
  body: [
    ["a", "M28 130q2-26 32-26t32 26Z"],
    ["a", "M20 62L22 18Q40 24 52 38ZM100 62L98 18Q80 24 68 38Z"],
    ["c flat", "M27 42L28 27Q37 31 42 38ZM93 42L92 27Q83 31 78 38Z"],
    ["a", "M60 35c30 0 44 14 44 34s-18 35-44 35-44-15-44-35 14-34 44-34Z"],
    ["b flat", "M60 78c16 0 22 6 22 12s-8 12-22 12-22-6-22-12 6-12 22-12Z"],
    ["line", "M52 37l2 8M60 36v10M68 37l-2 8M8 74l20 4M8 88l20-2M112 74l-20 4M112 88l-20-2"],
  ],
  eyes: eyes(42, 78, 64),
  mouth: [60, 88],
  over: [["c", "M54 78h12q-1 5-6 7q-5-2-6-7Z"]],
};

const BEAR: Character = {
  colours: { "--a": "#a97850", "--b": "#ecd2ae", "--hue": "var(--good)" },
  body: [
    ["a", "M20 130q2-28 40-28t40 28Z"],
    ["a", "M28 22a15 15 0 1 1-.1 0ZM92 22a15 15 0 1 1-.1 0Z"],
    ["b flat", "M28 29a8 8 0 1 1-.1 0ZM92 29a8 8 0 1 1-.1 0Z"],
    ["a", "M60 28c28 0 43 16 43 40s-17 38-43 38-43-14-43-38 15-40 43-40Z"],
    ["b flat", "M60 72c18 0 26 8 26 17s-10 15-26 15-26-6-26-15 8-17 26-17Z"],
  ],
  eyes: eyes(43, 77, 63),
  mouth: [60, 90],
  over: [
    ["k", "M51 78q9-6 18 0q0 7-9 8q-9-1-9-8Z"],
    ["r", "M22 42Q60 26 98 42L101 51Q60 34 19 51Z"],
  ],
};

const OWL: Character = {
  colours: { "--a": "#a08a76", "--b": "#f4ead9", "--lid-fill": "var(--b)", "--hue": "var(--bad)", "--lift": 0.5 },
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
};

/** The face of the second of two people. */
export const SECOND: Character = {
  colours: { "--a": "#a9744f", "--hair": "#43332c", "--hue": "var(--second)" },
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
  eyes: eyes(45, 75, 68),
  mouth: [60, 89],
  over: [["line", "M45 56a12 12 0 1 1-.1 0ZM75 56a12 12 0 1 1-.1 0ZM57 66q3-2 6 0"]],
};

/** Maps each opponent's name, in the API or in matches against the clock, to the opponent's face. */
const OPPONENTS: Readonly<Record<string, Character>> = {
  perfect: ROBOT,
  noisy: TINKER,
  greedy: FOX,
  random: DIE,
  beginner: CHICK,
  casual: CAT,
  keen: FOX,
  strong: BEAR,
  expert: OWL,
};

/** Return the face of an opponent such as "noisy:1/4"; return the robot's face for an unknown name. */
export function faceOf(opponent: string): Character {
  const name = opponent.split(":")[0] ?? "";
  return Object.hasOwn(OPPONENTS, name) ? (OPPONENTS[name] as Character) : ROBOT;
}

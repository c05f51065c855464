import type { JSX } from "preact";
import { Emblem as Picture } from "../../components/Emblem";

const PARTS = [
  ["card", "M26 20h24q8 0 8 8v24q0 8-8 8h-24q-8 0-8-8v-24q0-8 8-8Z"],
  ["card", "M70 20h24q8 0 8 8v24q0 8-8 8h-24q-8 0-8-8v-24q0-8 8-8Z"],
  ["card", "M26 66h24q8 0 8 8v24q0 8-8 8h-24q-8 0-8-8v-24q0-8 8-8Z"],
  ["card", "M70 66h24q8 0 8 8v24q0 8-8 8h-24q-8 0-8-8v-24q0-8 8-8Z"],
  ["signs", "M38 30v20M28 40h20M72 40h20M31 79l14 14M45 79l-14 14M72 86h20M82 76.500v.01M82 95.500v.01"],
] as const;

/** The game's picture, which shows the four operators. */
export const Emblem = (): JSX.Element => <Picture hue="var(--accent)" parts={PARTS} />;

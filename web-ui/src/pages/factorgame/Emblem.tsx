import type { JSX } from "preact";
import { Emblem as Picture } from "../../components/Emblem";

const PARTS = [
  ["mine", "M38 16h44q10 0 10 10v26q0 10-10 10h-44q-10 0-10-10v-26q0-10 10-10Z"],
  ["theirs", "M25 70h24q8 0 8 8v20q0 8-8 8h-24q-8 0-8-8v-20q0-8 8-8Z"],
  ["theirs", "M71 70h24q8 0 8 8v20q0 8-8 8h-24q-8 0-8-8v-20q0-8 8-8Z"],
] as const;
const WORDS = [
  ["15", 60, 52, "on-mine"],
  ["3", 37, 97, "small on-theirs"],
  ["5", 83, 97, "small on-theirs"],
] as const;

/** The game's picture, which shows a number and two of its divisors. */
export const Emblem = (): JSX.Element => <Picture hue="var(--second)" parts={PARTS} words={WORDS} />;

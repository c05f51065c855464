import type { JSX } from "preact";
import { Emblem as Picture } from "../../components/Emblem";

const PARTS = [
  ["coin", "M34 50a21 21 0 1 0 .1 0Z"],
  ["coin", "M86 50a21 21 0 1 0 .1 0Z"],
  ["coin", "M60 22a27 27 0 1 0 .1 0Z"],
] as const;
const WORDS = [
  ["5", 60, 59, ""],
  ["2", 27, 79, "small"],
  ["1", 93, 79, "small"],
] as const;

/** The game's picture, which shows three coins. */
export const Emblem = (): JSX.Element => <Picture hue="var(--coin-edge)" parts={PARTS} words={WORDS} />;

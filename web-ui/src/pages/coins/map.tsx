import type { JSX } from "preact";
import { Levels } from "../levels/Levels";
import { LEVELS } from "./levels";

/** The page with the levels of greedy coins. */
export function Page(): JSX.Element {
  return <Levels game="coins" title="nav.coins" levels={LEVELS} />;
}

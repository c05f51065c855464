import type { JSX } from "preact";
import { Levels } from "../levels/Levels";
import { LEVELS } from "./levels";

/** The page with the levels of the factor game. */
export function Page(): JSX.Element {
  return <Levels game="factorgame" title="nav.factorgame" levels={LEVELS} />;
}

import type { JSX } from "preact";
import { Levels } from "../levels/Levels";
import { LEVELS } from "./levels";

/** The page with the levels of arithmetical pursuit. */
export function Page(): JSX.Element {
  return <Levels game="pursuit" title="nav.pursuit" levels={LEVELS} />;
}

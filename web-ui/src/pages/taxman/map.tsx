import type { JSX } from "preact";
import { Levels } from "../levels/Levels";
import { LEVELS } from "./levels";
import { StarMap } from "./StarMap";
import "./starmap.css";

/** The page with the levels of Taxman. */
export function Page(): JSX.Element {
  return <Levels game="taxman" title="nav.taxman" levels={LEVELS} others={<StarMap />} />;
}

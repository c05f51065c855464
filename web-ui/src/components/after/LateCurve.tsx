import type { JSX } from "preact";
import { Late } from "../Late";
import type { CurveProps } from "./Curve";

const curve = async () => (await import("./Curve")).Curve;

/** The curve of a finished game, loaded only when a game has finished. */
export const LateCurve = (props: CurveProps): JSX.Element => <Late part={curve} with={props} />;

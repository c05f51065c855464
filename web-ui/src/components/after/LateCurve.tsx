import type { JSX } from "preact";
import { Late } from "../Late";
import type { CurveProps } from "./Curve";

const curve = async () => (await import("./Curve")).Curve;

/** The curve of a finished game, which is loaded only then. */
export const LateCurve = (props: CurveProps): JSX.Element => <Late part={curve} with={props} />;

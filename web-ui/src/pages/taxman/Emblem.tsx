import type { JSX } from "preact";
import { Face, SHARK } from "../../components/stage/Face";

export const Emblem = (): JSX.Element => <Face who={SHARK} mood="greedy" />;

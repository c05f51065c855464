import type { JSX } from "preact";
import { Face } from "../../components/stage/Face";

export const Emblem = (): JSX.Element => <Face who="shark" mood="greedy" />;

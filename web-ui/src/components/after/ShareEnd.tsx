import type { JSX } from "preact";
import type { Described } from "../../generated/api";
import { useLoaded } from "../../lib/lazy";

const share = async () => (await import("./ShareGame")).ShareGame;

/** The button that shares a finished game, which is loaded only then. */
export function ShareEnd({ record }: { record: Described }): JSX.Element | null {
  const Share = useLoaded([share]).parts?.[0];
  return Share ? <Share record={record} /> : null;
}

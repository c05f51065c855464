/** Remembers which result the player has closed. */
import { useState } from "preact/hooks";

/** Show the result at the end of a game, and remember whether the player has closed it. */
export function useResult(id: string, over: boolean): { shown: boolean; closed: boolean; close(): void; open(): void } {
  const [closed, setClosed] = useState<string | null>(null);
  const away = over && closed === id;
  return { shown: over && !away, closed: away, close: () => setClosed(id), open: () => setClosed(null) };
}

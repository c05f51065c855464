/** Opens a position that a user typed. The server checks the position, and its error appears beside the field. */
import type { Described } from "../../generated/api";
import { get } from "../../lib/api";
import { useAttempt } from "../../lib/questions";
import { navigate, positionPath } from "../../lib/router";

export function useOpening() {
  const { attempt, error, dismiss } = useAttempt();
  const open = (id: string, query = ""): Promise<void> =>
    attempt(async (isShown) => {
      const { id: known } = await get<Described>("/position", { id });
      if (isShown()) {
        navigate(positionPath(known) + query);
      }
    });
  return { open, error, dismiss };
}

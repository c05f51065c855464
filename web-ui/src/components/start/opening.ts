/** Opens a position that a user typed. The server checks the position, and its error appears beside the field. */
import { useState } from "preact/hooks";
import type { Described } from "../../generated/api";
import { ApiError, get } from "../../lib/api";
import { navigate, positionPath } from "../../lib/router";
import { useMounted } from "../../lib/store";

export function useOpening(): {
  open(id: string, query?: string): Promise<void>;
  error: ApiError | null;
  dismiss(): void;
} {
  const [error, setError] = useState<ApiError | null>(null);
  const mounted = useMounted();
  const open = async (id: string, query = ""): Promise<void> => {
    setError(null);
    try {
      const { id: known } = await get<Described>("/position", { id });
      if (mounted()) {
        navigate(positionPath(known) + query);
      }
    } catch (problem) {
      if (!(problem instanceof ApiError)) {
        throw problem;
      }
      setError(problem);
    }
  };
  return { open, error, dismiss: () => setError(null) };
}

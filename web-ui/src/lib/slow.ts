/** Notices waits that are long enough to be shown. */
import { useEffect, useState } from "preact/hooks";

/** Milliseconds after which an answer is late. */
const LATE = 400;

/** Return whether `busy` has lasted for a while. */
export function useSlow(busy: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    setSlow(false);
    if (!busy) {
      return undefined;
    }
    const timer = setTimeout(() => setSlow(true), LATE);
    return () => clearTimeout(timer);
  }, [busy]);
  return busy && slow;
}

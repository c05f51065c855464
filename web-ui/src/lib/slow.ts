/** Detects waits that are long enough to show an indicator. */
import { useEffect, useState } from "preact/hooks";

/** Milliseconds after which an answer is late. */
const LATE = 400;

/** Return whether `busy` has been true for so long that the page should show it. */
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

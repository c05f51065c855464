/** Makes totals count up while the numbers fly. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { pace } from "../../lib/motion";

/** Milliseconds in which a total reaches its new value. */
const COUNTING = 450;

/** Count from the old value to this one; jump if animations are off. */
export function useCount(value: number): number {
  const [shown, setShown] = useState(value);
  const from = useRef(value);
  useLayoutEffect(() => {
    const start = from.current;
    from.current = value;
    const whole = COUNTING * pace();
    // Count upwards only: undoing is not a success, and a page that opens simply shows its value.
    if (!Number.isInteger(value) || whole === 0 || value <= start) {
      setShown(value);
      return undefined;
    }
    const began = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const done = Math.min(1, Math.max(0, now - began) / whole);
      setShown(Math.round(start + (value - start) * done));
      if (done < 1) {
        frame = requestAnimationFrame(step);
      }
    });
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return shown;
}

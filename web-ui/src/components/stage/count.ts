/** Makes totals count up while the numbers fly. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { pace } from "../../lib/motion";

/** Milliseconds in which a total reaches its new value. */
const COUNTING = 450;

/** Return a number that counts up to a new value, or jumps to it if animations are off. */
export function useCount(value: number): number {
  const [shown, setShown] = useState(value);
  const from = useRef(value);
  useLayoutEffect(() => {
    const start = from.current;
    from.current = value;
    const whole = COUNTING * pace();
    // Count upwards only, because undoing is not a success. When the page opens, simply show the value.
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

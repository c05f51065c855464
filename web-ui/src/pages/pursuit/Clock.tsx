import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { announce } from "../../lib/announce";
import { t, tn } from "../../lib/i18n";
import { focusIfLost } from "../../lib/roving";
import { type Round, startClock } from "./rounds";

const TICK = 200;
/** Seconds before the end at which a screen reader says so. */
export const WARNING = 10;

/** Minutes and seconds, as a clock shows them. */
export function face(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * Seconds of `limit` that are left until a moment; calls `onEnd` when it has come.  Null is a clock that stands, or
 * one that shows what another one tells.
 */
export function useCountdown(ends: number | null, limit: number, onEnd: (() => void) | null): number {
  const [now, setNow] = useState(Date.now());
  // What has been reached when the time is up, not when the clock was started.
  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(() => {
    if (ends === null) {
      return undefined;
    }
    setNow(Date.now());
    let warned = onEnd === null || ends - Date.now() < 1000 * WARNING;
    const timer = setInterval(() => {
      const time = Date.now();
      setNow(time);
      if (!warned && ends - time <= 1000 * WARNING) {
        warned = true;
        announce(tn("pursuit.clock.left", WARNING));
      }
      if (time >= ends) {
        clearInterval(timer);
        end.current?.();
      }
    }, TICK);
    return () => clearInterval(timer);
  }, [ends]);
  return ends === null ? limit : Math.max(0, Math.min(limit, Math.ceil((ends - now) / 1000)));
}

/** The time that is left, or what is said instead. */
export function ClockFace(props: { left: number; limit: number; text?: string | undefined }): JSX.Element {
  const { left, limit, text } = props;
  return (
    <div class={`pursuit-clock ${text === undefined && left <= WARNING ? "late" : ""}`}>
      <b role="timer" aria-label={tn("pursuit.clock.left", left)}>
        {text ?? face(left)}
      </b>
      <progress max={limit} value={left} aria-hidden="true" />
    </div>
  );
}

/** Counts a game's time down. */
export function Clock({ round, onEnd }: { round: Round; onEnd: () => void }): JSX.Element {
  const { ends, limit, outcome, start } = round;
  const left = useCountdown(ends, limit, onEnd);
  // The button that was pressed goes away.
  useLayoutEffect(() => {
    if (ends !== null) {
      focusIfLost("[data-card]");
    }
  }, [ends]);
  return (
    <>
      <ClockFace left={outcome ? 0 : left} limit={limit} text={outcome ? t("pursuit.clock.over") : undefined} />
      {!outcome && ends === null && (
        <button type="button" class="button primary" onClick={() => startClock(start)}>
          {t("pursuit.clock.start")}
        </button>
      )}
    </>
  );
}

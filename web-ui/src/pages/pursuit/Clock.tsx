import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../components/Button";
import { announce } from "../../lib/announce";
import { t } from "../../lib/i18n";
import { focusIfLost } from "../../lib/roving";
import { tn } from "../../lib/wording";
import { type Round, startClock } from "./rounds";

const TICK = 200;
/** Seconds before the end at which a screen reader announces the time. */
const WARNING = 10;

/** Format seconds as minutes and seconds. */
export function face(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * Return the seconds left until `ends`, at most `limit`, and call `onEnd` at that time. If `ends` is null, the clock is
 * stopped. If `onEnd` is null, this is a copy of another clock and announces nothing.
 */
export function useCountdown(ends: number | null, limit: number, onEnd: (() => void) | null): number {
  const [now, setNow] = useState(Date.now());
  // Always call the latest `onEnd`, which knows the state of the game when the time is up.
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

/** The face of a clock. The face shows the remaining time, or `text` if it is given. */
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

/** The clock of a game. */
export function Clock({ round, onEnd }: { round: Round; onEnd: () => void }): JSX.Element {
  const { ends, limit, outcome, start } = round;
  const left = useCountdown(ends, limit, onEnd);
  // Move the focus to the numbers, since the button that was pressed disappears.
  useLayoutEffect(() => {
    if (ends !== null) {
      focusIfLost("[data-card]");
    }
  }, [ends]);
  return (
    <>
      <ClockFace left={outcome ? 0 : left} limit={limit} text={outcome ? t("pursuit.clock.over") : undefined} />
      {!outcome && ends === null && (
        <Button text={t("pursuit.clock.start")} look="primary" onClick={() => startClock(start)} />
      )}
    </>
  );
}

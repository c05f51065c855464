import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { announce } from "../lib/announce";
import { t } from "../lib/i18n";
import { SITE } from "../lib/place";
import type { Progress } from "../lib/questions";

/** A question, and the progress that the server has reported. */
export interface Asked {
  progress: Progress | null;
  /** The time when the question was asked, by `performance.now()`; 0 before it is asked. */
  since: number;
}

/** Seconds without progress after which the page explains why the answer takes long. */
const SILENCE = 4;

/** Seconds of work after which the page says that work is in progress. */
const UNDER_WAY = 1;

/** Return the whole seconds since a point in time. The page counts them, because a busy server reports nothing. */
export function useSeconds(since: number): number {
  const [now, setNow] = useState(performance.now());
  // Avoid negative values: the question may be newer than the last tick of the timer.
  const seconds = since > 0 ? Math.max(0, Math.floor((now - since) / 1000)) : 0;
  useEffect(() => {
    const timer = setTimeout(() => setNow(performance.now()), 1000 - ((performance.now() - since) % 1000));
    return () => clearTimeout(timer);
  }, [since, now]);
  return seconds;
}

/** Explains why an answer takes long: the server's reason, or the usual reason after some seconds of silence. */
export function Patience({ progress, since }: Asked): JSX.Element | null {
  const seconds = useSeconds(since);
  const notice = progress?.notice ?? null;
  if (notice !== null) {
    return <Notice text={notice} />;
  }
  const silent = progress === null || progress.seconds < UNDER_WAY;
  return silent && seconds >= SILENCE ? (
    <span class="patience muted">{t(SITE ? "site.patience" : "common.patience")}</span>
  ) : null;
}

function Notice({ text }: { text: string }): JSX.Element {
  useEffect(() => announce(text), [text]);
  return <span class="patience muted">{text}</span>;
}

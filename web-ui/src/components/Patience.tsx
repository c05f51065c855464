import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { announce } from "../lib/announce";
import type { Progress } from "../lib/api";
import { t } from "../lib/i18n";
import { SITE } from "../lib/place";

/** A question that has been asked, and what has been heard of it. */
export interface Asked {
  progress: Progress | null;
  /** When it was asked, by `performance.now()`; 0 before that. */
  since: number;
}

/** Seconds without a word, after which silence needs a reason. */
const SILENCE = 4;

/** Seconds of work after which it is plainly under way. */
const UNDER_WAY = 1;

/** Whole seconds since a moment, counted here: a server that is busy says nothing. */
export function useSeconds(since: number): number {
  const [now, setNow] = useState(performance.now());
  // A question may have been asked after the last tick.
  const seconds = since > 0 ? Math.max(0, Math.floor((now - since) / 1000)) : 0;
  useEffect(() => {
    const timer = setTimeout(() => setNow(performance.now()), 1000 - ((performance.now() - since) % 1000));
    return () => clearTimeout(timer);
  }, [since, now]);
  return seconds;
}

/** Why it takes long: what the server says, or what it usually is when nothing has been heard for some seconds. */
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

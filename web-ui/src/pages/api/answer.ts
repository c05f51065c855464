/** A question that is asked as a program would ask it, and what comes back, as it comes. */
import { useEffect, useRef, useState } from "preact/hooks";
import { announce } from "../../lib/announce";
import { answered } from "../../lib/door";
import { t } from "../../lib/i18n";
import { outer } from "../../lib/place";

export interface Answer {
  url: string;
  running: boolean;
  /** Of HTTP; 0 while there is none, or if the server does not answer. */
  status: number;
  media: string;
  text: string;
  /** Bytes as they are, and as they came; null where that is not known. */
  size: number;
  packed: number | null;
  /** Until the end of the answer. */
  milliseconds: number;
  /** Why there is no more. */
  ended: string;
}

const NOTHING = { running: true, status: 0, media: "", text: "", size: 0, packed: null, milliseconds: 0, ended: "" };

/** The last answer; asking again forgets it, and leaving stops the question. */
export function useAnswer(): { answer: Answer | null; ask: (url: string, watch: boolean) => void; stop: () => void } {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const ask = (url: string, watch: boolean): void => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const tell = (change: Partial<Answer>): void => {
      if (running.current === controller) {
        setAnswer((last) => ({ ...(last ?? { url, ...NOTHING }), ...change }));
      }
    };
    setAnswer({ url, ...NOTHING });
    follow(url, watch, controller.signal, tell).catch(() =>
      tell({ running: false, ended: controller.signal.aborted ? t("api.stopped") : t("error.unreachable") }),
    );
  };
  return { answer, ask, stop: () => running.current?.abort() };
}

async function follow(
  url: string,
  watch: boolean,
  signal: AbortSignal,
  tell: (change: Partial<Answer>) => void,
): Promise<void> {
  const began = performance.now();
  // As the line for curl says it: what a program gets that names no language.
  const headers = { Accept: watch ? "text/event-stream" : "*/*", "Accept-Language": "en" };
  const response = await answered(url, { headers, signal });
  const media = response.headers.get("Content-Type")?.split(";")[0] ?? "";
  tell({ status: response.status, media });
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for (let done = reader === undefined; !done; ) {
    const piece = await reader?.read();
    done = piece?.done ?? true;
    size += piece?.value?.length ?? 0;
    text += decoder.decode(piece?.value, { stream: !done });
    if (watch) {
      tell({ text, size });
    }
  }
  tell({ running: false, text, size, packed: packedSize(url, size), milliseconds: performance.now() - began });
  announce(t("api.answered", { status: response.status }));
}

/** How many bytes came over the line, if they were packed and the browser tells. */
function packedSize(url: string, size: number): number | null {
  const entry = performance.getEntriesByName(new URL(outer(url), location.href).href).at(-1);
  const packed = entry instanceof PerformanceResourceTiming ? entry.encodedBodySize : 0;
  return packed > 0 && packed < size ? packed : null;
}

/** Questions to the API that the home page does not ask: for texts, for streams, and while a component is shown. */
import { useEffect, useState } from "preact/hooks";
import type { Exact } from "../generated/api";
import { ApiError, apiUrl, ask, failure, get, type Params, speaksOurs } from "./api";
import { t } from "./i18n";
import { useMounted } from "./store";

/** The progress of a long computation. */
export interface Progress {
  stage: string;
  seconds: number;
  lower: Exact | null;
  upper: Exact | null;
  nodes: number;
  open_nodes: number;
  done: number;
  total: number | null;
  /** The reason why the work takes longer than usual, in the reader's language. */
  notice: string | null;
}

/** Ask for a picture or a table, as text. */
export async function getText(path: string, params?: Params, signal?: AbortSignal): Promise<string> {
  try {
    return await (await ask(apiUrl(path, params), "*/*", signal)).text();
  } catch (error) {
    throw failure(error);
  }
}

/** Yield the events of a stream (HTML Living Standard, section 9.2) as they arrive. */
async function* events(body: ReadableStream<Uint8Array>): AsyncGenerator<{ event: string; data: string }> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += decoder.decode(value, { stream: !done });
      const blocks = rest.split(/\r\n\r\n|\n\n|\r\r/);
      rest = done ? "" : (blocks.pop() ?? "");
      for (const block of blocks) {
        let event = "message";
        const data: string[] = [];
        for (const line of block.split(/\r\n|\n|\r/)) {
          const [, name, text] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
          if (name === "event") {
            event = text ?? "";
          } else if (name === "data") {
            data.push(text ?? "");
          }
        }
        if (data.length) {
          yield { event, data: data.join("\n") };
        }
      }
      if (done) {
        return;
      }
    }
  } finally {
    // If the loop ended early, tell the server that the answer is no longer wanted.
    reader.cancel().catch(() => undefined);
  }
}

/**
 * Ask a question whose answer takes long, and report the progress. `body` is the body of the request.
 *
 * Avoid EventSource: it hides why a question was refused, and repeats a question after an error.
 */
export async function stream<T>(
  path: string,
  params: Params,
  options: { onProgress?: (progress: Progress) => void; signal?: AbortSignal; body?: ArrayBuffer } = {},
): Promise<T> {
  try {
    const response = await ask(apiUrl(path, params), "text/event-stream", options.signal, options.body);
    if (!response.headers.get("Content-Type")?.startsWith("text/event-stream")) {
      return (await response.json()) as T;
    }
    if (response.body) {
      for await (const { event, data } of events(response.body)) {
        if (event === "progress") {
          options.onProgress?.(JSON.parse(data) as Progress);
        } else if (event === "result") {
          return JSON.parse(data) as T;
        } else if (event === "failure") {
          const { error, status } = JSON.parse(data) as { error: string; status: number };
          throw new ApiError(error, status, null, speaksOurs(response));
        }
      }
    }
    throw new ApiError(t("error.broken"), 0, null, true);
  } catch (error) {
    throw failure(error);
  }
}

export interface Loaded<T> {
  data: T | null;
  error: ApiError | null;
  loading: boolean;
  /** Ask again. */
  again: () => void;
}

/**
 * Return the answer of a function that asks what `key` names; ask nothing if the key is null. An answer stays until the
 * next one arrives.
 */
export function useAnswer<T>(key: string | null, ask: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const nothing = { data: null, error: null, key: null };
  const [state, setState] = useState<{ data: T | null; error: ApiError | null; key: string | null }>(nothing);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (key === null) {
      setState(nothing);
      return undefined;
    }
    const controller = new AbortController();
    ask(controller.signal).then(
      (data) => !controller.signal.aborted && setState({ data, error: null, key }),
      (error: unknown) =>
        error instanceof ApiError && !controller.signal.aborted && setState({ data: null, error, key }),
    );
    return () => controller.abort();
  }, [key, attempt]);
  return {
    data: key === null ? null : state.data,
    error: state.key === key ? state.error : null,
    loading: state.key !== key,
    again: () => {
      setState({ data: state.data, error: null, key: null });
      setAttempt(attempt + 1);
    },
  };
}

/** Return the API's answer to a quick question; ask nothing if the path is null. */
export function useData<T>(path: string | null, params: Params = {}): Loaded<T> {
  return useAnswer(path === null ? null : apiUrl(path, params), (signal) => get<T>(path ?? "", params, signal));
}

/**
 * Return a function that does what a press asks for, and the error if a question was not answered. The work learns
 * whether the component is still shown.
 */
export function useAttempt() {
  const [error, setError] = useState<ApiError | null>(null);
  const isShown = useMounted();
  const attempt = async (work: (isShown: () => boolean) => Promise<void>): Promise<void> => {
    setError(null);
    try {
      await work(isShown);
    } catch (problem) {
      if (!(problem instanceof ApiError)) {
        throw problem;
      }
      setError(problem);
    }
  };
  return { attempt, error, dismiss: () => setError(null) };
}

/** The HTTP API of this server, which answers the same questions as the command line. */
import { useEffect, useState } from "preact/hooks";
import type { Exact } from "../generated/api";
import { answered } from "./door";
import { language, t } from "./i18n";

/** Parameters of a question. null, undefined and false are left out; true is sent as 1. */
export type Params = Readonly<Record<string, string | number | boolean | null | undefined>>;

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

/** The reason why a question was not answered. */
export class ApiError extends Error {
  constructor(
    message: string,
    /** The HTTP status; 0 if the server could not be reached. */
    readonly status: number,
    /** Seconds after which the page may ask again, if the server said so. */
    readonly retryAfter: number | null = null,
    /** Set if the message is in the reader's language; otherwise it is in English. */
    readonly own = false,
  ) {
    super(message);
    this.name = "ApiError";
  }
}

const ROOT = "/api/v1";

/** Return the address of a question. */
export function apiUrl(path: string, params: Params = {}): string {
  const query = Object.entries(params)
    .filter(([, value]) => value !== null && value !== undefined && value !== false)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value === true ? "1" : String(value))}`);
  return ROOT + path + (query.length ? `?${query.join("&")}` : "");
}

/** Return whether an answer is in the language of the page. The server uses English if it lacks that language. */
function speaksOurs(response: Response): boolean {
  return response.headers.get("Content-Language") === language();
}

async function refusal(response: Response): Promise<ApiError> {
  const seconds = Number(response.headers.get("Retry-After") ?? "x");
  const retryAfter = Number.isFinite(seconds) ? seconds : null;
  try {
    const body: unknown = await response.json();
    if (typeof body === "object" && body !== null && "error" in body && typeof body.error === "string") {
      return new ApiError(body.error, response.status, retryAfter, speaksOurs(response));
    }
  } catch {
    // The body does not come from this program (it may come from a proxy), so report only the status.
  }
  return new ApiError(t("error.status", { status: response.status }), response.status, retryAfter, true);
}

/** Turn an error of fetch or its streams into an ApiError, unless it is an abort. */
function failure(error: unknown): unknown {
  if (error instanceof ApiError || (error instanceof DOMException && error.name === "AbortError")) {
    return error;
  }
  return new ApiError(t("error.unreachable"), 0, null, true);
}

async function ask(
  url: string,
  accept: string,
  signal: AbortSignal | undefined,
  body?: ArrayBuffer,
): Promise<Response> {
  const response = await answered(url, {
    headers: { Accept: accept, "Accept-Language": language() },
    ...(signal && { signal }),
    ...(body && { method: "POST", body }),
  });
  if (!response.ok) {
    throw await refusal(response);
  }
  return response;
}

/** Ask for JSON. Throws an ApiError, or an AbortError if a signal was given and aborted. */
export async function get<T>(path: string, params?: Params, signal?: AbortSignal): Promise<T> {
  try {
    return (await (await ask(apiUrl(path, params), "application/json", signal)).json()) as T;
  } catch (error) {
    throw failure(error);
  }
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
 * Return the API's answer to a quick question; ask nothing if the path is null. An answer stays until the next loads.
 */
export function useData<T>(path: string | null, params: Params = {}): Loaded<T> {
  const url = path === null ? null : apiUrl(path, params);
  const [state, setState] = useState<{ data: T | null; error: ApiError | null; url: string | null }>({
    data: null,
    error: null,
    url: null,
  });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (path === null) {
      setState({ data: null, error: null, url: null });
      return undefined;
    }
    const controller = new AbortController();
    get<T>(path, params, controller.signal).then(
      (data) => !controller.signal.aborted && setState({ data, error: null, url }),
      (error: unknown) =>
        error instanceof ApiError && !controller.signal.aborted && setState({ data: null, error, url }),
    );
    return () => controller.abort();
  }, [url, attempt]);
  return {
    data: url === null ? null : state.data,
    error: state.url === url ? state.error : null,
    loading: state.url !== url,
    again: () => {
      setState({ data: state.data, error: null, url: null });
      setAttempt(attempt + 1);
    },
  };
}

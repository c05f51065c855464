/** The HTTP API of this server, which answers the same questions as the command line. */
import { answered } from "./door";
import { language, t } from "./i18n";

/** Parameters of a question. null, undefined and false are left out; true is sent as 1. */
export type Params = Readonly<Record<string, string | number | boolean | null | undefined>>;

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
export function speaksOurs(response: Response): boolean {
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
export function failure(error: unknown): unknown {
  if (error instanceof ApiError || (error instanceof DOMException && error.name === "AbortError")) {
    return error;
  }
  return new ApiError(t("error.unreachable"), 0, null, true);
}

export async function ask(
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

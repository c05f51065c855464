/** The API of a site without a server: the application runs in a worker and answers there. */
import { ApiError } from "../lib/api";
import type { Door } from "../lib/door";
import { language, t } from "../lib/i18n";
import { folder } from "../lib/place";
import { createStore } from "../lib/store";
import { type Question, type Told, within } from "./messages";

/** The state of the Python interpreter. */
export interface State {
  phase: "idle" | "interpreter" | "package" | "ready" | "failed";
  /** Set while a question waits for Python. */
  waited: boolean;
  /** The reason why Python did not start. */
  problem: "memory" | "wasm" | "other" | null;
  /** The browser's error message. */
  detail: string;
}

export const python = createStore<State>({ phase: "idle", waited: false, problem: null, detail: "" });

interface Job {
  question: Question;
  signal: AbortSignal | null;
  settle: (response: Response) => void;
  refuse: (error: unknown) => void;
  body: ReadableStreamDefaultController<Uint8Array> | null;
  left: boolean;
}

const waiting: Job[] = [];
let current: Job | null = null;
let worker: Worker | null = null;
let last = 0;

/**
 * Milliseconds to wait for an unwanted answer before ending the worker. A new worker takes seconds to start.
 */
const GRACE = 1500;

function change(state: Partial<State>): void {
  python.set({ ...python.get(), ...state });
}

function noCertificate(): ApiError {
  return new ApiError(t("site.noCertificate"), 0, null, true);
}

function aborted(): DOMException {
  return new DOMException("the answer is not wanted any more", "AbortError");
}

/** Start to load Python; questions wait until it has loaded. */
export function startPython(): void {
  if (worker !== null) {
    return;
  }
  if (typeof WebAssembly === "undefined" || typeof Worker === "undefined") {
    fail("wasm", "");
    return;
  }
  change({ phase: "interpreter", problem: null, detail: "" });
  worker = new Worker(folder("static/site-worker.js"), { type: "module" });
  worker.onmessage = ({ data }: MessageEvent<Told>) => hear(data);
  worker.onerror = (event) => fail("other", event.message ?? "");
}

function fail(problem: "memory" | "wasm" | "other", detail: string): void {
  worker?.terminate();
  worker = null;
  change({ phase: "failed", problem, detail });
  const left = current === null ? waiting.splice(0) : [current, ...waiting.splice(0)];
  current = null;
  for (const job of left) {
    const error = new ApiError(t(`site.fault.${problem}`), 0, null, true);
    job.body === null ? job.refuse(error) : job.body.error(error);
  }
}

function hear(told: Told): void {
  if ("state" in told) {
    change({ phase: told.state, waited: waiting.length > 0 && told.state !== "ready" });
    pump();
  } else if ("fault" in told) {
    fail(told.kind, told.fault);
  } else if (current !== null && told.id === current.question.id) {
    answer(current, told);
  }
}

function answer(job: Job, told: Exclude<Told, { state: unknown } | { fault: unknown }>): void {
  if ("end" in told) {
    current = null;
    if (!job.left) {
      job.body?.close();
    }
    pump();
  } else if ("absent" in told) {
    current = null;
    job.refuse(noCertificate());
    pump();
  } else if (job.left) {
    // Ignore an answer that is no longer wanted.
  } else if ("status" in told) {
    const empty = told.status === 204 || told.status === 304;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        job.body = controller;
      },
      cancel: () => leave(job),
    });
    job.settle(new Response(empty ? null : body, { status: told.status, headers: told.headers }));
  } else {
    job.body?.enqueue(told.part);
  }
}

function pump(): void {
  if (current !== null || python.get().phase !== "ready" || worker === null) {
    return;
  }
  current = waiting.shift() ?? null;
  if (current !== null) {
    worker.postMessage(current.question);
  }
}

/** Note that an answer is no longer wanted. */
function leave(job: Job): void {
  const place = waiting.indexOf(job);
  if (place >= 0) {
    waiting.splice(place, 1);
    change({ waited: waiting.length > 0 && python.get().phase !== "ready" });
    return;
  }
  if (job !== current || job.left) {
    return;
  }
  job.left = true;
  setTimeout(() => {
    if (current === job) {
      // End the worker, since it receives no messages while it works.
      worker?.terminate();
      worker = null;
      current = null;
      startPython();
    }
  }, GRACE);
}

function put(question: Question, signal: AbortSignal | null): Promise<Response> {
  return new Promise((settle, refuse) => {
    if (signal?.aborted) {
      refuse(aborted());
      return;
    }
    const job: Job = { question, signal, settle, refuse, body: null, left: false };
    signal?.addEventListener("abort", () => {
      leave(job);
      if (job.body === null) {
        refuse(aborted());
      } else {
        try {
          job.body.error(aborted());
        } catch {
          // The stream has ended already.
        }
      }
    });
    waiting.push(job);
    if (python.get().phase === "failed") {
      // Try again, because more memory or a network may be available now.
      worker = null;
    }
    startPython();
    change({ waited: python.get().phase !== "ready" });
    pump();
  });
}

/** A prepared answer, or the name of the file that contains it and its address in that file. */
type Ready = { status: number; headers: Record<string, string>; body: string } | { file: string; as: string };
type Prepared = Readonly<Record<string, Ready>>;
const prepared = new Map<string, Promise<Prepared>>();

async function prepare(name: string): Promise<Prepared> {
  try {
    const response = await fetch(folder(`answers/${name}`));
    if (response.ok) {
      return (await response.json()) as Prepared;
    }
  } catch {
    // Ignore the error: a network may be available when the next question is asked.
  }
  prepared.delete(name);
  return {};
}

/** Return the prepared answers that a file below answers/ contains. */
function answersOf(name: string): Promise<Prepared> {
  const found = prepared.get(name) ?? prepare(name);
  prepared.set(name, found);
  return found;
}

async function known(url: string, name = `${language()}.json`): Promise<Response | null> {
  const answers = await answersOf(name);
  const found = Object.hasOwn(answers, url) ? answers[url] : undefined;
  if (found === undefined) {
    return null;
  }
  return "file" in found
    ? known(found.as, found.file)
    : new Response(found.body, { status: found.status, headers: found.headers });
}

/** For each game, the last N with a certificate and the last N with a prepared proof; the range of prepared days. */
const { certificates = "", proofs = "", days = "" } = document.documentElement.dataset;
const PROOF = /^\/api\/v1\/(?:proof(\/tree|\/certificate)?|[a-z]+\/explain)\?position=([^&]*)/;

/** Answer a question about a proof if that does not need Python. */
async function proof(url: string, signal: AbortSignal | null): Promise<Response | null> {
  const [, part = "", position = ""] = PROOF.exec(url) ?? [];
  const packed = part === "/certificate";
  const [game, n] = within(decodeURIComponent(position), packed ? certificates : proofs) ?? [];
  if (game === undefined || (packed && typeof DecompressionStream === "undefined")) {
    return null;
  }
  const name = `${game}-${n}`;
  return packed ? certificate(name, signal) : known(url, `proof/${name}.json`);
}

/** Return the puzzles of a day if the site contains the puzzles of that month. */
async function puzzles(url: string): Promise<Response | null> {
  const [, day = ""] = /^\/api\/v1\/daily\?date=(\d{4}-\d{2}-\d{2})$/.exec(url) ?? [];
  const [first = "", last = ""] = days.split(" ");
  return first <= day && day <= last ? known(url, `daily/${day.slice(0, 7)}.json`) : null;
}

/** Return a prepared picture or worksheet. The index of the language names the file that contains it. */
async function lab(url: string): Promise<Response | null> {
  return url.startsWith("/api/v1/lab/") ? known(url, `lab/${language()}.json`) : null;
}

async function certificate(name: string, signal: AbortSignal | null): Promise<Response> {
  try {
    const response = await fetch(folder(`certificates/${name}.json.gz`), { signal });
    const packed = new Uint8Array(await response.arrayBuffer());
    if (response.ok) {
      // Unpack the file, unless the host declared the compression and the browser has already unpacked it.
      const gzip = packed[0] === 0x1f && packed[1] === 0x8b;
      const body = gzip ? new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")) : packed;
      const headers = {
        "Content-Type": "application/json; charset=utf-8",
        "Content-Disposition": `attachment; filename="${name}.json"`,
      };
      return new Response(body, { headers });
    }
  } catch (error) {
    if (signal?.aborted) {
      throw error;
    }
  }
  throw noCertificate();
}

/** The first door: answers that the site includes, because they are needed early or a browser cannot compute them. */
export const byFiles: Door = async (url, { method, signal }) => {
  if ((method ?? "GET") !== "GET") {
    return null;
  }
  // Remove the language from the addresses of pictures, because prepared answers are stored by language.
  const bare = url.replace(/[?&]lang=\w+$/, "");
  return (await proof(bare, signal ?? null)) ?? (await puzzles(bare)) ?? (await known(bare)) ?? lab(bare);
};

/** Throw an error immediately if Python has to be loaded and there is no network. */
async function checkReach(): Promise<void> {
  if (worker === null && !navigator.onLine && !(await globalThis.caches?.match(folder("pyodide/pyodide.asm.wasm")))) {
    throw new ApiError(t("site.fault.offline"), 0, null, true);
  }
}

/** The last door: Python, which is loaded for the first question that no other door answers. */
export const byPython: Door = async (url, init) => {
  await checkReach();
  const method = init.method ?? "GET";
  const body = new Uint8Array(await new Response(init.body ?? null).arrayBuffer());
  last += 1;
  const headers = Object.fromEntries(new Headers(init.headers));
  return put({ id: last, method, target: url, headers, body }, init.signal ?? null);
};

/** Run lines of Python in the console, and return their output. */
export async function run(code: string, signal: AbortSignal): Promise<string> {
  await checkReach();
  last += 1;
  return (await put({ id: last, code }, signal)).text();
}

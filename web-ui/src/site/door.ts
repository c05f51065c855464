/** The API, answered by the application in a worker: in place of a server. */
import { ApiError } from "../lib/api";
import type { Door } from "../lib/door";
import { language, t } from "../lib/i18n";
import { folder } from "../lib/place";
import { createStore } from "../lib/store";
import { type Question, type Told, within } from "./messages";

/** How far Python is. */
export interface State {
  phase: "idle" | "interpreter" | "package" | "ready" | "failed";
  /** Whether it is still wanted. */
  waited: boolean;
  /** Why there is none. */
  problem: "memory" | "wasm" | "other" | null;
  /** What the browser says of it. */
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

/** Milliseconds for an answer that is not wanted any more: after that the worker is ended, which costs seconds. */
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

/** Begins to load Python; later questions wait for it. */
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
    // It is not wanted any more.
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

/** Takes note that an answer is not wanted any more. */
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
      // It hears nothing while it works.
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
          // It is at its end.
        }
      }
    });
    waiting.push(job);
    if (python.get().phase === "failed") {
      // Perhaps there is more memory now, or a network.
      worker = null;
    }
    startPython();
    change({ waited: python.get().phase !== "ready" });
    pump();
  });
}

/** An answer that is ready: whole, or in which file it is, and by which address. */
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
    // Without a network it may come later.
  }
  prepared.delete(name);
  return {};
}

/** What a file of the site's folder has answers to. */
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

/** The last positions up to which the site has certificates, and proofs that are ready. */
const { certificates = "", proofs = "" } = document.documentElement.dataset;
const PROOF = /^\/api\/v1\/proof(\/tree|\/certificate)?\?position=([^&]*)/;

/** What is asked of a proof, if no Python is needed for it. */
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

async function certificate(name: string, signal: AbortSignal | null): Promise<Response> {
  try {
    const response = await fetch(folder(`certificates/${name}.json.gz`), { signal });
    const packed = new Uint8Array(await response.arrayBuffer());
    if (response.ok) {
      // Some hosts say how it is packed, so that it has been unpacked on the way.
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

/** The first door: answers that came with the site, to what is asked first and to what no browser can find. */
export const byFiles: Door = async (url, { method, signal }) => {
  if ((method ?? "GET") !== "GET") {
    return null;
  }
  // Pictures name the language of the page, in which the answers are.
  const bare = url.replace(/[?&]lang=\w+$/, "");
  return (await proof(bare, signal ?? null)) ?? known(bare);
};

/** Says at once that Python can only come from the network, where there is none. */
async function checkReach(): Promise<void> {
  if (worker === null && !navigator.onLine && !(await globalThis.caches?.match(folder("pyodide/pyodide.asm.wasm")))) {
    throw new ApiError(t("site.fault.offline"), 0, null, true);
  }
}

/** The last door: Python, which is loaded for the first question that comes here. */
export const byPython: Door = async (url, init) => {
  await checkReach();
  const method = init.method ?? "GET";
  const body = new Uint8Array(await new Response(init.body ?? null).arrayBuffer());
  last += 1;
  const headers = Object.fromEntries(new Headers(init.headers));
  return put({ id: last, method, target: url, headers, body }, init.signal ?? null);
};

/** Runs lines of Python in the console, and returns what they print. */
export async function run(code: string, signal: AbortSignal): Promise<string> {
  await checkReach();
  last += 1;
  return (await put({ id: last, code }, signal)).text();
}

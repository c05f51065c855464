/** Answers that need neither a server nor Python: kernels in a worker compute them. */
import type { Question, Reply } from "../answers/declaration";
import type { Door } from "./door";
import { resultsOf } from "./outcomes";
import { outer } from "./place";

const ROOT = "/api/v1";
/** Paths below it that every game with kernels answers. */
const SHARED = ["/position", "/move", "/hint", "/hint/steps", "/review"];

let worker: Worker | null = null;
let asked = 0;
const waiting = new Map<number, (json: string | null) => void>();

function settle(number: number, json: string | null): void {
  waiting.get(number)?.(json);
  waiting.delete(number);
}

function start(): Worker {
  const started = new Worker(outer("/static/answers.js"));
  started.onmessage = ({ data }: MessageEvent<Reply>) => settle(data.number, data.json);
  started.onerror = () => {
    // Forget the worker, which did not load or has ended: the next question starts another one.
    worker = null;
    for (const number of [...waiting.keys()]) {
      settle(number, null);
    }
  };
  return started;
}

function ask(address: string, signal: AbortSignal | null | undefined): Promise<string | null> {
  worker ??= start();
  asked += 1;
  const question: Question = { number: asked, address };
  const answer = new Promise<string | null>((resolve, reject) => {
    waiting.set(question.number, resolve);
    signal?.addEventListener("abort", () => {
      waiting.delete(question.number);
      reject(new DOMException("the answer is not wanted any more", "AbortError"));
    });
  });
  worker.postMessage(question);
  return answer;
}

/** Return whether the kernels may be able to answer a question, whose path or position names the game. */
function isAnswered(path: string, query: URLSearchParams): boolean {
  const games = [path.split("/")[1] ?? "", (query.get("id") ?? "").split(":")[0] ?? ""];
  return games.some((game) => resultsOf(game).answers?.concat(SHARED).includes(path));
}

/** The door to the kernels: answers a question if the kernels can. */
export const byKernels: Door = async (url, { method, signal }) => {
  const address = url.slice(ROOT.length);
  const { pathname, searchParams } = new URL(address, location.origin);
  if ((method ?? "GET") !== "GET" || typeof Worker === "undefined" || !isAnswered(pathname, searchParams)) {
    return null;
  }
  signal?.throwIfAborted();
  const json = await ask(address, signal);
  return json === null ? null : new Response(json, { headers: { "Content-Type": "application/json" } });
};

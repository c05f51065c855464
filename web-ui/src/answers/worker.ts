/** The worker that answers questions with the kernels, one at a time. Pages ask it through lib/answers.ts. */
import { games } from "game-answers";
import { Kernels } from "../lib/kernels";
import type { Answers, Question, Reply } from "./declaration";

/** The worker's global scope, which TypeScript mistakes for a page's global scope. */
const scope = self as unknown as {
  postMessage(reply: Reply): void;
  onmessage: ((event: MessageEvent<Question>) => void) | null;
};

let kernels: Promise<Kernels> | null = null;

async function compiled(): Promise<Kernels> {
  const response = await fetch(new URL("kernels.wasm", self.location.href));
  return Kernels.compile(await response.arrayBuffer());
}

/** Return the functions that answer questions about a game; the question's path or position names the game. */
function answersFor(path: string, query: URLSearchParams): Answers | undefined {
  const game = path.split("/")[1] ?? "";
  return games[game] ?? games[(query.get("id") ?? "").split(":")[0] ?? ""];
}

scope.onmessage = async ({ data: { number, address } }) => {
  const { pathname, searchParams } = new URL(address, "file:///");
  let json: string | null = null;
  try {
    kernels ??= compiled();
    const answer = answersFor(pathname, searchParams)?.[pathname]?.(searchParams, await kernels) ?? null;
    json = answer && JSON.stringify(answer);
  } catch (error) {
    // The file did not arrive, or memory ran out. The server or Python answers instead, and the next question tries the
    // kernels again.
    console.info(`${address} is not answered here: ${error}`);
    kernels = null;
  }
  scope.postMessage({ number, json });
};

/** Runs the checkers in C, compiled to WebAssembly, in this browser. */

import type { CheckedUpload, ProofShown } from "../../generated/api";
import { ApiError } from "../../lib/api";
import { t } from "../../lib/i18n";
import { outer } from "../../lib/place";
import { getText } from "../../lib/questions";
import { OWN } from "../games";
import type { Checked, Outcome, Task } from "./worker";

const PROGRAMS: Readonly<Record<string, string>> = Object.fromEntries(
  OWN.flatMap(({ name, checker }) => (checker === undefined ? [] : [[name, checker]])),
);

/** Return whether this browser can check the certificates of a game. */
export function checksHere(game: string): boolean {
  return Object.hasOwn(PROGRAMS, game);
}

/** Return whether a verdict comes from a checker in C, which means that it was made in this browser. */
export function ranHere({ checker }: Pick<CheckedUpload, "checker">): boolean {
  return checker.endsWith(".c");
}

const failed = (reason: unknown): ApiError =>
  new ApiError(t("proof.here.failed", { reason: String(reason) }), 0, null, true);

async function program(name: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const response = await fetch(outer(`/static/${name.replace("./", "")}`), { signal });
  if (!response.ok) {
    throw new Error(`${name}: ${response.status}`);
  }
  return response.arrayBuffer();
}

/** Check a file in a worker, which loads while the file and the checkers are fetched. The signal stops the worker. */
async function run(file: Promise<ArrayBuffer>, games: readonly string[], signal: AbortSignal): Promise<Checked | null> {
  let worker: Worker | null = null;
  try {
    const made = new Worker(outer("/static/check-worker.js"));
    worker = made;
    const outcome = new Promise<Outcome>((settle, refuse) => {
      made.onmessage = ({ data }: MessageEvent<Outcome>) => settle(data);
      made.onerror = ({ message }) => refuse(message || "check-worker.js");
      signal.addEventListener("abort", () => refuse(signal.reason));
    });
    // Mark the promise as handled: it may be rejected before it is awaited below.
    outcome.catch(() => undefined);
    const loaded = games.map(async (game) => [game, await program(PROGRAMS[game] ?? "", signal)] as const);
    const [content, programs] = await Promise.all([file, Promise.all(loaded)]);
    const task: Task = { file: content, programs: Object.fromEntries(programs) };
    made.postMessage(task);
    const told = await outcome;
    if ("problem" in told) {
      throw told.problem;
    }
    return told.checked;
  } catch (error) {
    throw error instanceof ApiError || signal.aborted ? error : failed(error);
  } finally {
    worker?.terminate();
  }
}

function examined({ game, verdicts, kind, ...told }: Checked, names: readonly string[]): CheckedUpload {
  const lines = verdicts.map(({ word, text }, i) => `${names[i] ?? "certificate.json"}: ${word}: ${text}`);
  const at = verdicts.findIndex(({ word }) => word !== "valid");
  const { word, text } = verdicts.at(at) ?? { word: "not examined", text: "" };
  // A certificate that cites certificates missing from the file is neither proven nor refuted.
  const lonely = verdicts.length === 1 && kind === "chain" && text.includes("no certificate before it proves");
  return {
    ...told,
    game,
    kind,
    valid: word === "valid",
    examined: word !== "not examined" && !lonely,
    reason: word === "valid" ? "" : text,
    checker: `${game}_check.c`,
    log: names.length > 0 ? lines : lines.slice(at).slice(0, 1),
  };
}

/** Check a file of certificates; null if no checker here can read it. */
export async function examineFile(file: ArrayBuffer, signal: AbortSignal): Promise<CheckedUpload | null> {
  const checked = await run(Promise.resolve(file), Object.keys(PROGRAMS), signal);
  return checked && examined(checked, []);
}

/** Fetch a certificate and the certificates that it cites, and check all of them. */
export async function examineProof(proof: ProofShown, signal: AbortSignal): Promise<CheckedUpload> {
  const positions = [...proof.cites.map(({ position }) => position), proof.position];
  const texts = Promise.all(positions.map((position) => getText("/proof/certificate", { position }, signal)));
  const file = texts.then((all) => new TextEncoder().encode(all.join("\n")).buffer);
  const checked = await run(file, [proof.game], signal);
  if (checked === null) {
    throw failed(proof.game);
  }
  const names = positions.map((position) => `${position.replace(/[^A-Za-z0-9.]/g, "-").slice(0, 60)}.json`);
  const found = examined(checked, names);
  if (proof.listed === null || proof.listed === found.sha256) {
    return found;
  }
  const reason = `it is not the certificate that the manifest knows: its SHA-256 is not ${proof.listed}`;
  return { ...found, valid: false, reason, log: [...found.log, `${names.at(-1)}: NOT valid: ${reason}`] };
}

/** Unpacks a file and checks each certificate in it, in a worker that the page may end at any time. */
import { Checker, type Verdict } from "../../lib/checker";
import { sha256 } from "../../lib/sha256";

/** A file to check, and the compiled checker of each game. */
export interface Task {
  file: ArrayBuffer;
  programs: Readonly<Record<string, ArrayBuffer>>;
}

/** The verdicts on the certificates of a file, and a description of the last certificate. */
export interface Checked {
  game: string;
  verdicts: readonly Verdict[];
  position: string;
  kind: string | null;
  claim: Record<string, number | string | null> | null;
  sha256: string;
  size: number;
  seconds: number;
}

/** The worker's answer; `checked` is null if no checker here can read the file. */
export type Outcome = { checked: Checked | null } | { problem: string };

const scope = self as unknown as {
  postMessage(outcome: Outcome): void;
  onmessage: ((event: MessageEvent<Task>) => void) | null;
};

/** Maximum numbers of bytes in a file, of characters in a text that is shown, and of fields in a claim. */
const MOST = 32 << 20;
const SHOWN = 1_000;
const FIELDS = 20;
const NEWLINE = 10;
const BRACE = 125;

/** Return the content of a file, unpacked if it is gzip; null if this browser cannot unpack it. */
async function unpacked(file: ArrayBuffer): Promise<Uint8Array | null> {
  const bytes = new Uint8Array(file);
  const [first, second] = bytes;
  if (first === 0xfd && second === 0x37) {
    return null; // The file is packed by xz, which browsers cannot unpack.
  }
  if (first !== 0x1f || second !== 0x8b) {
    return bytes;
  }
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    const stream = new Blob([file]).stream().pipeThrough(new DecompressionStream("gzip"));
    for (const reader = stream.getReader(); size <= MOST; ) {
      const { done, value } = await reader.read();
      if (done) {
        return new Uint8Array(await new Blob(parts).arrayBuffer());
      }
      parts.push(value);
      size += value.length;
    }
  } catch {
    // The file is damaged, or this browser is too old; the other checker reports it.
  }
  return null;
}

/** Split a text into certificates: one on each line if the first line ends with a brace, or else the whole text. */
function certificates(text: Uint8Array): Uint8Array[] {
  const end = text.indexOf(NEWLINE);
  if (text[end - 1] !== BRACE || text.subarray(end).every((byte) => byte <= 32)) {
    return [text];
  }
  const lines: Uint8Array[] = [];
  for (let from = 0; from < text.length; ) {
    const to = text.indexOf(NEWLINE, from);
    lines.push(text.subarray(from, to < 0 ? text.length : to));
    from = to < 0 ? text.length : to + 1;
  }
  return lines;
}

const short = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** Return the claim; null if a number is too large to be shown exactly. The verdict's text also states the claim. */
function claimOf(claim: Record<string, unknown>): Checked["claim"] {
  const told: Checked["claim"] = {};
  for (const [name, value] of Object.entries(claim).slice(0, FIELDS)) {
    if (typeof value === "number" && !Number.isSafeInteger(value)) {
      return null;
    }
    if (typeof value === "number" || value === null) {
      told[short(name)] = value;
    } else if (typeof value === "string") {
      told[short(name)] = short(value);
    }
  }
  return told;
}

function parsed(text: Uint8Array): Record<string, unknown> | null {
  try {
    return record(JSON.parse(new TextDecoder().decode(text)));
  } catch {
    return null;
  }
}

async function check({ file, programs }: Task): Promise<Checked | null> {
  const content = await unpacked(file);
  if (content === null) {
    return null;
  }
  const texts = certificates(content);
  const last = texts.at(-1) ?? content;
  const told = parsed(last);
  // If the text is not JSON, use any checker: each of them can report where the error is.
  const game = told === null ? Object.keys(programs).at(-1) : told.game;
  const program = typeof game === "string" && Object.hasOwn(programs, game) ? programs[game] : undefined;
  if (typeof game !== "string" || program === undefined) {
    return null;
  }
  const began = performance.now();
  const checker = new Checker(await WebAssembly.compile(program));
  const verdicts = texts.map((text) => checker.check(text));
  const seconds = Math.round(performance.now() - began) / 1000;
  const { position, claim, proof } = told ?? {};
  const { kind } = record(proof);
  return {
    game,
    verdicts,
    position: typeof position === "string" ? short(position) : "",
    kind: typeof kind === "string" ? short(kind) : null,
    claim: claim === undefined ? null : claimOf(record(claim)),
    sha256: sha256(last),
    size: last.length,
    seconds,
  };
}

scope.onmessage = ({ data }) => {
  check(data).then(
    (checked) => scope.postMessage({ checked }),
    (error: unknown) => scope.postMessage({ problem: String(error) }),
  );
};

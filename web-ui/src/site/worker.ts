/**
 * Python in a worker: loads the interpreter and the package, and hands requests over to the application, one at a time.
 *
 * The worker says what it has been asked; it decides nothing.  A page that does not want to wait for an answer ends it.
 */
import { cacheName, type Packs, type Question, type Site, type Told } from "./messages";

/** As much of Pyodide as is used here. */
interface Python {
  unpackArchive(data: ArrayBuffer, format: string): void;
  runPython(code: string): unknown;
  FS: { mkdirTree(path: string): void; writeFile(path: string, data: Uint8Array): void };
  toPy(value: unknown): unknown;
}
type Ask = (
  question: unknown,
  /** Python says nothing where it has no headers. */
  send: (status: number, headers: [string, string][] | undefined, part: Uint8Array) => void,
) => void;

/** esbuild's view of a worker is that of a page. */
const scope = self as unknown as {
  postMessage(message: Told, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent<Question>) => void) | null;
};
const base = new URL("../", self.location.href);
const CERTIFICATES = "/certificates";

/** What the first page loads is kept as it comes, so that nothing is loaded twice. */
let cache: Cache | null = null;
const network = self.fetch.bind(self);

async function kept(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const url = input instanceof Request ? input.url : String(input);
  const known = await cache?.match(url).catch(() => undefined);
  if (known) {
    return known;
  }
  const response = await network(input, init);
  if (response.ok && cache !== null) {
    // Where storage is full or refused, everything still works with the network.
    void cache.put(url, response.clone()).catch(() => undefined);
  }
  return response;
}

async function file(name: string): Promise<Uint8Array> {
  const response = await kept(new URL(name, base));
  if (!response.ok) {
    throw new Error(`${name}: ${response.status}`);
  }
  return new Uint8Array(await response.arrayBuffer());
}

async function json<T>(name: string): Promise<T> {
  return JSON.parse(new TextDecoder().decode(await file(name))) as T;
}

/** Opens the cache of the version of this site: site.json is asked for anew, unless there is no network. */
async function open(): Promise<Site> {
  const site = (await (await network(new URL("site.json", base))).json()) as Site;
  cache = await self.caches?.open(cacheName(base.href, site.version)).catch(() => null);
  return site;
}

/**
 * Rejects when the interpreter cannot be instantiated, for want of memory or because it has not come whole.
 *
 * Pyodide (314.0) only warns in the console, and waits for ever.  Beside the interpreter, which is the one that imports
 * from "env", it instantiates a small module that may fail.
 */
function refusal(): Promise<never> {
  return new Promise((_, reject) => {
    for (const name of ["instantiate", "instantiateStreaming"] as const) {
      const plain = WebAssembly[name] as (source: unknown, imports?: object) => Promise<unknown>;
      const watched = async (source: unknown, imports: object = {}): Promise<unknown> => {
        try {
          return await plain.call(WebAssembly, source, imports);
        } catch (error) {
          if ("env" in imports) {
            reject(error);
          }
          throw error;
        }
      };
      Object.defineProperty(WebAssembly, name, { value: watched });
    }
  });
}

async function start(): Promise<{ python: Python; ask: Ask; run: (code: string) => string }> {
  const site = await open();
  self.fetch = kept;
  scope.postMessage({ state: "interpreter" });
  const wheels = site.wheels.map((name) => file(`python/${name}`));
  const indexURL = new URL("pyodide/", base).href;
  const { loadPyodide } = (await import(new URL("pyodide.mjs", indexURL).href)) as {
    loadPyodide(options: { indexURL: string; env: Record<string, string> }): Promise<Python>;
  };
  const env = { HOME: "/home/pyodide", PERFECTPLAY_CERTIFICATES: CERTIFICATES };
  const python = await Promise.race([refusal(), loadPyodide({ indexURL, env })]);
  scope.postMessage({ state: "package" });
  for (const wheel of wheels) {
    python.unpackArchive((await wheel).buffer as ArrayBuffer, "whl");
  }
  python.FS.mkdirTree(CERTIFICATES);
  const [ask, run] = python.runPython("import perfectplay.web.site.bridge as w; w.ask, w.run") as Iterable<unknown> as [
    Ask,
    (code: string) => string,
  ];
  return { python, ask, run };
}

/** The packs that have come, and the list of all. */
const present = new Set<string>();
let packs: Promise<Packs> | null = null;

/** Bytes of a certificate that is too large to be checked here: it would take a minute and more. */
const LARGEST = 3_000_000;

/**
 * Brings the certificate of a position, if the site has it, and all that it cites: they are in one file.  Returns its
 * size, if that is too much.
 */
async function bring(python: Python, target: string): Promise<number | null> {
  if (!target.startsWith("/api/v1/proof")) {
    return null;
  }
  packs ??= json<Packs>("certificates/packs.json");
  const query = new URL(target, base).searchParams;
  const asked = query.get("position") ?? query.get("id");
  const all = (await packs).packs;
  let place = all.findIndex(({ positions }) => Object.hasOwn(positions, asked ?? ""));
  const size = all[place]?.positions[asked ?? ""] ?? 0;
  if (size > LARGEST) {
    return size;
  }
  const wanted: string[] = [];
  for (let pack = all[place]; pack !== undefined; pack = pack.goes_on ? all[place] : undefined) {
    wanted.push("manifest.json", pack.file);
    place -= 1;
  }
  for (const name of wanted) {
    if (!present.has(name)) {
      python.FS.writeFile(`${CERTIFICATES}/${name}`, await file(`certificates/${name}`));
      present.add(name);
    }
  }
  return null;
}

function fault(error: unknown): void {
  const text = String(error);
  scope.postMessage({ fault: text, kind: /memory|allocat|RangeError/i.test(text) ? "memory" : "other" });
}

const started = start();
started.then(() => scope.postMessage({ state: "ready" }), fault);

scope.onmessage = async ({ data }) => {
  const { id } = data;
  try {
    const { python, ask, run } = await started;
    if ("code" in data) {
      scope.postMessage({ id, status: 200, headers: [] });
      scope.postMessage({ id, part: new TextEncoder().encode(run(data.code)) as Uint8Array<ArrayBuffer> });
    } else {
      const large = await bring(python, data.target);
      if (large !== null) {
        scope.postMessage({ id, large });
        return;
      }
      ask(data, (status, headers, part) => {
        scope.postMessage(
          headers === undefined ? { id, part: part as Uint8Array<ArrayBuffer> } : { id, status, headers },
        );
      });
    }
    scope.postMessage({ id, end: true });
  } catch (error) {
    fault(error);
  }
};

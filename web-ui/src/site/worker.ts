/**
 * Runs Python in a worker: loads the interpreter and the package, and passes requests to the application, one at a
 * time.
 *
 * A page that no longer wants an answer ends the whole worker.
 */
import { cacheName, type Question, type Site, type Told, within } from "./messages";

/** The part of Pyodide's interface that this worker uses. */
interface Python {
  unpackArchive(data: ArrayBuffer, format: string): void;
  runPython(code: string): unknown;
  FS: { mkdirTree(path: string): void; writeFile(path: string, data: Uint8Array): void };
  toPy(value: unknown): unknown;
}
type Ask = (
  question: unknown,
  /** Receive the headers of an answer from Python, then its parts, which have no headers. */
  send: (status: number, headers: [string, string][] | undefined, part: Uint8Array) => void,
) => void;

/** The worker's global scope, which TypeScript mistakes for a page's global scope. */
const scope = self as unknown as {
  postMessage(message: Told, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent<Question>) => void) | null;
};
const base = new URL("../", self.location.href);
const CERTIFICATES = "/certificates";

/** The cache, in which every file is stored as it loads, so that nothing is loaded twice. */
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
    // Ignore the error if storage is full or refused: with a network, everything still works.
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

/** Open the cache of this version of the site, which site.json names. */
async function open(): Promise<Site> {
  const site = (await (await network(new URL("site.json", base))).json()) as Site;
  cache = await self.caches?.open(cacheName(base.href, site.version)).catch(() => null);
  return site;
}

/**
 * Return a promise that rejects if the interpreter cannot be instantiated, because memory is short or its file is
 * incomplete.
 *
 * Pyodide (314.0) itself only prints a warning to the console, and then waits for ever. The interpreter is the module
 * that imports from "env"; failures of other modules do not matter.
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

/** The running interpreter, its functions that the worker calls, and the contents of site.json. */
interface Started {
  python: Python;
  ask: Ask;
  bring: (game: string, n: number, packed: Uint8Array) => boolean;
  run: (code: string) => string;
  site: Site;
}

async function start(): Promise<Started> {
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
  const names = "import perfectplay.web.site.bridge as w; w.ask, w.bring, w.run";
  const [ask, put, run] = python.runPython(names) as Iterable<unknown> as [Ask, Started["bring"], Started["run"]];
  return { python, ask, bring: put, run, site };
}

/** Maps each loaded certificate to whether it cites the certificate before it. */
const present = new Map<string, boolean>();

/** Load the certificate of a requested pot and all certificates that it cites, if the site has them. */
async function bring({ python, bring: put, site }: Started, target: string): Promise<void> {
  const query = new URL(target, base).searchParams;
  const [game, asked] = within(query.get("position") ?? query.get("id") ?? "", site.certificates) ?? ["", 0];
  if (!target.startsWith("/api/v1/proof")) {
    return;
  }
  let on = true;
  for (let n = asked; n > 0 && on; n -= 1) {
    const name = `${game}-${n}`;
    if (present.size === 0) {
      python.FS.writeFile(`${CERTIFICATES}/manifest.json`, await file("certificates/manifest.json"));
    }
    on = present.get(name) ?? put(game, n, await file(`certificates/${name}.json.gz`));
    present.set(name, on);
  }
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
    const running = await started;
    const { ask, run } = running;
    if ("code" in data) {
      scope.postMessage({ id, status: 200, headers: [] });
      scope.postMessage({ id, part: new TextEncoder().encode(run(data.code)) as Uint8Array<ArrayBuffer> });
    } else {
      try {
        await bring(running, data.target);
      } catch {
        scope.postMessage({ id, absent: true });
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

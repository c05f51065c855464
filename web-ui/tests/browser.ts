/**
 * The parts of a browser that the modules of src/lib need, so that tests run without a browser: an address, a history,
 * settings, and hooks outside a page.  A test imports this before any module of src/.
 */
import assert from "node:assert/strict";
import { type ContainerNode, h, options, render } from "preact";

function define(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

// The address and the history

interface Entry {
  url: URL;
  state: unknown;
}

let entries: Entry[] = [{ url: new URL("http://localhost/"), state: null }];
let at = 0;
const windows = new EventTarget();

function entry(): Entry {
  return entries[at] as Entry;
}

/** Go to an address as if the reader had typed it: the history starts there. */
export function visit(path: string): void {
  entries = [{ url: new URL(path, "http://localhost"), state: null }];
  at = 0;
}

/** Press the back or forward button. */
export function walk(steps: number): void {
  at = Math.max(0, Math.min(entries.length - 1, at + steps));
  windows.dispatchEvent(new Event("popstate"));
}

/** Return the path and query of the address. */
export function address(): string {
  return location.pathname + location.search + location.hash;
}

/** Return the number of history entries. */
export function depth(): number {
  return entries.length;
}

const part = (name: "href" | "origin" | "pathname" | "search" | "hash") => ({ get: (): string => entry().url[name] });
define(
  "location",
  Object.defineProperties(
    {},
    {
      href: part("href"),
      origin: part("origin"),
      pathname: part("pathname"),
      search: part("search"),
      hash: part("hash"),
    },
  ),
);
define("history", {
  get state() {
    return entry().state;
  },
  // Like a browser, keep a copy of the state.
  pushState(state: unknown, _: string, url: string): void {
    entries = [...entries.slice(0, at + 1), { url: new URL(url, location.href), state: structuredClone(state) }];
    at += 1;
  },
  replaceState(state: unknown, _: string, url: string): void {
    entries[at] = { url: new URL(url, location.href), state: structuredClone(state) };
  },
});
define("addEventListener", windows.addEventListener.bind(windows));

// Settings

const kept = new Map<string, string>();

/** The browser's settings. If `refuses` is set, they cannot be changed, as in some private windows. */
export const settings: { kept: Map<string, string>; refuses: boolean } = { kept, refuses: false };

function keeper(): Map<string, string> {
  if (settings.refuses) {
    throw new Error("this window keeps nothing");
  }
  return kept;
}
define("localStorage", {
  getItem: (key: string): string | null => keeper().get(key) ?? null,
  setItem: (key: string, text: string): void => void keeper().set(key, text),
  removeItem: (key: string): void => void keeper().delete(key),
});

/** The reader's preferred languages. */
export const preferred: string[] = ["en-GB"];
define("navigator", { languages: preferred });

/** The matching media queries. */
const queries = new Map<string, EventTarget & { matches: boolean }>();
export function media(query: string): EventTarget & { matches: boolean } {
  const known = queries.get(query);
  if (known) {
    return known;
  }
  const made = Object.assign(new EventTarget(), { matches: false });
  queries.set(query, made);
  return made;
}
define("matchMedia", media);

// Elements

/** An element; `inside` lists selectors that match the element or one around it. */
export class FakeElement extends EventTarget {
  constructor(readonly inside: readonly string[] = []) {
    super();
  }
  closest(selector: string): this | null {
    return selector.split(", ").some((one) => this.inside.includes(one)) ? this : null;
  }
  matches(selector: string): boolean {
    return this.closest(selector) !== null;
  }
}
/** A link, so the selector "a[href]" matches. */
export class FakeLink extends FakeElement {
  target = "";
  constructor(
    readonly href: string,
    readonly attributes: readonly string[] = [],
  ) {
    super(["a[href]"]);
  }
  hasAttribute(name: string): boolean {
    return this.attributes.includes(name);
  }
}
define("Element", FakeElement);
define("HTMLAnchorElement", FakeLink);

/** The page: its attributes, and its elements by selector. */
export const page = Object.assign(new EventTarget(), {
  documentElement: { lang: "", dataset: {} as Record<string, string> },
  body: new FakeElement(),
  activeElement: null as unknown,
  found: new Map<string, unknown>(),
  querySelector: (selector: string): unknown => page.found.get(selector) ?? null,
});
define("document", page);

/** Dispatch an event on an element, as the page receives it. */
export function happens(type: string, target: FakeElement, properties: object = {}): Event {
  const event = new Event(type, { cancelable: true });
  for (const [name, value] of Object.entries({ target, ...properties })) {
    Object.defineProperty(event, name, { value });
  }
  page.dispatchEvent(event);
  return event;
}

/** Number of turns of the event loop after which `until` gives up. */
const LAST = 100_000;

// Hooks

// Run effects as soon as possible, instead of in the next frame.
options.requestAnimationFrame = (run): void => queueMicrotask(() => run());

export interface Mounted<T> {
  /** The hook's latest return value. */
  readonly now: T;
  /** Call another hook, or the same one with other arguments, in the same component. */
  change(use: () => T): void;
  unmount(): void;
}

/** Call a hook in a component that renders nothing. */
export function mount<T>(use: () => T): Mounted<T> {
  let latest: { value: T } | null = null;
  const Component = (props: { use: () => T }): null => {
    latest = { value: props.use() };
    return null;
  };
  const root = { nodeType: 1, childNodes: [], firstChild: null, namespaceURI: "http://www.w3.org/1999/xhtml" };
  const show = (how: () => T): void => render(h(Component, { use: how }), root as unknown as ContainerNode);
  show(use);
  return {
    get now() {
      return (latest as unknown as { value: T }).value;
    },
    change: show,
    unmount: () => render(null, root as unknown as ContainerNode),
  };
}

/** Wait until a condition holds; fail if it never does. */
export async function until(so: () => boolean): Promise<void> {
  for (let i = 0; !so(); i += 1) {
    assert.ok(i < LAST, "what the test waits for does not happen");
    await new Promise((next) => setImmediate(next));
  }
}

/** Let the event loop turn often enough for all pending tasks to run. */
export async function quiet(): Promise<void> {
  for (let i = 0; i < 20; i += 1) {
    await new Promise((next) => setImmediate(next));
  }
}

// The server

/** A request that the tested code has made. */
export interface Asked {
  path: string;
  query: URLSearchParams;
  accept: string;
  language: string;
  signal: AbortSignal | null;
}

/** The requests so far. */
export const asked: Asked[] = [];

/** Answer requests with a function from now on. If it throws, the server seems unreachable. */
export function server(answer: (question: Asked) => Response | Promise<Response>): void {
  define(
    "fetch",
    async (address: string, init: { headers: { Accept: string; "Accept-Language": string }; signal?: AbortSignal }) => {
      const url = new URL(address, "http://localhost");
      const question = {
        path: url.pathname,
        query: url.searchParams,
        accept: init.headers.Accept,
        language: init.headers["Accept-Language"],
        signal: init.signal ?? null,
      };
      asked.push(question);
      const gone = new Promise<never>((_, reject) => {
        init.signal?.addEventListener("abort", () => reject(new DOMException("gone", "AbortError")));
      });
      return Promise.race([answer(question), gone]);
    },
  );
}

/** Return an answer in JSON. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json", ...headers } });
}

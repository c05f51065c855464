/**
 * The service worker: keeps a version of the site complete, and answers from it.
 *
 * `perfectplay site` adds a first line with the name of the version and the files to store at the first visit.
 */
import { type Extendable, type Fetching, worker } from "../offline/worker";
import { cacheName } from "./messages";

declare const SITE: { version: string; first: readonly string[] };

const scope = worker.registration.scope;
const NAME = cacheName(scope, SITE.version);

/** Load and store the files that the page has not already stored. */
async function install(): Promise<void> {
  const cache = await caches.open(NAME);
  for (const name of SITE.first) {
    const url = new URL(name, scope).href;
    if (!(await cache.match(url))) {
      const response = await fetch(url, { cache: "no-cache" });
      if (!response.ok) {
        throw new Error(`${name}: ${response.status}`);
      }
      await cache.put(url, response);
    }
  }
}

async function activate(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(cacheName(scope, "")) && name !== NAME) {
      await caches.delete(name);
    }
  }
  await worker.clients.claim();
}

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(NAME);
  const url = new URL(request.url);
  // Use the file's name as the key, since a page has several addresses.
  const name = (url.origin + url.pathname).replace(/\/$/, "/index.html");
  const known = await cache.match(name);
  if (known) {
    return known;
  }
  const response = await fetch(request);
  if (response.status === 200 && response.type === "basic") {
    // Store the files that the reader views, if there is room.
    void cache.put(name, response.clone()).catch(() => undefined);
  }
  return response;
}

worker.addEventListener("install", (event: Extendable) => event.waitUntil(install()));
worker.addEventListener("activate", (event: Extendable) => event.waitUntil(activate()));
worker.addEventListener("message", (event: MessageEvent) => event.data === "go on" && void worker.skipWaiting());
worker.addEventListener("fetch", (event: Fetching) => {
  if (event.request.method === "GET" && event.request.url.startsWith(scope)) {
    event.respondWith(answer(event.request));
  }
});

/**
 * The service worker for pages from a server. While the server is away, it shows the pages from files that an earlier
 * visit has loaded. The cache is not used while the server answers.
 */
import { type Extendable, type Fetching, worker } from "./worker";

const scope = worker.registration.scope;
/** The name of the cache. It contains the scope, because another server on this host needs another cache. */
const NAME = `perfectplay server ${scope}`;
const FILES = `${scope}static/`;

/** Store the files that a page has loaded, and the page itself, which is the same at every address. */
async function keep(names: readonly string[]): Promise<void> {
  const cache = await caches.open(NAME);
  const wanted = [scope, ...new Set(names.filter((name) => name.startsWith(FILES)))];
  await Promise.all(
    wanted.map(async (name) => {
      const response = await fetch(name);
      if (response.ok) {
        await cache.put(name, response);
      }
    }),
  );
}

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(NAME);
  try {
    const response = await fetch(request);
    if (response.status === 200 && request.url.startsWith(FILES)) {
      await cache.put(request.url, response.clone());
    }
    return response;
  } catch (problem) {
    const known = await cache.match(request.mode === "navigate" ? scope : request.url);
    if (known) {
      return known;
    }
    throw problem;
  }
}

worker.addEventListener("install", (event: Extendable) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener("activate", (event: Extendable) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("message", (event: MessageEvent<readonly string[]> & Extendable) =>
  event.waitUntil(keep(event.data)),
);
worker.addEventListener("fetch", (event: Fetching) => {
  const { method, mode, url } = event.request;
  if (method === "GET" && (mode === "navigate" || url.startsWith(FILES))) {
    event.respondWith(answer(event.request));
  }
});

import { render } from "preact";
import { App, help, prepare } from "./App";
import { startLanguage } from "./lib/i18n";
import { load } from "./lib/lazy";
import { startLinks } from "./lib/links";
import { startMotion } from "./lib/motion";
import { outer, ROOT_PATH, SITE } from "./lib/place";
import { startProfile } from "./lib/profile";
import { currentRoute, startRouter } from "./lib/router";
import { startShortcuts } from "./lib/shortcuts";
import { startSound } from "./lib/sound";
import { startTheme } from "./lib/theme";

async function start(root: HTMLElement): Promise<void> {
  startTheme();
  startMotion();
  startSound();
  startProfile();
  startLinks();
  startRouter();
  startShortcuts();
  await startLanguage();
  if (SITE) {
    // Start the site after the language is known, since its texts depend on it, and before the first question, which
    // it answers.
    (await import("./site/start")).startSite();
    // Keep the prerendered page until the components are ready. If a part fails to load, the page reports it.
    await prepare(currentRoute()).catch(() => undefined);
  }
  root.removeAttribute("data-waits");
  document.getElementById("opened")?.remove();
  delete document.documentElement.dataset.elsewhere;
  // Reuse the prerendered elements where they match the page.
  render(<App />, root);
}

/** Start the service worker that keeps the files of this visit, so that pages open while the server is away. */
async function keep(): Promise<void> {
  await navigator.serviceWorker.register(`${ROOT_PATH}/static/sw.js`, { scope: `${ROOT_PATH}/` });
  const { active } = await navigator.serviceWorker.ready;
  // Wait for the files that were loading before the worker was ready, because they did not pass through it.
  // Load what a page needs after the first press, too.
  await Promise.allSettled([prepare(currentRoute()), load(help)]);
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  // Add the files that the page's web worker loads, because the page's own list does not contain them.
  const answers = ["answers.js", "kernels.wasm"].map((name) => new URL(outer(`/static/${name}`), location.href).href);
  active?.postMessage([...loaded, ...answers]);
}

const root = document.getElementById("app");
if (root) {
  if (parent !== self) {
    // Show only the board if the page is embedded in another page.
    document.documentElement.dataset.framed = "";
  }
  void start(root);
  if (!SITE && isSecureContext && "serviceWorker" in navigator) {
    // Wait until the page itself has loaded. Ignore a browser that refuses to store files: the page works without them.
    addEventListener("load", () => void keep().catch(() => undefined));
  }
}

import { render } from "preact";
import { App, prepare } from "./App";
import { byKernels } from "./lib/answers";
import { answerBy, byServer } from "./lib/door";
import { startLanguage } from "./lib/i18n";
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
  answerBy(byKernels, byServer);
  if (SITE) {
    // Start the site after the language is known, since its texts need it, and before the first question, which it
    // answers.
    (await import("./site/start")).startSite();
    // Keep the prerendered page until the components are ready. If a part fails to load, the page reports it.
    await prepare(currentRoute()).catch(() => undefined);
  }
  root.removeAttribute("data-waits");
  document.getElementById("opened")?.remove();
  delete document.documentElement.dataset.elsewhere;
  // Reuse the prerendered elements that are still right.
  render(<App />, root);
}

/** Let the pages open while the server is away: the service worker keeps the files that this visit has loaded. */
async function keep(): Promise<void> {
  await navigator.serviceWorker.register(`${ROOT_PATH}/static/sw.js`, { scope: `${ROOT_PATH}/` });
  const { active } = await navigator.serviceWorker.ready;
  // Files that began to load before the worker was ready did not pass through it, so wait for them.
  await prepare(currentRoute()).catch(() => undefined);
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  // The list of a page does not tell what its worker loads.
  const answers = ["answers.js", "kernels.wasm"].map((name) => new URL(outer(`/static/${name}`), location.href).href);
  active?.postMessage([...loaded, ...answers]);
}

const root = document.getElementById("app");
if (root) {
  if (parent !== self) {
    // In a frame of another page, show only the board.
    document.documentElement.dataset.framed = "";
  }
  void start(root);
  if (!SITE && isSecureContext && "serviceWorker" in navigator) {
    // Wait until the page itself has loaded. A browser may refuse to store anything, but the page still works.
    addEventListener("load", () => void keep().catch(() => undefined));
  }
}

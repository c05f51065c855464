import { render } from "preact";
import { App, prepare } from "./App";
import { byKernels } from "./lib/answers";
import { answerBy, byServer } from "./lib/door";
import { startLanguage } from "./lib/i18n";
import { startLinks } from "./lib/links";
import { startMotion } from "./lib/motion";
import { ROOT_PATH, SITE } from "./lib/place";
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
    // After the language, which the texts of the site need; before the first question, which its doors answer.
    (await import("./site/start")).startSite();
    // Keep the prerendered page until the components are ready. If a part fails to load, the page reports it.
    await prepare(currentRoute()).catch(() => undefined);
  }
  root.removeAttribute("data-waits");
  document.getElementById("opened")?.remove();
  delete document.documentElement.dataset.elsewhere;
  // Reuse the prerendered elements that are the same.
  render(<App />, root);
}

/** Lets the pages open while the server is away: its service worker keeps what this visit has loaded. */
async function keep(): Promise<void> {
  await navigator.serviceWorker.register(`${ROOT_PATH}/static/sw.js`, { scope: `${ROOT_PATH}/` });
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(performance.getEntriesByType("resource").map(({ name }) => name));
}

const root = document.getElementById("app");
if (root) {
  if (parent !== self) {
    // In a frame of another page, the page is the board alone.
    document.documentElement.dataset.framed = "";
  }
  void start(root);
  if (!SITE && isSecureContext && "serviceWorker" in navigator) {
    // After all that the page itself needs. A browser may refuse to keep anything; the page works all the same.
    addEventListener("load", () => void keep().catch(() => undefined));
  }
}

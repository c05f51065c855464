import { render } from "preact";
import { App, prepare } from "./App";
import { byKernels } from "./lib/answers";
import { answerBy, byServer } from "./lib/door";
import { startLanguage } from "./lib/i18n";
import { startLinks } from "./lib/links";
import { startMotion } from "./lib/motion";
import { SITE } from "./lib/place";
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
    // Its texts come in the reader's language; and whatever is asked is asked by its door.
    (await import("./site/start")).startSite();
    // What stands there already stays until all of it can be used.  What does not come, the page says itself.
    await prepare(currentRoute()).catch(() => undefined);
  }
  root.removeAttribute("data-waits");
  document.getElementById("opened")?.remove();
  delete document.documentElement.dataset.elsewhere;
  // Takes over the elements that are there, as far as they are the same.
  render(<App />, root);
}

const root = document.getElementById("app");
if (root) {
  void start(root);
}

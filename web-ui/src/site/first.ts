/**
 * Prepares a page of a site without a server before anything is shown.
 *
 * The application's scripts start to load once most of the styles have arrived, because loading both at the same time
 * would delay the first paint.
 */
import { LANGUAGES, outer, place } from "../lib/place";
import { preferred } from "../lib/preferred";
import { readSetting } from "../lib/settings";

const page = document.documentElement;
const { pathname, search, hash } = place();
const address = new URL(outer(pathname + search + hash, preferred(LANGUAGES) ?? LANGUAGES[0]));
if (address.pathname === location.pathname.replace(/index\.html$/, "")) {
  show();
} else {
  // Go to the page in the reader's language. If the address has an old form, go to its current form.
  page.hidden = true;
  location.replace(address);
}

function show(): void {
  const theme = readSetting("theme");
  const dark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  page.dataset.theme = dark ? "dark" : "light";
  const [font, ...scripts] = document.querySelectorAll<HTMLLinkElement>("link[rel=later]");
  if (location.hash.length > 1) {
    // Hide the prerendered content, which does not belong to this address, until the scripts have loaded. Hidden text
    // also does not request the font, which would delay the scripts.
    page.dataset.elsewhere = "";
  }
  if (font && (location.hash.length <= 1 || navigator.serviceWorker?.controller)) {
    font.rel = "preload";
  }
  for (const link of scripts) {
    link.rel = "modulepreload";
  }
  const script = document.createElement("script");
  script.type = "module";
  script.src = scripts.at(-1)?.href ?? "";
  document.head.append(script);
}

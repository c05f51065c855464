/**
 * Prepares a page of a site without a server before anything is shown.
 *
 * The application's scripts load later, once most of the styles have arrived: anything loaded beside these would delay
 * the first paint.
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
  // Go to the page in the reader's language, or to the page that an older address means.
  page.hidden = true;
  location.replace(address);
}

/** Take the typeface out of the styles, whose first rule it is, until the page shows the position. */
function delayFont(sheet: CSSStyleSheet | null | undefined): void {
  const rule = sheet?.cssRules[0];
  if (!sheet || !(rule instanceof CSSFontFaceRule)) {
    return;
  }
  const { cssText } = rule;
  sheet.deleteRule(0);
  const shown = new MutationObserver(() => {
    if (document.querySelector("#app:not([data-waits])")) {
      shown.disconnect();
      setTimeout(() => sheet.insertRule(cssText, 0));
    }
  });
  shown.observe(page, { subtree: true, childList: true, attributes: true });
}

function show(): void {
  const theme = readSetting("theme");
  const dark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  page.dataset.theme = dark ? "dark" : "light";
  const [font, ...scripts] = document.querySelectorAll<HTMLLinkElement>("link[rel=later]");
  const styles = document.querySelector<HTMLLinkElement>("link[rel=stylesheet]");
  if (location.hash.length > 1) {
    // The prerendered content is not the content of the address, so hide it.
    page.dataset.elsewhere = "";
  }
  if (location.hash.length > 1 && !navigator.serviceWorker?.controller) {
    // Nothing is shown before the scripts have come, and the typeface would delay them.
    styles?.addEventListener("load", () => delayFont(styles.sheet));
    delayFont(styles?.sheet);
  } else if (font) {
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

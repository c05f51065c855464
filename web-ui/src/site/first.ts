/**
 * What a page of a site without a server does before anything of it is shown.  Its scripts take over later: they begin
 * to come when most of the styles are there, for whatever comes beside these makes the first picture late.
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
  // The page of the reader's language, or the one that an older address means.
  page.hidden = true;
  location.replace(address);
}

function show(): void {
  const theme = readSetting("theme");
  const dark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  page.dataset.theme = dark ? "dark" : "light";
  if (location.hash.length > 1) {
    // What stands there is not what the address shows.
    page.dataset.elsewhere = "";
  }
  const later = [...document.querySelectorAll<HTMLLinkElement>("link[rel=later]")];
  for (const link of later) {
    link.rel = link.as === "font" ? "preload" : "modulepreload";
  }
  const script = document.createElement("script");
  script.type = "module";
  script.src = later.at(-1)?.href ?? "";
  document.head.append(script);
}

/** Starts a site without a server. */
import { answerBy, answered } from "../lib/door";
import { byFiles, byPython } from "./door";
import { keep } from "./offline";

/** Save the answer that a link to the API would have loaded. */
async function save(link: HTMLAnchorElement, path: string): Promise<void> {
  const response = await answered(path, {});
  const named = /filename="([^"]*)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
  const url = URL.createObjectURL(await response.blob());
  const made = document.createElement("a");
  made.href = url;
  made.download = named || link.download || path.split("?")[0]?.split("/").at(-1) || "answer";
  made.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export function startSite(): void {
  answerBy(byFiles, byPython);
  document.addEventListener(
    "click",
    (event) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      const path = link?.getAttribute("href") ?? "";
      if (link instanceof HTMLAnchorElement && path.startsWith("/api/v1")) {
        event.preventDefault();
        void save(link, path).catch(() => undefined);
      }
    },
    { capture: true },
  );
  // Keep the site only after the first page has loaded, so that its files are not loaded twice.
  if (document.readyState === "complete") {
    void keep();
  } else {
    addEventListener("load", () => void keep());
  }
}

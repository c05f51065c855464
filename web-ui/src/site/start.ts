/** What a site without a server does at its start. */
import { answerBy, answered } from "../lib/door";
import { ask, python, startPython } from "./door";
import { keep } from "./offline";

/** Hands over what a link to the API would have loaded. */
async function save(link: HTMLAnchorElement, path: string): Promise<void> {
  const response = await answered(path, {});
  const named = /filename="([^"]*)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
  const url = URL.createObjectURL(await response.blob());
  const made = document.createElement("a");
  made.href = url;
  made.download = link.download || named || path.split("?")[0]?.split("/").at(-1) || "answer";
  made.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export function startSite(): void {
  answerBy(ask);
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
  // The first page comes first; what it shows needs no Python.
  setTimeout(startPython, 0);
  // Only then: what it keeps has come already, and is not loaded twice.
  const end = python.subscribe(() => {
    if (["ready", "failed"].includes(python.get().phase)) {
      end();
      void keep();
    }
  });
}

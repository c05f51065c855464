/** What a site without a server does at its start. */
import { options } from "preact";
import { answerBy, answered } from "../lib/door";
import { outer } from "../lib/place";
import { ask, python, startPython } from "./door";
import { keep } from "./offline";

/** Links of the pages are paths of the application; in the page they stand as what leads there. */
function rewrite(): void {
  const before = options.vnode;
  options.vnode = (node) => {
    const props = node.props as Record<string, unknown>;
    const name = node.type === "a" ? "href" : node.type === "img" ? "src" : null;
    const path = name === null ? null : props[name];
    if (name !== null && typeof path === "string" && path.startsWith("/") && !path.startsWith("/api/")) {
      props[name] = outer(path);
    }
    before?.(node);
  };
}

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
  rewrite();
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

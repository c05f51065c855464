/** Links of the pages are paths of the application; in the page they stand as what leads there. */
import { options } from "preact";
import { outer, ROOT_PATH, SITE } from "./place";

/** Lets links and pictures lead where the application lies; called once. */
export function startLinks(): void {
  if (!(SITE || ROOT_PATH)) {
    return;
  }
  const before = options.vnode;
  options.vnode = (node) => {
    const props = node.props as Record<string, unknown>;
    const name = node.type === "a" ? "href" : node.type === "img" ? "src" : null;
    const path = name === null ? null : props[name];
    // A site has no addresses of answers: its door takes them from what stands in the link.
    if (name !== null && typeof path === "string" && path.startsWith("/") && !(SITE && path.startsWith("/api/"))) {
      props[name] = outer(path);
    }
    before?.(node);
  };
}

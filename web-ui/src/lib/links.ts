/** Turns links, which are paths of the application, into addresses of the host. */
import { options } from "preact";
import { outer, ROOT_PATH, SITE } from "./place";

/** Translate the addresses of links and pictures. Called once. */
export function startLinks(): void {
  if (!(SITE || ROOT_PATH)) {
    return;
  }
  const before = options.vnode;
  options.vnode = (node) => {
    const props = node.props as Record<string, unknown>;
    const name = node.type === "a" ? "href" : node.type === "img" ? "src" : null;
    const path = name === null ? null : props[name];
    // Leave paths of API answers unchanged in a site without a server: its script handles clicks on such links.
    if (name !== null && typeof path === "string" && path.startsWith("/") && !(SITE && path.startsWith("/api/"))) {
      props[name] = outer(path);
    }
    before?.(node);
  };
}

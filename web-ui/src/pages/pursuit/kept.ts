/** Values that the browser keeps until the tab is closed. */
import { createStore, type Store } from "../../lib/store";

/** Return a store whose value survives a reload. `read` checks the stored value, which is null if there is none. */
export function createKept<T>(key: string, read: (kept: unknown) => T): Store<T> {
  let kept: unknown = null;
  try {
    kept = JSON.parse(sessionStorage.getItem(key) ?? "null");
  } catch {
    // The browser stores nothing for this page, or another program has stored something else under this key.
  }
  const store = createStore(read(kept));
  store.subscribe(() => {
    try {
      sessionStorage.setItem(key, JSON.stringify(store.get()));
    } catch {
      // Without storage, the value lasts until the page is closed.
    }
  });
  return store;
}

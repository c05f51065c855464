/** Keeps the site in the browser, so that it works without a network, and announces new versions. */
import { folder } from "../lib/place";
import { createStore } from "../lib/store";

interface Offline {
  /** "yes" once the browser keeps everything that the pages need; "refused" if it keeps nothing. */
  kept: "no" | "yes" | "refused";
  /** A new version of the site that waits to replace the current one. */
  update: ServiceWorker | null;
}

export const offline = createStore<Offline>({ kept: "no", update: null });

function set(state: Partial<Offline>): void {
  offline.set({ ...offline.get(), ...state });
}

/** Start the service worker, which keeps the site in the browser. */
export async function keep(): Promise<void> {
  if (!("serviceWorker" in navigator) || !isSecureContext) {
    set({ kept: "refused" });
    return;
  }
  try {
    const registration = await navigator.serviceWorker.register(folder("sw.js"), { updateViaCache: "none" });
    const look = (): void => {
      const found = registration.waiting;
      // Announce a version only if it replaces an older one.
      if (found && registration.active) {
        set({ update: found });
      }
      if (registration.active) {
        set({ kept: "yes" });
      }
    };
    const follow = (): void => {
      registration.installing?.addEventListener("statechange", (event) => {
        if (event.target instanceof ServiceWorker && event.target.state === "redundant" && !registration.active) {
          // The service worker could not store its files, because the storage is full or unavailable.
          set({ kept: "refused" });
        }
        look();
      });
    };
    registration.addEventListener("updatefound", follow);
    follow();
    look();
  } catch {
    set({ kept: "refused" });
  }
}

/** Switch to the new version and reload the page, which shows the same position again. */
export function update(): void {
  const found = offline.get().update;
  if (found) {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    found.postMessage("go on");
  }
}

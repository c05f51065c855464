/** The site kept in the browser: it works without a network, and tells of a new version of itself. */
import { folder } from "../lib/place";
import { createStore } from "../lib/store";

export interface Offline {
  /** Whether all is kept that the pages need; "refused" where the browser keeps nothing. */
  kept: "no" | "yes" | "refused";
  /** A new version of the site that waits. */
  update: ServiceWorker | null;
}

export const offline = createStore<Offline>({ kept: "no", update: null });

function set(state: Partial<Offline>): void {
  offline.set({ ...offline.get(), ...state });
}

/** Has the site kept, by its service worker. */
export async function keep(): Promise<void> {
  if (!("serviceWorker" in navigator) || !isSecureContext) {
    set({ kept: "refused" });
    return;
  }
  try {
    const registration = await navigator.serviceWorker.register(folder("sw.js"), { updateViaCache: "none" });
    const look = (): void => {
      const found = registration.waiting;
      // The first one has nothing to wait for.
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
          // It could not keep what it must: the storage is full, or not to be had.
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

/** Goes over to the new version; what is shown stays, for the address says it. */
export function update(): void {
  const found = offline.get().update;
  if (found) {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    found.postMessage("go on");
  }
}

/** Parts of the pages that load on request. */
import { useLayoutEffect, useState } from "preact/hooks";
import { t } from "./i18n";

/** Loads a part. The function identifies the part, so always pass the same function. */
export type Loader<T> = () => Promise<T>;

const sheets: [name: string, sheet: CSSStyleSheet][] = [];

/** Add the styles of a part, in an order that does not depend on which part loaded first. */
export function adopt(name: string, css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  sheets.push([name, sheet]);
  sheets.sort(([one], [other]) => (one < other ? -1 : 1));
  document.adoptedStyleSheets = sheets.map(([, each]) => each);
}

const arrived = new Map<Loader<unknown>, unknown>();

/** Return a loader for a part that is already in the shell. */
export function here<T>(part: T): Loader<T> {
  const loader = async (): Promise<T> => part;
  arrived.set(loader, part);
  return loader;
}

/**
 * Load a part. If it has already loaded, the promise resolves before any event is handled.
 */
export async function load<T>(loader: Loader<T>): Promise<T> {
  if (!arrived.has(loader)) {
    arrived.set(loader, await loader());
  }
  return arrived.get(loader) as T;
}

export interface Loaded<T> {
  /** The parts, in the order of their loaders; null until all parts have loaded. */
  parts: readonly T[] | null;
  /** The reason why the parts did not load. */
  error: string | null;
  again(): void;
}

/** Return parts as soon as they have loaded, or immediately if they were loaded before. */
export function useLoaded<T>(loaders: readonly Loader<T>[]): Loaded<T> {
  const [error, setError] = useState<string | null>(null);
  const [attempt, setAttempt] = useState({});
  const missing = loaders.filter((loader) => !arrived.has(loader));
  // Use a layout effect, so that a part that has arrived together with another is shown before the next paint.
  useLayoutEffect(() => {
    let wanted = true;
    setError(null);
    if (missing.length > 0) {
      Promise.all(missing.map(load)).then(
        () => wanted && setAttempt({}),
        () => wanted && setError(t("error.unreachable")),
      );
    }
    return () => {
      wanted = false;
    };
  }, [attempt, ...loaders]);
  const parts = missing.length === 0 ? loaders.map((loader) => arrived.get(loader) as T) : null;
  return { parts, error: parts === null ? error : null, again: () => setAttempt({}) };
}

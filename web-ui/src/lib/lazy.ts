/** Parts of the pages that are loaded when they are asked for. */
import { useLayoutEffect, useState } from "preact/hooks";
import { ApiError } from "./api";
import { t } from "./i18n";

/** Loads a part.  It is known by its function, which must be the same each time. */
export type Loader<T> = () => Promise<T>;

const sheets: [name: string, sheet: CSSStyleSheet][] = [];

/** Shows the styles of a part, which come with its code, in an order that does not depend on what was loaded first. */
export function adopt(name: string, css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  sheets.push([name, sheet]);
  sheets.sort(([one], [other]) => (one < other ? -1 : 1));
  document.adoptedStyleSheets = sheets.map(([, each]) => each);
}

const arrived = new Map<Loader<unknown>, unknown>();

/** A part that came with the shell. */
export function here<T>(part: T): Loader<T> {
  const loader = async (): Promise<T> => part;
  arrived.set(loader, part);
  return loader;
}

/** Loads a part.  One that is there already is given without leaving the task: whatever is done with it cannot be lost. */
export async function load<T>(loader: Loader<T>): Promise<T> {
  if (!arrived.has(loader)) {
    arrived.set(loader, await loader());
  }
  return arrived.get(loader) as T;
}

export interface Loaded<T> {
  /** In the order of the loaders; null until all are there. */
  parts: readonly T[] | null;
  /** Why they are not. */
  error: ApiError | null;
  again(): void;
}

/** The parts, as soon as they are there; those that have been asked for before are there at once. */
export function useLoaded<T>(loaders: readonly Loader<T>[]): Loaded<T> {
  const [error, setError] = useState<ApiError | null>(null);
  const [attempt, setAttempt] = useState({});
  const missing = loaders.filter((loader) => !arrived.has(loader));
  // At once: what has come with another part is shown before anything else is.
  useLayoutEffect(() => {
    let wanted = true;
    setError(null);
    if (missing.length > 0) {
      Promise.all(missing.map(load)).then(
        () => wanted && setAttempt({}),
        () => wanted && setError(new ApiError(t("error.unreachable"), 0, null, true)),
      );
    }
    return () => {
      wanted = false;
    };
  }, [attempt, ...loaders]);
  const parts = missing.length === 0 ? loaders.map((loader) => arrived.get(loader) as T) : null;
  return { parts, error: parts === null ? error : null, again: () => setAttempt({}) };
}

/** Values that several components share, the browser's settings, and media queries. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { readSetting, writeSetting } from "./settings";

export { readSetting, removeSetting, writeSetting } from "./settings";

export interface Store<T> {
  get(): T;
  set(value: T): void;
  /** Calls `listener` after each change; returns what ends that. */
  subscribe(listener: () => void): () => void;
}

export function createStore<T>(initial: T): Store<T> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set(value) {
      if (!Object.is(value, current)) {
        current = value;
        for (const listener of [...listeners]) {
          listener();
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The store's value; the component renders again when it changes. */
export function useStore<T>(store: Store<T>): T {
  const [, render] = useState({});
  const value = store.get();
  useEffect(() => {
    const listener = () => render({});
    // It may have changed between rendering and now.
    if (!Object.is(store.get(), value)) {
      listener();
    }
    return store.subscribe(listener);
  }, [store]);
  return value;
}

/** A setting that is on or off, kept in the browser; null as long as nothing was chosen. */
export function useSetting(key: string): [boolean | null, (on: boolean) => void] {
  const [on, setOn] = useState(() => {
    const kept = readSetting(key);
    return kept === null ? null : kept !== "off";
  });
  const change = (value: boolean): void => {
    setOn(value);
    writeSetting(key, value ? "on" : "off");
  };
  return [on, change];
}

/** Whether a media query holds. */
export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const listener = () => setMatches(media.matches);
    listener();
    media.addEventListener("change", listener);
    return () => media.removeEventListener("change", listener);
  }, [query]);
  return matches;
}

/** Whether the component is still shown: an answer that comes later must not take the reader back to it. */
export function useMounted(): () => boolean {
  const mounted = useRef(true);
  // At once: other effects end only after the next frame.
  useLayoutEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return () => mounted.current;
}

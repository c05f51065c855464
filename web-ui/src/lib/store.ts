/** Values shared by several components, the browser's settings, and media queries. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { readSetting, writeSetting } from "./settings";

export { readSetting, removeSetting, writeSetting } from "./settings";

export interface Store<T> {
  get(): T;
  set(value: T): void;
  /** Call `listener` after each change. Returns a function that ends these calls. */
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

/** Return the store's value, and render again when it changes. */
export function useStore<T>(store: Store<T>): T {
  const [, render] = useState({});
  const value = store.get();
  useEffect(() => {
    const listener = () => render({});
    // Check whether the value has changed between rendering and this effect.
    if (!Object.is(store.get(), value)) {
      listener();
    }
    return store.subscribe(listener);
  }, [store]);
  return value;
}

/** Return an on-off setting from the browser (null until the reader chooses), and a function that changes it. */
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

/** Return whether a media query matches. */
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

/** Return a function that returns whether the component is still shown, so that late answers can be ignored. */
export function useMounted(): () => boolean {
  const mounted = useRef(true);
  // Use a layout effect, because other effects are cleaned up only after the next frame.
  useLayoutEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return () => mounted.current;
}

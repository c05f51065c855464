/** A board on the start page of its game: it can be played at once, and its first move makes the address. */
import { type ComponentChildren, type ComponentType, createContext } from "preact";
import { useContext } from "preact/hooks";

export interface Start {
  /** The query that the first move takes along, with "?" if there is one: who plays, say. */
  query: string;
  /** What is chosen most often, as a part of the row of buttons. */
  Choose: ComponentType;
  /** All that can be chosen, in a window; `settings`: what can be chosen for any game. */
  Sheet: ComponentType<{ settings: ComponentChildren }>;
  /** Whether the window is open from the start. */
  open: boolean;
}

/** Null wherever a game is under way. */
export const StartContext = createContext<Start | null>(null);

export const useStart = (): Start | null => useContext(StartContext);

/** The board on the start page of a game. Players can move immediately: the first move creates the address. */
import { type ComponentChildren, type ComponentType, createContext } from "preact";
import { useContext } from "preact/hooks";

export interface Start {
  /** The query for the first move, with "?" if it is not empty; it may name the opponent. */
  query: string;
  /** The most common choices, as buttons in the row. */
  Choose: ComponentType;
  /** The window with all choices. `settings` shows the settings that every game has. */
  Sheet: ComponentType<{ settings: ComponentChildren }>;
  /** Set if the window is open at first. */
  open: boolean;
}

/** The start page's query and choices; null while a game is in progress. */
export const StartContext = createContext<Start | null>(null);

export const useStart = (): Start | null => useContext(StartContext);

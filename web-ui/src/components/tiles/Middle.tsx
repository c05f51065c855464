import type { ComponentChildren, JSX, RefObject } from "preact";
import { useStore } from "../../lib/store";
import { type AimStore, aimed, useMarks } from "./aim";

interface End {
  /** The position on the board. */
  id: string;
  aim: AimStore;
  board: RefObject<HTMLElement | null>;
  /** What came of the game; null as long as it goes on. */
  end: JSX.Element | null;
}

/** What came of the game, and the best move of the moment on the board. */
function Ended(props: End): JSX.Element | null {
  useMarks(props.board, props.id, useStore(props.aim), { area: [] });
  return props.end;
}

/** Below the board of a finished game: what came of it, until a number is looked at that could have been taken. */
export function Middle({ children, ...props }: End & { children: ComponentChildren }): JSX.Element {
  const aim = useStore(props.aim);
  const number = aimed(aim);
  return <>{props.end !== null && (number === null || number === aim.hint) ? <Ended {...props} /> : children}</>;
}

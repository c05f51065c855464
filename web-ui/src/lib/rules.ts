/** Rules of games in the pages, so that playing needs no requests. */
import type { Described } from "../generated/api";

export interface Rules<P> {
  /** Return the position with an id, or null if the id is not valid: the server then explains the error. */
  read: (id: string) => P | null;
  play: (from: P, move: string) => P | null;
}

/** Return the rules of a game whose ids consist of a start position and moves joined by dots. */
export function rulesOf<P extends Described>(read: (id: string) => P | null): Rules<P> {
  return { read, play: ({ id, moves }, move) => read(`${id}${moves.length > 0 ? "." : "/"}${move}`) };
}

/** Play the moves of a text such as "19.9"; return false if a move is illegal or has an unusual spelling. */
export function playsAll(moves: string | undefined, play: (number: number) => boolean): boolean {
  return (moves?.split(".") ?? []).every((move) => /^[1-9]\d*$/.test(move) && play(Number(move)));
}

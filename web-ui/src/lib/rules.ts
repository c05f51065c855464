/** Rules of a game that the pages know themselves: what they say of a position need not be asked for. */
import type { Described } from "../generated/api";

export interface Rules<P> {
  /** The position of an id; null where it is for the server to say what is wrong with it. */
  read: (id: string) => P | null;
  play: (from: P, move: string) => P | null;
}

/** The rules of a game whose ids are its moves, joined by dots behind its start. */
export function rulesOf<P extends Described>(read: (id: string) => P | null): Rules<P> {
  return { read, play: ({ id, moves }, move) => read(`${id}${moves.length > 0 ? "." : "/"}${move}`) };
}

/** Plays numbers joined by dots, as far as they are written as the server writes them; false if one is not legal. */
export function playsAll(moves: string | undefined, play: (number: number) => boolean): boolean {
  return (moves?.split(".") ?? []).every((move) => /^[1-9]\d*$/.test(move) && play(Number(move)));
}

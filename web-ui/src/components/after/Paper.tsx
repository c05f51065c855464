import type { JSX } from "preact";
import { motion } from "../../lib/motion";

const PIECES = 36;

/** Falling confetti. It is only decoration: a text says that the player has won. */
export function Paper(): JSX.Element | null {
  if (motion() === "off") {
    return null;
  }
  return (
    <span class="celebration-paper" aria-hidden="true">
      {Array.from({ length: PIECES }, (_, piece) => (
        <i
          key={piece}
          style={{
            "--left": `${(piece * 61) % 100}%`,
            "--turn": `${((piece * 137) % 720) - 360}deg`,
            "--drift": `${((piece * 53) % 120) - 60}px`,
            "--wait": `${(piece * 29) % 400}ms`,
          }}
        />
      ))}
    </span>
  );
}

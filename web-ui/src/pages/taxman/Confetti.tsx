import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { motion } from "../../lib/motion";
import "./confetti.css";

const PIECES = 36;

/** Falling tiles after a perfect game. They are only decoration, since the text says the same. */
export function Confetti({ numbers }: { numbers: readonly number[] }): JSX.Element | null {
  const pieces = useRef(
    Array.from({ length: PIECES }, (_, i) => ({
      number: numbers[i % numbers.length] ?? 1,
      style: {
        left: `${Math.random() * 100}%`,
        animationDelay: `${Math.random() * 0.9}s`,
        animationDuration: `${2 + Math.random() * 1.6}s`,
        "--turn": `${Math.random() * 2 - 1}turn`,
      },
    })),
  );
  if (motion() === "off" || numbers.length === 0) {
    return null;
  }
  return (
    <div class="taxman-confetti" aria-hidden="true">
      {pieces.current.map(({ number, style }, i) => (
        <span key={i} style={style}>
          {number}
        </span>
      ))}
    </div>
  );
}

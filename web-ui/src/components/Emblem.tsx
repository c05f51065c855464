import type { JSX } from "preact";
import "./stage/face.css";

/** The emblem of a game: a drawing on a disc, in the style of the faces. The page shows the game's name beside it. */
export function Emblem(props: {
  hue: string;
  /** SVG paths, with the classes that colour them. */
  parts: readonly (readonly [paint: string, d: string])[];
  words?: readonly (readonly [text: string, x: number, y: number, look: string])[];
}): JSX.Element {
  const { parts, words = [] } = props;
  return (
    <svg class="face emblem" viewBox="0 0 120 120" aria-hidden="true" focusable="false" style={{ "--hue": props.hue }}>
      <circle class="disc" cx="60" cy="66" r="53" />
      {parts.map(([paint, d]) => (
        <path key={d} class={paint} d={d} />
      ))}
      {words.map(([text, x, y, look]) => (
        <text key={text} class={look} x={x} y={y}>
          {text}
        </text>
      ))}
    </svg>
  );
}

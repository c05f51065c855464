import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { announce } from "../../lib/announce";
import { type TextKey, t } from "../../lib/i18n";
import { readSetting, reducedMotion, writeSetting } from "../../lib/store";
import { Icon } from "../Icon";
import "./after.css";

const PIECES = 30;

/** Whether this is the first win of a game in this browser; asked once for each end of a game. */
function useFirst(game: string, won: boolean): boolean {
  const key = `first-win.${game}`;
  const [first] = useState(() => won && readSetting(key) === null);
  useEffect(() => {
    if (first) {
      writeSetting(key, "done");
    }
  }, [first]);
  return first;
}

/** Falling paper. Decoration: it says nothing that the text does not say. */
function Paper(): JSX.Element | null {
  if (reducedMotion()) {
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

/** Praise for a first win or a perfect game that has just been played; nothing for any other end. */
export function Celebration(props: {
  game: string;
  won: boolean;
  /** Whether nothing better was possible. */
  perfect: boolean;
  /** Whether the game's own page praises a perfect game already. */
  quiet?: boolean;
}): JSX.Element | null {
  const first = useFirst(props.game, props.won);
  const lines: TextKey[] = [];
  if (first) {
    lines.push("after.first");
  }
  if (props.perfect && !props.quiet) {
    lines.push("after.perfect");
  }
  const said = lines.map((key) => t(key)).join(" ");
  useEffect(() => announce(said), [said]);
  if (!said) {
    return null;
  }
  return (
    <p class="celebration">
      <Paper />
      <Icon name="check" />
      {said}
    </p>
  );
}

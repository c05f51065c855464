import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { announce } from "../../lib/announce";
import { type TextKey, t } from "../../lib/i18n";
import { noteCelebrated, wasCelebrated } from "../../lib/noting";
import { Icon } from "../Icon";
import "./after.css";
import { Paper } from "./Paper";

/** Return whether this is the first win of a game in this browser, and note that it has been celebrated. */
function useFirst(game: string, won: boolean): boolean {
  const [first] = useState(() => won && !wasCelebrated(game));
  useEffect(() => {
    if (first) {
      noteCelebrated(game);
    }
  }, [first]);
  return first;
}

/** Praises a first win or a perfect game that has just ended; shows nothing otherwise. */
export function Celebration(props: {
  game: string;
  won: boolean;
  /** Set if no better result was possible. */
  perfect: boolean;
  /** When confetti falls: with praise (the default), at the end of every game, or never. */
  paper?: "praise" | "always" | "never";
}): JSX.Element | null {
  const first = useFirst(props.game, props.won);
  const lines: TextKey[] = [];
  if (first) {
    lines.push("after.first");
  }
  if (props.perfect) {
    lines.push("after.perfect");
  }
  const said = lines.map((key) => t(key)).join(" ");
  useEffect(() => announce(said), [said]);
  const { paper = "praise" } = props;
  const falls = paper === "always" || (paper === "praise" && said !== "");
  return falls || said ? (
    <div class="celebration">
      {falls && <Paper />}
      {said && (
        <p class="note good bold">
          <Icon name="check" />
          {said}
        </p>
      )}
    </div>
  ) : null;
}

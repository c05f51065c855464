import type { ComponentChildren, JSX } from "preact";
import type { Described } from "../generated/api";
import { t } from "../lib/i18n";
import type { GameState } from "../lib/position";
import { navigate } from "../lib/router";
import { useShortcuts } from "../lib/shortcuts";
import { Icon, type IconName } from "./Icon";
import { ProjectorButton } from "./Projector";
import { Share } from "./Share";
import "./gamebar.css";

/** What can be done in every game, by button and by key: undo, redo, hint, start again, new game, share. */
export function GameBar<P extends Described>(props: {
  game: GameState<P>;
  /** Moves that one undo takes back: two against an opponent who answers at once. */
  undoSteps?: number;
  /** The key of redo, where "r" means something else. */
  redoKey?: string;
  onHint?: (() => void) | undefined;
  /** What the button for it says, where hints have steps. */
  hintLabel?: string | undefined;
  hintBusy?: boolean;
  onNew?: () => void;
  /** Path of the page that starts a new game, instead of onNew. */
  newHref?: string;
  /** Whether the board can fill the screen. */
  projector?: boolean;
  children?: ComponentChildren;
}): JSX.Element {
  const { game, undoSteps = 1, redoKey = "r", onHint, onNew, newHref, hintLabel = t("game.hint") } = props;
  const undo = (): void => void game.undo(undoSteps);
  const redo = (): void => void game.redo(undoSteps);
  const over = game.position?.over ?? true;
  const startNew = onNew ?? (newHref === undefined ? undefined : () => navigate(newHref));
  useShortcuts([
    { key: "u", label: t("game.undo"), run: undo, disabled: !game.canUndo },
    { key: redoKey, label: t("game.redo"), run: redo, disabled: !game.canRedo },
    ...(onHint ? [{ key: "h", label: hintLabel, run: onHint, disabled: over }] : []),
    ...(startNew ? [{ key: "n", label: t("game.new"), run: startNew }] : []),
  ]);
  // aria-disabled, not disabled: the focus must not get lost when the last move is taken back.
  const button = (icon: IconName, label: string, key: string | null, off: boolean, run: () => void): JSX.Element => (
    <button
      type="button"
      class={`button ${icon === "hint" || icon === "new" ? "" : "sign"}`}
      aria-disabled={off}
      title={label}
      {...(key !== null && { "aria-keyshortcuts": key })}
      onClick={() => {
        if (!off) {
          run();
        }
      }}
    >
      <Icon name={icon} />
      <span>{label}</span>
    </button>
  );
  return (
    <div class="game-bar row no-print" role="group" aria-label={t("game.actions")}>
      {button("undo", t("game.undo"), "u", !game.canUndo, undo)}
      {button("redo", t("game.redo"), redoKey, !game.canRedo, redo)}
      {onHint && button("hint", hintLabel, "h", over || props.hintBusy === true, onHint)}
      {button("restart", t("game.restart"), null, !game.canUndo, () => void game.restart())}
      {props.children}
      {newHref === undefined ? (
        onNew && button("new", t("game.new"), "n", false, onNew)
      ) : (
        <a class="button" href={newHref} title={t("game.new")} aria-keyshortcuts="n">
          <Icon name="new" />
          <span>{t("game.new")}</span>
        </a>
      )}
      {props.projector && <ProjectorButton />}
      <Share />
    </div>
  );
}

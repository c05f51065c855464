import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Described } from "../generated/api";
import { t } from "../lib/i18n";
import type { GameState } from "../lib/position";
import { navigate } from "../lib/router";
import { useShortcuts } from "../lib/shortcuts";
import { useStart } from "../lib/start";
import { Button } from "./Button";
import { Dialog } from "./Dialog";
import { Icon, type IconName } from "./Icon";
import { ProjectorButton } from "./Projector";
import { Share } from "./Share";
import "./gamebar.css";

/** Less frequent actions behind one button. They open above the bar and close like a menu. */
function More({ children }: { children: ComponentChildren }): JSX.Element {
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) {
      return undefined;
    }
    const close = (event: Event): void => {
      if (!frame.current?.contains(event.target as Node)) {
        setOpen(false);
      }
    };
    addEventListener("pointerdown", close);
    return () => removeEventListener("pointerdown", close);
  }, [open]);
  return (
    <div
      class="game-more"
      ref={frame}
      onKeyDown={(event) => {
        // A dialog opened from this menu handles Escape itself.
        if (event.key === "Escape" && open && !document.querySelector("dialog[open]")) {
          event.stopPropagation();
          setOpen(false);
          button.current?.focus();
        }
      }}
      onFocusOut={({ relatedTarget: next }) => {
        if (next instanceof Element && !frame.current?.contains(next) && !next.closest("dialog")) {
          setOpen(false);
        }
      }}
    >
      <button
        type="button"
        ref={button}
        class="button icon-only"
        aria-expanded={open}
        aria-label={t("game.more")}
        title={t("game.more")}
        onClick={() => setOpen(!open)}
      >
        <Icon name="more" />
      </button>
      {/* Hide the panel instead of removing it: the keys of its buttons must work while it is closed. */}
      <div class="game-more-panel card" hidden={!open}>
        {children}
      </div>
    </div>
  );
}

/** Remember whether a board's window is open. `opens` is the initial value for each board. */
function useOpen(board: string, opens: boolean): [open: boolean, setOpen: (open: boolean) => void] {
  const [last, setLast] = useState({ board, opens, open: opens });
  const open = last.board === board && last.opens === opens ? last.open : opens;
  return [open, (next) => setLast({ board, opens, open: next })];
}

/** The actions of every game, with buttons and keys: undo, redo, hint, start again, new game, share. */
export function GameBar<P extends Described>(props: {
  game: GameState<P>;
  /** The key for redo, if "r" has another meaning in this game. */
  redoKey?: string;
  onHint?: (() => void) | undefined;
  /** The label of the hint button, if hints have steps. */
  hintLabel?: string | undefined;
  hintBusy?: boolean;
  onNew?: () => void;
  /** Path of the page that starts a new game, instead of onNew. */
  newHref?: string;
  /** Set if the board can fill the screen. */
  projector?: boolean;
  /** Settings of the game, shown in a window. */
  settings?: ComponentChildren;
  /** Further buttons in the menu. */
  more?: ComponentChildren;
}): JSX.Element {
  const { game, redoKey = "r", onHint, onNew, newHref, hintLabel = t("game.hint") } = props;
  const undo = (): void => void game.undo();
  const redo = (): void => void game.redo();
  const over = game.position?.over ?? true;
  const start = useStart();
  const button = (icon: IconName, text: string, keys: string | undefined, off: boolean, onClick: () => void) => (
    <Button
      key={icon}
      {...{ icon, text, keys, off, onClick }}
      title={text}
      look={icon === "hint" ? "primary" : ""}
      folds={icon === "switches" && start !== null}
    />
  );
  const [open, setOpen] = useOpen(`${start !== null} ${game.position?.start}`, start?.open === true);
  const settings =
    (start || props.settings) && button("switches", t("tiles.options"), undefined, false, () => setOpen(true));
  const startNew = onNew ?? (newHref === undefined ? undefined : () => navigate(newHref));
  useShortcuts([
    { key: "u", label: t("game.undo"), run: undo, disabled: !game.canUndo },
    { key: redoKey, label: t("game.redo"), run: redo, disabled: !game.canRedo },
    ...(onHint ? [{ key: "h", label: hintLabel, run: onHint, disabled: over }] : []),
    ...(startNew ? [{ key: "n", label: t("game.new"), run: startNew }] : []),
  ]);
  return (
    <>
      <div class="game-bar row no-print" role="group" aria-label={t("game.actions")}>
        {start ? <start.Choose /> : button("undo", t("game.undo"), "u", !game.canUndo, undo)}
        {onHint && button("hint", hintLabel, "h", over || props.hintBusy === true, onHint)}
        {start ? (
          settings
        ) : (
          <More>
            {button("redo", t("game.redo"), redoKey, !game.canRedo, redo)}
            {button("restart", t("game.restart"), undefined, !game.canUndo, () => void game.restart())}
            {newHref === undefined ? (
              onNew && button("new", t("game.new"), "n", false, onNew)
            ) : (
              <Button icon="new" text={t("game.new")} href={newHref} keys="n" />
            )}
            {props.more}
            {props.projector && <ProjectorButton />}
            <Share />
            {settings}
          </More>
        )}
      </div>
      {settings && (
        <Dialog title={t("tiles.options")} open={open} onClose={() => setOpen(false)}>
          {start ? <start.Sheet settings={props.settings} /> : props.settings}
        </Dialog>
      )}
    </>
  );
}

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { announce } from "../lib/announce";
import { t } from "../lib/i18n";
import { setQuery } from "../lib/router";
import { useShortcuts } from "../lib/shortcuts";
import { useSwitches } from "../lib/switches";
import { Button } from "./Button";
import { Icon } from "./Icon";
import "./projector.css";

/** Fill the screen, and record that in the address, so that a link to it fills the screen too. */
function enter(): void {
  setQuery({ projector: "1" });
  announce(t("classroom.projector.on"));
  // If the browser lacks full screen or refuses it, the layout still fills the window.
  document.documentElement.requestFullscreen?.().catch(() => undefined);
}

function leave(): void {
  setQuery({ projector: null });
  announce(t("classroom.projector.off"));
  if (document.fullscreenElement) {
    document.exitFullscreen().catch(() => undefined);
  }
}

/** A button and a key that make a board fill the screen. */
export function ProjectorButton(): JSX.Element {
  const { projector } = useSwitches();
  useShortcuts([
    { key: "p", label: t("classroom.projector"), run: projector ? leave : enter },
    { key: "escape", label: t("classroom.projector.leave"), run: leave, disabled: !projector },
  ]);
  return (
    <Button
      icon="projector"
      text={t("classroom.projector")}
      title={t("classroom.projector")}
      keys="p"
      onClick={enter}
    />
  );
}

/**
 * A board that can fill the screen.
 *
 * The rest of the page is then hidden, but its keys still work. The elements are not replaced, so the focus stays on
 * the board.
 */
export function Projector(props: {
  /** The scores above the board when it fills the screen. */
  scores: ComponentChildren;
  /** The latest move in words, below the board. */
  said?: ComponentChildren;
  children: ComponentChildren;
}): JSX.Element {
  const { projector } = useSwitches();
  const was = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!projector) {
      return undefined;
    }
    document.documentElement.dataset.projector = "on";
    // Leave this mode when the reader ends full screen in another way, for example by pressing Escape.
    const changed = (): void => {
      if (document.fullscreenElement) {
        was.current = true;
      } else if (was.current) {
        was.current = false;
        leave();
      }
    };
    document.addEventListener("fullscreenchange", changed);
    // Move the focus, because the button that had it is now hidden.
    if (document.activeElement === document.body || document.activeElement?.closest(".projector") === null) {
      button.current?.focus({ preventScroll: true });
    }
    return () => {
      document.removeEventListener("fullscreenchange", changed);
      delete document.documentElement.dataset.projector;
    };
  }, [projector]);
  return (
    <div class={`projector ${projector ? "on stack" : ""}`}>
      {projector && (
        <div class="joined">
          <div class="projector-scores row">{props.scores}</div>
          <button type="button" class="button" ref={button} aria-keyshortcuts="Escape" onClick={leave}>
            <Icon name="close" />
            {t("classroom.projector.leave")}
          </button>
        </div>
      )}
      <div class="projector-board">{props.children}</div>
      {projector && <div class="projector-said row between">{props.said}</div>}
    </div>
  );
}

/** A player's score in large figures. */
export function ProjectorScore(props: { label: string; value: string; tone?: "player" | "opponent" }): JSX.Element {
  return (
    <span class={props.tone}>
      {props.label} <b class="toned">{props.value}</b>
    </span>
  );
}

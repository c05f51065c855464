import type { JSX } from "preact";
import type { ICONS } from "./icons";

/** Maps the names of the home page's icons to their outlines, SVG paths on a grid of 24 by 24. */
const HOME = {
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  help: "M9.2 9a2.9 2.9 0 1 1 4.4 2.6c-1 .6-1.6 1.2-1.6 2.4M12 17.5v.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6 6 18",
  check: "M5 12.5l4.5 4.5L19 7.5",
  globe: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3.5 9h17M3.5 15h17M12 3c-5 5.5-5 12.5 0 18M12 3c5 5.5 5 12.5 0 18",
  theme: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 3v18M12 7h6.5M12 12h9M12 17h6.5",
  sound: "M4 9.5v5h4l5 4v-13l-5 4ZM16.5 9a4 4 0 0 1 0 6M19 6.5a7.5 7.5 0 0 1 0 11",
  mute: "M4 9.5v5h4l5 4v-13l-5 4ZM16.5 9.5l5 5M21.5 9.5l-5 5",
  warn: "M12 4 2.8 20h18.4ZM12 10v5M12 17.5v.01",
};

export type IconName = keyof typeof HOME | keyof typeof ICONS;

const paths: Partial<Record<IconName, string>> = HOME;

/** Add the icons of the other pages. */
export function addIcons(more: typeof ICONS): void {
  Object.assign(paths, more);
}

/** A small drawing, hidden from screen readers because the text beside it says the same. */
export function Icon({ name }: { name: IconName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}

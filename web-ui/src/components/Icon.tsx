import type { JSX } from "preact";

/** Maps the name of each icon to its outline, an SVG path on a grid of 24 by 24. */
const PATHS = {
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  restart: "M4 12a8 8 0 1 0 2.5-5.8M4 4v5h5",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.9.7 1.1 1.3 1.1 2.2h5c0-.9.2-1.5 1.1-2.2A6 6 0 0 0 12 3Z",
  new: "M12 5v14M5 12h14",
  share:
    "M9.5 14.5a4 4 0 0 0 5.7 0l3.6-3.6a4 4 0 0 0-5.7-5.7l-1 1M14.5 9.5a4 4 0 0 0-5.7 0l-3.6 3.6a4 4 0 0 0 5.7 5.7l1-1",
  help: "M9.2 9a2.9 2.9 0 1 1 4.4 2.6c-1 .6-1.6 1.2-1.6 2.4M12 17.5v.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z",
  print: "M7 9V4h10v5M7 18H4v-8h16v8h-3M7 14h10v6H7Z",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  upload: "M12 15V4M7 9l5-5 5 5M5 20h14",
  first: "M6 5v14M18 6l-7 6 7 6Z",
  back: "M15 6l-7 6 7 6Z",
  forward: "M9 6l7 6-7 6Z",
  last: "M18 5v14M6 6l7 6-7 6Z",
  play: "M8 5l11 7-11 7Z",
  switches: "M4 8h9M17 8h3M4 16h3M11 16h9M15 5.5v5M9 13.5v5",
  projector: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  pause: "M8 5v14M16 5v14",
  menu: "M4 7h16M4 12h16M4 17h16",
  edit: "M4 20h4L19 9l-4-4L4 16ZM13 7l4 4",
  more: "M5 12v.01M12 12v.01M19 12v.01",
  close: "M6 6l12 12M18 6 6 18",
  check: "M5 12.5l4.5 4.5L19 7.5",
  globe: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3.5 9h17M3.5 15h17M12 3c-5 5.5-5 12.5 0 18M12 3c5 5.5 5 12.5 0 18",
  theme: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 3v18M12 7h6.5M12 12h9M12 17h6.5",
  sound: "M4 9.5v5h4l5 4v-13l-5 4ZM16.5 9a4 4 0 0 1 0 6M19 6.5a7.5 7.5 0 0 1 0 11",
  mute: "M4 9.5v5h4l5 4v-13l-5 4ZM16.5 9.5l5 5M21.5 9.5l-5 5",
  warn: "M12 4 2.8 20h18.4ZM12 10v5M12 17.5v.01",
} as const;

export type IconName = keyof typeof PATHS;

/** A small drawing, hidden from screen readers because the text beside it says the same. */
export function Icon({ name }: { name: IconName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}

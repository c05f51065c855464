/** Maps the names of icons to their outlines, as in Icon.tsx. The home page needs none of them. */
export const ICONS = {
  switches: "M4 8h9M17 8h3M4 16h3M11 16h9M15 5.5v5M9 13.5v5",
  redo: "m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  restart: "M4 12a8 8 0 1 0 2.5-5.8M4 4v5h5",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.9.7 1.1 1.3 1.1 2.2h5c0-.9.2-1.5 1.1-2.2A6 6 0 0 0 12 3Z",
  new: "M12 5v14M5 12h14",
  share:
    "M9.5 14.5a4 4 0 0 0 5.7 0l3.6-3.6a4 4 0 0 0-5.7-5.7l-1 1M14.5 9.5a4 4 0 0 0-5.7 0l-3.6 3.6a4 4 0 0 0 5.7 5.7l1-1",
  print: "M7 9V4h10v5M7 18H4v-8h16v8h-3M7 14h10v6H7Z",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  upload: "M12 15V4M7 9l5-5 5 5M5 20h14",
  first: "M6 5v14M18 6l-7 6 7 6Z",
  back: "M15 6l-7 6 7 6Z",
  forward: "M9 6l7 6-7 6Z",
  last: "M18 5v14M6 6l7 6-7 6Z",
  play: "M8 5l11 7-11 7Z",
  projector: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  pause: "M8 5v14M16 5v14",
  edit: "M4 20h4L19 9l-4-4L4 16ZM13 7l4 4",
  more: "M5 12v.01M12 12v.01M19 12v.01",
};

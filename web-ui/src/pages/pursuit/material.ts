/** The lesson with arithmetical pursuit, for teachers. */
import type { Material } from "../declaration";

export const material: Material = {
  age: 10,
  lessons: [
    [
      { minutes: 10, links: [{ href: "/pursuit:3.4.8:20?projector=1", text: "teach.board" }] },
      { minutes: 15, links: [{ href: "/learn?game=pursuit", text: "teach.positions.first" }] },
      { minutes: 15, links: [{ href: "/pursuit:3.6.9.10.50.100:951?hints=off", text: "teach.noHints" }] },
      {
        minutes: 5,
        links: [
          { href: "/worksheets?game=pursuit", text: "teach.sheet" },
          { href: "/learn?game=pursuit&at=6", text: "teach.positions.second" },
        ],
      },
    ],
  ],
  positions: [
    "learn.pursuit.times-then-plus.title",
    "learn.pursuit.make-a-hundred.title",
    "learn.pursuit.near-first.title",
    "learn.pursuit.sum-first.title",
    "learn.pursuit.grow-the-gap.title",
    "learn.pursuit.one-off.title",
    "learn.pursuit.one-less.title",
    "learn.pursuit.factors.title",
    "learn.pursuit.divide.title",
    "learn.pursuit.spare-numbers.title",
  ],
  boards: [
    "/pursuit:3.4.8:20",
    "/pursuit:4.6.9:90",
    "/pursuit:3.6.9.100:951",
    "/pursuit:3.4.7.8.50:547",
    "/pursuit:3.6.9.10.50.100:951",
  ],
  board: "/pursuit:3.6.9.10.50.100:951",
  switches: ["best", "hints"],
  more: [{ href: "/pursuit/levels", text: "after.levels.link" }],
};

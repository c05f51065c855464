/** The lessons with greedy coins, for teachers. */
import type { Material } from "../declaration";

export const material: Material = {
  age: 8,
  lessons: [
    [
      { minutes: 10, links: [{ href: "/coins:1.2.4.3", text: "teach.play" }] },
      { minutes: 10, links: [{ href: "/coins:3.9.1.2?projector=1", text: "teach.board" }] },
      { minutes: 20, links: [{ href: "/learn?game=coins", text: "teach.positions.first" }] },
      { minutes: 5 },
    ],
    [
      {
        minutes: 15,
        links: [
          { href: "/coins/triangle?coins=3.1.2.4", text: "triangle.open" },
          { href: "/worksheets?game=coins&kind=triangle", text: "teach.sheet" },
        ],
      },
      { minutes: 15, links: [{ href: "/learn?game=coins&at=6", text: "teach.positions.second" }] },
      {
        minutes: 15,
        links: [{ href: "/coins:2.8.1.5.3.6?vs=perfect&first=me&hints=off", text: "teach.noHints" }],
      },
    ],
  ],
  positions: [
    "learn.coins.larger-of-two.title",
    "learn.coins.uncover.title",
    "learn.coins.leave-the-middle.title",
    "learn.coins.parity.title",
    "learn.coins.equal-ends.title",
    "learn.coins.valley.title",
    "learn.coins.peak.title",
    "learn.coins.save-the-tie.title",
    "learn.coins.punish.title",
    "learn.coins.triangle.title",
  ],
  boards: [
    "/coins:1.2.4.3?vs=perfect&first=me",
    "/coins:3.9.1.2?vs=perfect&first=me",
    "/coins:2.8.1.5.3.6?vs=perfect&first=me",
    "/coins:5.1.1.5.1.2.2.1?vs=perfect&first=me",
  ],
  board: "/coins:2.8.1.5.3.6?vs=perfect&first=me",
  switches: ["previews", "best", "hints"],
  more: [
    { href: "/worksheets?game=coins", text: "teach.sheet" },
    { href: "/coins/levels", text: "after.levels.link" },
  ],
};

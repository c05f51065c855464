/** The lessons with the factor game, for teachers. */
import type { Material } from "../declaration";

export const material: Material = {
  age: 10,
  lessons: [
    [
      { minutes: 10, links: [{ href: "/factorgame:30?projector=1", text: "teach.board" }] },
      { minutes: 20, links: [{ href: "/worksheets?game=factorgame&task=table", text: "worksheets.factorgame.table" }] },
      {
        minutes: 15,
        links: [
          { href: "/factorgame:30?hints=off", text: "teach.noHints" },
          { href: "/worksheets?game=factorgame", text: "teach.sheet" },
        ],
      },
    ],
    [
      { minutes: 20, links: [{ href: "/learn?game=factorgame", text: "teach.positions" }] },
      { minutes: 15, links: [{ href: "/factorgame:30?vs=perfect&first=me&hints=off", text: "teach.noHints" }] },
      { minutes: 10 },
    ],
  ],
  positions: [
    "learn.factorgame.both-sides.title",
    "learn.factorgame.largest-prime.title",
    "learn.factorgame.prime-square.title",
    "learn.factorgame.difference.title",
    "learn.factorgame.square-first.title",
    "learn.factorgame.leave-nothing.title",
    "learn.factorgame.last-divisor.title",
    "learn.factorgame.count-the-moves.title",
    "learn.factorgame.wasted-turn.title",
    "learn.factorgame.classroom-board.title",
  ],
  boards: [
    "/factorgame:12?vs=perfect&first=me",
    "/factorgame:20?vs=perfect&first=me",
    "/factorgame:30?vs=perfect&first=me",
    "/factorgame:30~pass?vs=perfect&first=me",
    "/factorgame:49?vs=perfect&first=me",
  ],
  board: "/factorgame:30?vs=perfect&first=me",
  switches: ["previews", "best", "hints", "findDivisors"],
  more: [
    { href: "/factorgame:30?divisors=you&best=off", text: "teach.find" },
    { href: "/factorgame:30~pass?projector=1", text: "factor.material.pass" },
    { href: "/factorgame/levels", text: "after.levels.link" },
  ],
};

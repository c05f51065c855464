/** The lessons with Taxman, for teachers. */
import type { Material } from "../declaration";

export const material: Material = {
  age: 9,
  lessons: [
    [
      { minutes: 10, links: [{ href: "/taxman:10?projector=1", text: "teach.board" }] },
      { minutes: 15, links: [{ href: "/worksheets?game=taxman&kind=divisors", text: "classroom.sheet.divisors" }] },
      { minutes: 15, links: [{ href: "/learn?game=taxman", text: "teach.positions.first" }] },
      { minutes: 5 },
    ],
    [
      { minutes: 15, links: [{ href: "/learn?game=taxman&at=6", text: "teach.positions.second" }] },
      { minutes: 20, links: [{ href: "/taxman:20?hints=off", text: "teach.noHints" }] },
      { minutes: 10, links: [{ href: "/proof?id=taxman:20", text: "teach.proof" }] },
    ],
  ],
  positions: [
    "learn.taxman.largest-prime.title",
    "learn.taxman.prime-that-pays.title",
    "learn.taxman.square.title",
    "learn.taxman.cheaper.title",
    "learn.taxman.last-divisor.title",
    "learn.taxman.shared-divisor.title",
    "learn.taxman.one-divisor.title",
    "learn.taxman.keep-multiples.title",
    "learn.taxman.chain.title",
    "learn.taxman.exception.title",
  ],
  boards: ["/taxman:10", "/taxman:12", "/taxman:20", "/taxman:30", "/taxman:50", "/taxman:100"],
  board: "/taxman:20",
  switches: ["previews", "best", "hints", "restAtEnd", "findDivisors"],
  more: [
    { href: "/taxman:20?divisors=you&best=off", text: "teach.find" },
    { href: "/worksheets?game=taxman", text: "teach.sheet" },
    { href: "/taxman/levels", text: "after.levels.link" },
    { href: "/taxman/prices", text: "taxman.prices.title" },
  ],
};

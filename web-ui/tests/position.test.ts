// Import the browser first: the modules below look for it.
import "./browser";
import assert from "node:assert/strict";
import test, { before, beforeEach } from "node:test";
import type { Described, FactorgameDescribed } from "../src/generated/api";
import { polite } from "../src/lib/announce";
import { setLanguage, withTexts } from "../src/lib/i18n";
import { type GameState, usePosition } from "../src/lib/position";
import { startRouter, useRoute } from "../src/lib/router";
import { RULES } from "../src/pages/factorgame/rules";
import {
  type Asked,
  address,
  asked,
  depth,
  json,
  type Mounted,
  mount,
  quiet,
  server,
  until,
  visit,
  walk,
} from "./browser";

/** Return a position of a game by its id. Dots join the moves; after "letters:", each letter is a move. */
function described(id: string): Described {
  const [start = "", rest = ""] = id.split("/");
  const moves = rest === "" ? [] : start.startsWith("letters:") ? [...rest] : rest.split(".");
  return { id, start, moves } as unknown as Described;
}

function joined(id: string, move: string): string {
  const { start, moves } = described(id);
  return `${start}/${[...moves, move].join(start.startsWith("letters:") ? "" : ".")}`;
}

/** Answer as the server would. The move "bad" is illegal, and blanks in a start position are removed. */
function answer({ path, query }: Asked): Response {
  const id = query.get("id") ?? "";
  const move = query.get("move");
  if (move === "bad" || id.includes("bad")) {
    return json({ error: `${move ?? id} is not legal` }, 400);
  }
  return json(described(path.endsWith("/move") ? joined(id, move ?? "") : id.replaceAll(" ", "")));
}

before(async () => {
  startRouter();
  await setLanguage("en");
  await withTexts("taxman", Promise.resolve());
});

type Game = GameState<Described>;
let shown: Mounted<Game>;
let games = 0;

/** Open a new game; `{}` in the id makes it unique. */
async function open(id: string): Promise<string> {
  games += 1;
  const own = id.replace("{}", String(games));
  visit(`/${own}`);
  walk(0);
  shown?.unmount();
  shown = mount(() => usePosition<Described>(useRoute().id ?? ""));
  await until(() => !shown.now.loading);
  asked.length = 0;
  return own;
}

beforeEach(() => server(answer));

/** Return what the page shows: the id, the moves that redo would make, and the address. */
const state = () => [shown.now.position?.id, shown.now.future.join(" "), address()];

test("a move makes an entry; undo and redo walk along the line without asking", async () => {
  const start = await open("dots:{}");
  assert.deepEqual(state(), [start, "", `/${start}`]);
  assert.equal((await shown.now.play("10"))?.id, `${start}/10`);
  await shown.now.play("8");
  await until(() => shown.now.total === 2);
  assert.deepEqual(state(), [`${start}/10.8`, "", `/${start}/10.8`]);
  assert.equal(depth(), 3);
  asked.length = 0;
  await shown.now.undo(2);
  await until(() => shown.now.canRedo);
  assert.deepEqual(state(), [start, "10 8", `/${start}`]);
  assert.equal(shown.now.canUndo, false);
  await shown.now.redo();
  await until(() => shown.now.canUndo);
  assert.deepEqual(state(), [`${start}/10`, "8", `/${start}/10`]);
  assert.deepEqual(asked, []);
});

test("moves of single letters are cut at letters, also when there is one", async () => {
  const start = await open("letters:{}");
  for (const move of "LRL") {
    await shown.now.play(move);
  }
  await shown.now.undo();
  await until(() => shown.now.canRedo);
  assert.deepEqual(state(), [`${start}/LR`, "L", `/${start}/LR`]);
  await shown.now.goTo(1);
  await until(() => shown.now.future.length === 2);
  assert.deepEqual(state(), [`${start}/L`, "R L", `/${start}/L`]);
});

test("one long move is a move, and not as many as it has letters", async () => {
  const start = await open("dots:{}");
  await shown.now.play("(1÷2)a6");
  await shown.now.undo();
  await until(() => shown.now.canRedo);
  assert.deepEqual(state(), [start, "(1÷2)a6", `/${start}`]);
});

test("another move ends the line; the one that redo would make stays on it", async () => {
  const start = await open("dots:{}");
  await shown.now.play("1");
  await shown.now.play("2");
  await shown.now.undo(2);
  await shown.now.play("1");
  await until(() => shown.now.future.length === 1);
  assert.deepEqual(state(), [`${start}/1`, "2", `/${start}/1`]);
  await shown.now.play("3");
  await until(() => shown.now.position?.id === `${start}/1.3`);
  assert.deepEqual(shown.now.future, []);
});

test("steps made fast follow one another", async () => {
  const start = await open("dots:{}");
  const steps = [shown.now.play("1"), shown.now.play("2"), shown.now.undo(), shown.now.play("3")];
  assert.deepEqual(
    (await Promise.all(steps)).map((record) => record?.id),
    [`${start}/1`, `${start}/1.2`, `${start}/1`, `${start}/1.3`],
  );
});

test("beyond the ends there is nothing to walk to", async () => {
  const start = await open("dots:{}/1.2");
  await shown.now.undo(9);
  await until(() => shown.now.canRedo);
  assert.equal(shown.now.position?.id, start.split("/")[0]);
  assert.equal((await shown.now.undo())?.id, start.split("/")[0]);
  await shown.now.redo(9);
  await until(() => shown.now.total === 2 && !shown.now.canRedo);
  assert.equal(shown.now.position?.id, start);
});

test("walking by a slider replaces its own entry, and no other", async () => {
  const start = await open("dots:{}/1.2.3.4");
  await shown.now.goTo(1);
  await shown.now.goTo(2);
  await shown.now.goTo(3);
  assert.equal(depth(), 2);
  walk(-1);
  await until(() => shown.now.position?.id === start);
});

test("restart keeps the game for redo", async () => {
  await open("dots:{}/1.2");
  await shown.now.restart();
  await until(() => shown.now.future.length === 2);
  assert.equal(shown.now.canUndo, false);
});

test("another game is walked along from any of its moments", async () => {
  await open("dots:{}");
  await shown.now.follow("dots:other/5.6.7", 1);
  await until(() => shown.now.future.length === 2);
  assert.deepEqual(state(), ["dots:other/5", "6 7", "/dots:other/5"]);
  await shown.now.follow("dots:other/5.6.7", 99);
  await until(() => shown.now.future.length === 0);
  assert.equal(shown.now.position?.id, "dots:other/5.6.7");
});

test("redo survives the back button and loading the page again", async () => {
  const start = await open("dots:{}/1.2");
  await shown.now.undo();
  await shown.now.play("9");
  walk(-1);
  await until(() => shown.now.future.length === 1);
  assert.deepEqual(shown.now.future, ["2"]);
  shown.unmount();
  shown = mount(() => usePosition<Described>(useRoute().id ?? ""));
  assert.deepEqual(state(), [`${start.replace(".2", "")}`, "2", `/${start.replace(".2", "")}`]);
});

test("what the history holds of something else is no line", async () => {
  for (const held of [null, 7, { line: "dots:x/1" }, { line: 1, future: [] }, { line: "dots:x/1.2", future: ["2"] }]) {
    const start = await open("dots:{}/1");
    history.replaceState(held, "", `/${start}`);
    shown.change(() => usePosition<Described>(useRoute().id ?? ""));
    assert.deepEqual(shown.now.future, []);
  }
});

test("a move that is refused leaves everything as it was, and says why", async () => {
  const start = await open("dots:{}");
  assert.equal(await shown.now.play("bad"), null);
  await until(() => shown.now.error !== null);
  assert.equal(shown.now.error?.message, "bad is not legal");
  assert.deepEqual(state(), [start, "", `/${start}`]);
  shown.now.dismiss();
  await until(() => shown.now.error === null);
  assert.equal((await shown.now.play("1"))?.id, `${start}/1`);
});

test("a position that there is not can be asked for again", async () => {
  server(() => json({ error: "busy" }, 503));
  visit("/dots:late");
  walk(0);
  shown.unmount();
  shown = mount(() => usePosition<Described>(useRoute().id ?? ""));
  await until(() => shown.now.error?.message === "busy");
  assert.equal(shown.now.position, null);
  assert.equal(await shown.now.play("1"), null);
  server(answer);
  shown.now.again();
  await until(() => shown.now.position?.id === "dots:late");
  assert.equal(shown.now.error, null);
});

test("an address that is written in another way becomes the game's own", async () => {
  await open("dots: spaced{}/1");
  await until(() => address() === `/${shown.now.position?.id}`);
  assert.equal(depth(), 1);
  assert.match(address(), /^\/dots:spaced\d+\/1$/);
});

test("a reader who goes elsewhere meanwhile is not brought back", async () => {
  const start = await open("dots:{}/1.2");
  let arrive: (response: Response) => void = () => undefined;
  const late = new Promise<Response>((resolve) => {
    arrive = resolve;
  });
  server((question) => (question.path.endsWith("/move") ? late : answer(question)));
  await shown.now.undo();
  const move = shown.now.play("9");
  await until(() => asked.some(({ path }) => path.endsWith("/move")));
  walk(-1);
  await until(() => shown.now.position?.id === start);
  await quiet();
  arrive(json(described(joined(start.replace(".2", ""), "9"))));
  assert.equal(await move, null);
  await quiet();
  assert.equal(address(), `/${start}`);
  await until(() => !shown.now.loading);
});

test("a step that leads far is said by its number, a short one by its move", async () => {
  await open("dots:{}/1.2.3");
  await shown.now.goTo(1);
  await until(() => polite.get().text.includes("After move 1 of 3."));
  await shown.now.redo();
  await until(() => polite.get().text.includes("Made again: 2."));
  await shown.now.undo();
  await until(() => polite.get().text.includes("Taken back: 2."));
});

test("a move is drawn once where the rules are known, for nothing is waited for", async () => {
  let drawn = 0;
  visit("/factorgame:30");
  walk(0);
  const game = mount(() => {
    drawn += 1;
    return usePosition<FactorgameDescribed>(useRoute().id ?? "", { rules: RULES });
  });
  await quiet();
  drawn = 0;
  asked.length = 0;
  await game.now.play("29");
  await quiet();
  assert.deepEqual([game.now.position?.id, drawn, asked.length], ["factorgame:30/29", 1, 0]);
  game.unmount();
});

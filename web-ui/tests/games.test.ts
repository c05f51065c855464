// Import the browser first: the modules below look for it.
import "./browser";
import assert from "node:assert/strict";
import test from "node:test";
import type { DeclaredAs } from "../src/generated/api";
import { json, mount, server, settings, until } from "./browser";

const NIM: DeclaredAs = {
  name: "nim",
  title: "Nim",
  summary: "take what you like from one heap",
  players: 2,
  value: "score",
  example: "nim:3.4.5",
  exercises: false,
  lessons: false,
  proofs: false,
  limits: { heaps: 5 },
  package: "nim-for-perfectplay",
};

// Set the list of games that the pages read when they start, as an earlier visit would have left it.
settings.kept.set("perfectplay.games", '[{"name": "nim"}]');
const { setLanguage } = await import("../src/lib/i18n");
const { sentence, startGames, titled, useGames, useGamesKnown } = await import("../src/lib/games");
const { ownPages } = await import("../src/pages/games");
await setLanguage("en");

test("until the server has answered, the games are those that have pages here", () => {
  const shown = mount(() => ({ games: useGames(), known: useGamesKnown() }));
  assert.equal(shown.now.known, false);
  assert.ok(shown.now.games.length > 0);
  for (const game of shown.now.games) {
    assert.equal(ownPages(game.name)?.name, game.name);
    assert.notEqual(ownPages(game.name)?.pages[game.name], undefined);
  }
  shown.unmount();
});

test("a server that does not answer leaves the games that have pages here", async () => {
  server(() => {
    throw new TypeError("Failed to fetch");
  });
  const shown = mount(() => ({ games: useGames(), known: useGamesKnown() }));
  await startGames();
  await until(() => shown.now.known);
  assert.ok(shown.now.games.length > 0);
  assert.equal(settings.kept.get("perfectplay.games"), '[{"name": "nim"}]');
  shown.unmount();
});

test("the server's list is shown, and kept for the next visit", async () => {
  server(() => json([NIM]));
  const shown = mount(() => useGames());
  await startGames();
  await until(() => shown.now.length === 1);
  assert.deepEqual(shown.now, [NIM]);
  assert.deepEqual(JSON.parse(settings.kept.get("perfectplay.games") ?? ""), [NIM]);
  shown.unmount();
});

test("a game of another package has no pages, and its own English words", () => {
  assert.equal(ownPages("nim"), null);
  assert.equal(ownPages(null), null);
  assert.deepEqual(titled(NIM), { text: "Nim", lang: "en" });
  assert.equal(sentence(NIM), "Take what you like from one heap.");
  assert.equal(sentence({ ...NIM, summary: "" }), "");
});

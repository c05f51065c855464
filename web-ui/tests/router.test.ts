// Import the browser first: the modules below look for it.
import "./browser";
import assert from "node:assert/strict";
import test from "node:test";
import { match, navigate, positionPath, setQuery, startRouter, useRoute } from "../src/lib/router";
import { pageLink } from "../src/lib/sending";
import { address, depth, FakeElement, FakeLink, happens, mount, until, visit, walk } from "./browser";

const router = mount(useRoute);
startRouter();

/** Go to an address, in place of the current history entry. */
function go(path: string): void {
  visit(path);
  walk(0);
}

test("a path is a page, or a position of a game", () => {
  assert.deepEqual(match("/"), { page: "", game: "", id: null });
  assert.deepEqual(match("/lab"), { page: "lab", game: "lab", id: null });
  assert.deepEqual(match("/pursuit/odds/"), { page: "pursuit/odds", game: "pursuit", id: null });
  assert.deepEqual(match("/taxman:20/19.9"), { page: "taxman", game: "taxman", id: "taxman:20/19.9" });
});

test("what a game writes after its colon is all its own", () => {
  for (const id of ["coins:o1.5.2.5/1K2", "pursuit:3.6:951/(1÷2)a6", "my-game2:a b\nc/d:e", "x:"]) {
    assert.equal(match(positionPath(id)).id, id);
  }
});

test("only the name of a game begins a position", () => {
  for (const path of ["/:20", "/2048:start", "/Taxman:20", "/lab/taxman:20", "//taxman:20"]) {
    assert.equal(match(path).id, null, path);
  }
});

test("an address is decoded once, and a stray per cent sign stays", async () => {
  go("/coins:1%2F2.3/%2541");
  await until(() => router.now.id === "coins:1/2.3/%41");
  go("/taxman:%E0%A4%A");
  await until(() => router.now.id === "taxman:%E0%A4%A");
});

test("a step is a new entry, and the back button leads back", async () => {
  go("/lab");
  navigate("/taxman:20");
  await until(() => router.now.id === "taxman:20");
  assert.equal(router.now.via, "push");
  assert.equal(depth(), 2);
  walk(-1);
  await until(() => router.now.page === "lab");
  assert.equal(router.now.via, "pop");
});

test("going where one is makes no entry", async () => {
  go("/lab?picture=tree#main");
  navigate("/lab?picture=tree#main");
  await until(() => router.now.via === "replace");
  assert.equal(depth(), 1);
});

test("the language that an address asks for stays asked for", () => {
  go("/taxman?lang=de");
  navigate("/taxman:20");
  assert.equal(address(), "/taxman:20?lang=de");
  navigate("/coins?lang=en");
  assert.equal(address(), "/coins?lang=en");
});

test("options of the view change in place; position, redo and the rest of the query stay", () => {
  go("/taxman:20?replay=best&lang=fr");
  history.replaceState({ line: "taxman:20/19" }, "", "/taxman:20?replay=best&lang=fr");
  setQuery({ replay: null, step: "3", compare: null });
  assert.equal(address(), "/taxman:20?lang=fr&step=3");
  assert.deepEqual(history.state, { line: "taxman:20/19" });
  assert.equal(depth(), 1);
  setQuery({ step: "4" }, { push: true });
  assert.equal(depth(), 2);
});

test("a link for others is absolute", () => {
  assert.equal(pageLink("/taxman:20/19"), "http://localhost/taxman:20/19");
});

/** Click a link; returns whether the page handled the click. */
function clicked(link: FakeElement, keys: object = {}): boolean {
  const usual = { button: 0, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
  return happens("click", link, { ...usual, ...keys }).defaultPrevented;
}

test("an ordinary link changes the page without loading it", () => {
  go("/");
  assert.equal(clicked(new FakeLink("http://localhost/lab?picture=tree")), true);
  assert.equal(address(), "/lab?picture=tree");
});

test("other clicks and other links stay the browser's", () => {
  go("/lab");
  const link = new FakeLink("http://localhost/coins");
  for (const keys of [{ button: 1 }, { ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }]) {
    assert.equal(clicked(link, keys), false);
  }
  for (const href of [
    "https://example.org/coins",
    "http://localhost/api/v1/games",
    "http://localhost/static/LICENSES.txt",
  ]) {
    assert.equal(clicked(new FakeLink(href)), false, href);
  }
  assert.equal(clicked(new FakeLink("http://localhost/coins", ["download"])), false);
  assert.equal(clicked(Object.assign(new FakeLink("http://localhost/coins"), { target: "_blank" })), false);
  assert.equal(clicked(new FakeElement()), false);
  assert.equal(address(), "/lab");
});

test("a link within the page scrolls, as everywhere", () => {
  go("/lab");
  assert.equal(clicked(new FakeLink("http://localhost/lab#main")), false);
  assert.equal(clicked(new FakeLink("http://localhost/coins#main")), true);
});

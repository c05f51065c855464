// Import the browser first: the modules below look for it.
import "./browser";
import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";
import { options } from "preact";
import { useLive } from "../src/lib/solver";
import { asked, json, mount, quiet, server, until } from "./browser";

beforeEach(() => {
  asked.length = 0;
});

const ask = (n: number, delay = 0) => useLive<string>("/solve", { n }, delay);

test("progress comes first, then the result, which is asked for once", async () => {
  const sent: ReadableStreamDefaultController<Uint8Array>[] = [];
  server(() => {
    const body = new ReadableStream<Uint8Array>({ start: (out) => void sent.push(out) });
    return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
  });
  const send = (text: string): void => sent[0]?.enqueue(new TextEncoder().encode(text));
  const shown = mount(() => ask(1));
  assert.equal(shown.now.running, true);
  await until(() => sent.length === 1);
  send('event: progress\ndata: {"stage": "search"}\n\n');
  await until(() => shown.now.progress?.stage === "search");
  send('event: result\ndata: "best"\n\n');
  await until(() => shown.now.result === "best");
  assert.deepEqual([shown.now.running, shown.now.progress, shown.now.error], [false, null, null]);
  shown.unmount();

  const later = mount(() => ask(1));
  assert.deepEqual([later.now.result, later.now.running], ["best", false]);
  await quiet();
  assert.equal(asked.length, 1);
  later.unmount();
});

test("who plays fast asks only about the last position", async () => {
  server(({ query }) => json(`answer ${query.get("n")}`));
  const shown = mount(() => ask(10));
  shown.change(() => ask(11));
  shown.change(() => ask(12));
  await until(() => shown.now.result === "answer 12");
  assert.deepEqual(
    asked.map(({ query }) => query.get("n")),
    ["12"],
  );
  shown.unmount();
});

test("no work is done for a question that is not asked any more", async () => {
  server(() => new Promise(() => undefined));
  const shown = mount(() => ask(20));
  await until(() => asked.length === 1);
  shown.change(() => ask(21));
  await until(() => asked.length === 2);
  assert.deepEqual(
    asked.map(({ signal }) => signal?.aborted),
    [true, false],
  );
  shown.unmount();
  await until(() => asked[1]?.signal?.aborted === true);
});

test("null asks nothing", async () => {
  const shown = mount(() => useLive(null));
  await quiet();
  assert.deepEqual([shown.now.running, shown.now.result, asked.length], [false, null, 0]);
  shown.unmount();
});

test("a failure is told, not remembered, and can be mended by asking again", async () => {
  server(() => json({ error: "busy" }, 503));
  const shown = mount(() => ask(30));
  await until(() => shown.now.error?.message === "busy");
  assert.equal(shown.now.running, false);
  server(() => json("well"));
  shown.now.again();
  await until(() => shown.now.result === "well");
  assert.equal(shown.now.error, null);
  shown.unmount();
});

test("an answer that comes between drawing and asking is shown to both who wait for it", async () => {
  let answer = (_: Response): void => undefined;
  server(() => new Promise((resolve) => (answer = resolve)));
  const first = mount(() => ask(35));
  await until(() => asked.length === 1);
  const frame = options.requestAnimationFrame ?? queueMicrotask;
  const frames: (() => void)[] = [];
  options.requestAnimationFrame = (run): void => void frames.push(run);
  const second = mount(() => ask(35));
  answer(json("same"));
  await until(() => first.now.result === "same");
  assert.equal(second.now.running, true);
  options.requestAnimationFrame = frame;
  for (const run of frames) {
    run();
  }
  await quiet();
  assert.deepEqual([second.now.result, second.now.running, asked.length], ["same", false, 1]);
  first.unmount();
  second.unmount();
});

test("asking again asks although there is a result", async () => {
  let count = 0;
  server(() => {
    count += 1;
    return json(`result ${count}`);
  });
  const shown = mount(() => ask(40));
  await until(() => shown.now.result === "result 1");
  shown.now.again();
  await until(() => shown.now.result === "result 2");
  shown.unmount();
});

test("the results of the latest 200 questions are remembered", async () => {
  server(({ query }) => json(query.get("n")));
  const shown = mount(() => ask(1000));
  for (let n = 1000; n <= 1200; n += 1) {
    shown.change(() => ask(n));
    await until(() => shown.now.result === String(n));
  }
  const before = asked.length;
  shown.change(() => ask(1001));
  assert.equal(shown.now.result, "1001");
  shown.change(() => ask(1000));
  assert.equal(shown.now.result, null);
  await until(() => shown.now.result === "1000");
  assert.equal(asked.length, before + 1);
  shown.unmount();
});

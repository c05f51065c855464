// Import the browser first: the modules below look for it.
import "./browser";
import assert from "node:assert/strict";
import test, { before, beforeEach } from "node:test";
import { ApiError, apiUrl, get } from "../src/lib/api";
import { setLanguage, withTexts } from "../src/lib/i18n";
import { getText, type Progress, stream, useData } from "../src/lib/questions";
import { asked, json, mount, quiet, server, until } from "./browser";

// Load the texts of a game, because the shell does not have the text about an answer that breaks off.
before(() => withTexts("taxman", setLanguage("en")));
beforeEach(() => {
  asked.length = 0;
});

/** Return an answer in pieces, as a network delivers it. */
function pieces(...parts: readonly (string | Uint8Array)[]): Response {
  const body = new ReadableStream({
    start(out) {
      for (const part of parts) {
        out.enqueue(typeof part === "string" ? new TextEncoder().encode(part) : part);
      }
      out.close();
    },
  });
  return new Response(body, { headers: { "Content-Type": "text/event-stream; charset=utf-8" } });
}

async function refused(question: Promise<unknown>): Promise<ApiError> {
  try {
    await question;
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error));
    return error;
  }
  return assert.fail("it was answered");
}

test("an address says what is asked, and nothing that is not", () => {
  assert.equal(apiUrl("/games"), "/api/v1/games");
  assert.equal(
    apiUrl("/hint", {
      id: "coins:1/2.3&x=ä",
      all: true,
      none: null,
      no: false,
      nothing: undefined,
      zero: 0,
      empty: "",
    }),
    "/api/v1/hint?id=coins%3A1%2F2.3%26x%3D%C3%A4&all=1&zero=0&empty=",
  );
});

test("answers come as what they are", async () => {
  server(({ accept }) => (accept === "application/json" ? json({ n: 10 }) : new Response("<svg/>")));
  assert.deepEqual(await get("/lab/limits"), { n: 10 });
  assert.equal(await getText("/lab/cover.svg", { n: 10 }), "<svg/>");
});

test("a refusal says why, and when to ask again", async () => {
  server(() => json({ error: "the server is busy" }, 503, { "Retry-After": "5", "Content-Language": "en" }));
  const error = await refused(get("/hint"));
  assert.deepEqual([error.message, error.status, error.retryAfter, error.own], ["the server is busy", 503, 5, true]);
});

test("a refusal in the reader's language is known as such", async () => {
  try {
    for (const tag of ["de", "en"]) {
      await setLanguage(tag);
      server(({ language }) => json({ error: "11" }, 400, { "Content-Language": language }));
      assert.equal((await refused(get("/move"))).own, true);
      server(() => json({ error: "11" }, 400, { "Content-Language": "it" }));
      assert.equal((await refused(get("/move"))).own, false);
      assert.deepEqual(
        asked.splice(0).map(({ language }) => language),
        [tag, tag],
      );
    }
  } finally {
    await setLanguage("en");
  }
});

test("a refusal that is not this program's is told by its status, in the reader's language", async () => {
  for (const response of [
    new Response("<h1>Bad gateway</h1>", { status: 502 }),
    json({ error: 1 }, 502),
    json(null, 502),
  ]) {
    server(() => response);
    const error = await refused(get("/hint"));
    assert.deepEqual(
      [error.message, error.own, error.retryAfter],
      ["Something went wrong (status 502). Try again.", true, null],
    );
  }
});

test("a date to ask again is not a number of seconds", async () => {
  server(() => json({ error: "busy" }, 503, { "Retry-After": "Wed, 21 Oct 2026 07:28:00 GMT" }));
  assert.equal((await refused(get("/hint"))).retryAfter, null);
});

test("a server that is gone is told in the reader's language", async () => {
  server(() => {
    throw new TypeError("Failed to fetch");
  });
  const error = await refused(getText("/hint"));
  assert.match(error.message, /^The server does not answer/);
  assert.deepEqual([error.status, error.own], [0, true]);
});

test("an answer that is not JSON is no answer", async () => {
  server(() => new Response("{", { status: 200 }));
  assert.equal((await refused(get("/hint"))).status, 0);
});

test("a question that is not wanted any more ends with that alone", async () => {
  server(() => new Promise<Response>(() => undefined));
  const controller = new AbortController();
  const question = get("/hint", {}, controller.signal);
  controller.abort();
  await assert.rejects(question, { name: "AbortError" });
});

const PROGRESS = 'event: progress\ndata: {"stage": "search", "done": 1}\n\n';

test("a stream tells how far it is, then the result, wherever the network cuts it", async () => {
  const whole = `: hello\n\n${PROGRESS}event: result\r\ndata: {"score": 40,\r\ndata: "word": "größer"}\r\n\r\nevent: progress\ndata: x\n\n`;
  const bytes = new TextEncoder().encode(whole);
  for (const size of [1, 2, 7, 64, bytes.length]) {
    const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.slice(i * size, (i + 1) * size),
    );
    server(() => pieces(...parts));
    const heard: Progress[] = [];
    const result = await stream("/taxman/solve", {}, { onProgress: (progress) => heard.push(progress) });
    assert.deepEqual(result, { score: 40, word: "größer" });
    assert.deepEqual(
      heard.map(({ stage }) => stage),
      ["search"],
    );
  }
});

test("a stream that fails says why; one that breaks off says that", async () => {
  server(() => pieces(PROGRESS, 'event: failure\ndata: {"error": "too long", "status": 503}\n\n'));
  const failed = await refused(stream("/taxman/solve", {}));
  assert.deepEqual([failed.message, failed.status], ["too long", 503]);
  server(() => pieces(PROGRESS, "event: result\nda"));
  assert.equal((await refused(stream("/taxman/solve", {}))).message, "The answer broke off.");
});

test("what is answered at once need not be a stream", async () => {
  server(() => json({ score: 40 }));
  assert.deepEqual(await stream("/taxman/solve", {}), { score: 40 });
});

test("the last answer stays while the next one loads, and a late one is forgotten", async () => {
  const answers = new Map<string, (response: Response) => void>();
  server(({ query }) => new Promise((answer) => answers.set(query.get("n") ?? "", answer)));
  const shown = mount(() => useData<string>("/x", { n: 1 }));
  assert.deepEqual([shown.now.data, shown.now.loading], [null, true]);
  await until(() => answers.has("1"));
  answers.get("1")?.(json("one"));
  await until(() => shown.now.data === "one");
  assert.equal(shown.now.loading, false);
  shown.change(() => useData<string>("/x", { n: 2 }));
  await until(() => answers.has("2"));
  assert.deepEqual([shown.now.data, shown.now.loading], ["one", true]);
  shown.change(() => useData<string>("/x", { n: 3 }));
  await until(() => answers.has("3"));
  answers.get("3")?.(json("three"));
  answers.get("2")?.(json("two"));
  await until(() => shown.now.data === "three");
  await quiet();
  assert.deepEqual([shown.now.data, shown.now.loading], ["three", false]);
  shown.change(() => useData<string>(null));
  assert.equal(shown.now.data, null);
  shown.unmount();
});

test("a question that failed can be asked again", async () => {
  server(() => json({ error: "busy" }, 503));
  const shown = mount(() => useData<string>("/x"));
  await until(() => shown.now.error !== null);
  server(() => json("well"));
  shown.now.again();
  await until(() => shown.now.data === "well");
  assert.equal(shown.now.error, null);
  assert.equal(asked.length, 2);
  shown.unmount();
});

test("answers are asked for in the reader's language; what comes in English all the same is known as English", async () => {
  await setLanguage("fr");
  const said = (language: string | null) => (): Response =>
    json({ error: "non" }, 400, language === null ? {} : { "Content-Language": language });
  server(said("fr"));
  assert.equal((await refused(get("/position", { id: "taxman:20/21" }))).own, true);
  assert.equal(asked[0]?.language, "fr");
  for (const language of ["en", null]) {
    server(said(language));
    assert.equal((await refused(get("/position"))).own, false);
  }
  const events =
    'event: progress\ndata: {"notice": "patience"}\n\nevent: failure\ndata: {"error": "non", "status": 400}\n\n';
  server(() => {
    const response = pieces(events);
    response.headers.set("Content-Language", "fr");
    return response;
  });
  assert.equal((await refused(stream("/x", {}, {}))).own, true);
  await setLanguage("en");
});

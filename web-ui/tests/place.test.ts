// Import the browser first: the modules below look for it.

import assert from "node:assert/strict";
import test from "node:test";
import { page, visit } from "./browser";

// Imitate a page of a site that is in a folder of its host: attributes say where the page is.
visit("/below/here/de/nim/levels/");
page.documentElement.lang = "de";
Object.assign(page.documentElement.dataset, {
  site: "../../../",
  languages: "en de fr",
  pages: " lab nim nim/levels",
  previews: "other:9 nim:30",
});
const { folder, inner, outer, place } = await import("../src/lib/place");
const { pageLink } = await import("../src/lib/sending");

const path = (address: string): string => {
  visit(address);
  const { pathname, search, hash } = place();
  return pathname + search + hash;
};

test("a page is a file in each language, and the rest of a path stands behind the sign", () => {
  const written = {
    "/": "/",
    "/lab": "/lab/",
    "/lab?picture=ties": "/lab/#?picture=ties",
    "/lab#figures": "/lab/##figures",
    "/nim/levels": "/nim/levels/",
    "/nim:3.4/1?vs=perfect": "/nim/#:3.4/1?vs=perfect",
    "/?lang=fr": "/#?lang=fr",
    "/other:3?x=1": "/#/other:3?x=1",
    "/nowhere": "/#/nowhere",
  };
  for (const [inside, outside] of Object.entries(written)) {
    assert.equal(outer(inside), `http://localhost/below/here/de${outside}`);
    assert.equal(outer(inside, "en"), `http://localhost/below/here${outside}`);
    for (const language of ["", "/de", "/fr"]) {
      assert.equal(path(`/below/here${language}${outside}`), inside);
    }
  }
});

test("a page may be called by its file, and an older address means the same as before", () => {
  assert.equal(path("/below/here/fr/lab/index.html#?picture=ties"), "/lab?picture=ties");
  assert.equal(path("/below/here/index.html"), "/");
  assert.equal(path("/below/here/#/nim:3.4/1?vs=perfect"), "/nim:3.4/1?vs=perfect");
  assert.equal(path("/below/here/de/lab/#/nim:3.4"), "/nim:3.4");
  // Check that a path with two slashes does not lead to another host.
  assert.equal(path("/below/here/#//example.org/x"), "//example.org/x");
});

test("a start that has a file is sent by it, and opens as before", () => {
  const written = {
    "/nim:20": "/nim/20/",
    "/nim:30?vs=perfect": "/nim/30/#?vs=perfect",
    "/nim:3/1/2?first=me": "/nim/3/#:3/1/2?first=me",
    "/nim:31": "/nim/#:31",
    "/nim:3.4/1": "/nim/#:3.4/1",
    "/nim": "/nim/",
    "/lab?picture=ties": "/lab/#?picture=ties",
  };
  for (const [inside, outside] of Object.entries(written)) {
    assert.equal(pageLink(inside), `http://localhost/below/here/de${outside}`);
    assert.equal(path(`/below/here/fr${outside}`), inside);
  }
  assert.equal(path("/below/here/nim/20/index.html"), "/nim:20");
  assert.equal(path("/below/here/nim/20/#/lab"), "/lab");
});

test("files are found from any page, and are no pages", () => {
  assert.equal(folder("sw.js"), "http://localhost/below/here/sw.js");
  assert.equal(outer("/static/LICENSES.txt"), "http://localhost/below/here/static/LICENSES.txt");
  const led = (address: string): string | null => inner(new URL(address, "http://localhost"))?.pathname ?? null;
  assert.equal(led("/below/here/fr/nim/#:3"), "/nim:3");
  assert.equal(led("/below/here/docs/index.html"), null);
  assert.equal(led("/below/lab/"), null);
  assert.equal(led("http://example.org/below/here/lab/"), null);
});

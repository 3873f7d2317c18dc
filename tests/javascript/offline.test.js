import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";

import { makeOffline, readSite } from "../../web/offline/make.js";
import { assetsOf, isFile, isOfSite, pageOf, stale } from "../../web/offline/plan.js";

const files = {
  "index.html": '<link href="assets/pages-1.css"><script src="assets/reading-1.js"></script>',
  "lessons/rope/index.html":
    '<link href="../../assets/pages-1.css"><script src="../../assets/reading-1.js"></script><script src="../../assets/rope-clocks-1.js"></script>',
  "ask/en.json": "[]",
  "licences.txt": "MIT",
  "assets/pages-1.css": 'src: url("./serif-1.woff2")',
  "assets/serif-1.woff2": "font",
  "assets/reading-1.js": 'import("./recorder-1.js")',
  "assets/recorder-1.js": "later",
  "assets/rope-clocks-1.js": "import './package-1.js'",
  "assets/package-1.js":
    '["whereabouts-relaxed-simd-a.js","whereabouts-relaxed-simd-b.wasm","whereabouts-simd-a.js","whereabouts-simd-b.wasm","whereabouts-scalar-a.js","whereabouts-scalar-b.wasm","rope-1.safetensors","whereabouts-checkpoint-simd-c.js","whereabouts-checkpoint-simd-c.wasm"]',
  "assets/whereabouts-relaxed-simd-a.js": "",
  "assets/whereabouts-relaxed-simd-b.wasm": "r",
  "assets/whereabouts-simd-a.js": "",
  "assets/whereabouts-simd-b.wasm": "s",
  "assets/whereabouts-scalar-a.js": "",
  "assets/whereabouts-scalar-b.wasm": "n",
  "assets/whereabouts-checkpoint-simd-c.js": "",
  "assets/whereabouts-checkpoint-simd-c.wasm": "c",
  "assets/rope-1.safetensors": "whereabouts-simd-b.wasm",
  "assets/orphan-1.js": "",
};

/** @param {import("node:test").TestContext} context @param {Record<string, string>} [changes] */
function scratchSite(context, changes = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), "site-"));
  context.after(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries({ ...files, ...changes })) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  return folder;
}

test("a page needs what it names, and what that names in turn, but no trained model and no engine for checkpoints", (context) => {
  const elsewhere = { "embed/v1/rope-clocks/index.html": "", "embed/v1/rope-clocks/poster.json": "{}" };
  const site = readSite(scratchSite(context, elsewhere));
  assert.deepEqual(Object.keys(site.pages), ["", "lessons/rope/"]);
  assert.deepEqual(
    site.pages[""],
    ["pages-1.css", "reading-1.js", "serif-1.woff2", "recorder-1.js"].map((name) => `assets/${name}`),
  );
  const rope = site.pages["lessons/rope/"];
  assert.ok(rope.includes("assets/package-1.js") && rope.includes("assets/whereabouts-scalar-b.wasm"));
  for (const large of [
    "rope-1.safetensors",
    ...["js", "wasm"].map((type) => `whereabouts-checkpoint-simd-c.${type}`),
  ]) {
    assert.ok(!rope.includes(`assets/${large}`), large);
    assert.ok(site.assets.includes(`assets/${large}`), large);
  }
  assert.deepEqual(site.loose, ["ask/en.json"]);
});

test("of the engine only the build that runs here is kept", (context) => {
  const site = readSite(scratchSite(context));
  assert.deepEqual(site.engine.simd, ["assets/whereabouts-simd-a.js", "assets/whereabouts-simd-b.wasm"]);
  for (const build of ["relaxed-simd", "simd", "scalar"]) {
    const engine = assetsOf(site, "lessons/rope/", build).filter((file) => file.includes("whereabouts-"));
    assert.deepEqual(engine, [`assets/whereabouts-${build}-a.js`, `assets/whereabouts-${build}-b.wasm`]);
  }
});

test("a file that two builds of the engine share is kept for both", (context) => {
  const folder = scratchSite(context);
  rmSync(path.join(folder, "assets/whereabouts-relaxed-simd-a.js"));
  const kept = assetsOf(readSite(folder), "lessons/rope/", "relaxed-simd");
  assert.ok(kept.includes("assets/whereabouts-simd-a.js"));
  assert.ok(kept.includes("assets/whereabouts-relaxed-simd-b.wasm"));
  assert.ok(!kept.includes("assets/whereabouts-simd-b.wasm"));
});

test("compressed copies are no files of their own", (context) => {
  const site = readSite(
    scratchSite(context, { "assets/reading-1.js.br": "x", "index.html.gz": "y", "ask/en.json.br": "z" }),
  );
  assert.deepEqual(site, readSite(scratchSite(context)));
});

test("any change of any file is another version; none is none", (context) => {
  const version = (/** @type {Record<string, string>} */ changes) => readSite(scratchSite(context, changes)).version;
  assert.equal(version({}), version({}));
  for (const name of Object.keys(files)) assert.notEqual(version({ [name]: "changed" }), version({}), name);
  // The worker itself is made from the version.
  assert.equal(version({ "offline.js": "old" }), version({}));
});

test("addresses of pages, with and without what follows them", (context) => {
  const site = readSite(scratchSite(context));
  const scope = "https://example.org/courses/nlp/";
  for (const end of ["", "?base=3", "#who-uses-it", "index.html", "index.html?x#y"])
    assert.equal(pageOf(site, `${scope}lessons/rope/${end}`, scope), "lessons/rope/", end);
  assert.equal(pageOf(site, scope, scope), "");
  assert.equal(pageOf(site, `${scope}#top`, scope), "");
  for (const other of [
    `${scope}lessons/none/`,
    `${scope}assets/pages-1.css`,
    "https://example.org/",
    `${scope}lessons`,
    // Names that every object has.
    ...["constructor", "toString", "__proto__", "hasOwnProperty"].map((name) => scope + name),
  ])
    assert.equal(pageOf(site, other, scope), undefined, other);
});

test("an answer is kept under the name of a file only if it is that file", (context) => {
  const site = readSite(scratchSite(context));
  const answer = (/** @type {string} */ type, changes = {}) => ({
    ...{ ok: true, redirected: false, headers: new Headers({ "Content-Type": type }) },
    ...changes,
  });
  const html = answer("text/html; charset=utf-8");
  assert.ok(isFile(site, "assets/reading-1.js", answer("text/javascript")));
  assert.ok(isFile(site, "assets/rope-1.safetensors", answer("application/octet-stream")));
  assert.ok(isFile(site, "assets/serif-1.woff2", { ...html, headers: new Headers() }));
  assert.ok(isFile(site, "ask/en.json", answer("application/json")));
  assert.ok(isFile(site, "lessons/rope/", html));
  assert.ok(isFile(site, "", html));
  for (const file of ["assets/reading-1.js", "assets/whereabouts-simd-b.wasm", "ask/en.json", "constructor"])
    for (const type of ["text/html", "TEXT/HTML;charset=UTF-8"]) assert.ok(!isFile(site, file, answer(type)), file);
  assert.ok(!isFile(site, "lessons/rope/", answer("application/json")));
  for (const changes of [{ ok: false }, { redirected: true }]) {
    assert.ok(!isFile(site, "assets/reading-1.js", answer("text/javascript", changes)));
    assert.ok(!isFile(site, "lessons/rope/", answer("text/html", changes)));
  }
});

test("a page is of this version if it needs what this version has", (context) => {
  const site = readSite(scratchSite(context));
  for (const page of ["index.html", "lessons/rope/index.html"])
    assert.ok(isOfSite(site, files[/** @type {keyof typeof files} */ (page)]), page);
  assert.ok(!isOfSite(site, "<h1>Sign in to the network</h1>"));
  assert.ok(!isOfSite(site, files["index.html"].replace("reading-1", "reading-2")));
});

test("only what the site no longer has goes", (context) => {
  const site = readSite(scratchSite(context));
  assert.deepEqual(stale(site, ["assets/old-1.js", "assets/pages-1.css", "assets/rope-1.safetensors"]), [
    "assets/old-1.js",
  ]);
});

test("the worker is one classic script that carries the list", async (context) => {
  const folder = scratchSite(context);
  await makeOffline(folder);
  const script = readFileSync(path.join(folder, "offline.js"), "utf8");
  assert.ok(script.includes(readSite(folder).version));
  assert.ok(script.includes("assets/rope-clocks-1.js"));
  assert.doesNotMatch(script, /^\s*(import|export)\b/m);
});

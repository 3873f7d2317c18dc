// Pages in one file, as built: how large they are, that they name nothing to be loaded from elsewhere, and what they are packed with.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { gunzipSync } from "node:zlib";

import { elementNames } from "../../web/course/element-names.js";
import { folders } from "../../web/course/paths.js";
import { decode, encode } from "../../web/single/base85.js";
import { inPlanes, outOfPlanes } from "../../web/single/planes.js";

const files = readdirSync(folders.single).filter((name) => name.endsWith(".html"));
const read = (/** @type {string} */ name) => readFileSync(path.join(folders.single, name), "utf8");

/** What a page would load from beside itself or from elsewhere: addresses that are no data, links of the text aside. @param {string} html */
function loads(html) {
  const attributes = html.matchAll(
    /<(?!a\b)[a-z][\w-]*\s[^>]*?\b(?:src|href|srcset|poster|action)="(?!data:|#)([^"]+)"/g,
  );
  const styles = html.matchAll(/<style>(.*?)<\/style>/gs);
  const urls = [...styles].flatMap(([, css]) => [...css.matchAll(/(?:url\(|@import\s*)"?(?!data:)([^")]*)/g)]);
  return [...attributes, ...urls].map(([, address]) => address);
}

test("there is one for each lesson and each element, and none is too large", () => {
  const texts = readdirSync(path.join(folders.lessons, "en")).filter((name) => name.endsWith(".md"));
  const lessons = texts.map((name) => name.replace(/\.md$/, ".html"));
  const wanted = [...lessons, ...elementNames().map((name) => `where-${name}.html`)];
  assert.deepEqual(files.toSorted(), wanted.toSorted());
  for (const name of files) {
    const { length } = readFileSync(path.join(folders.single, name));
    assert.ok(length < 1_500_000, `${name} has ${length} bytes`);
  }
});

test("nothing in them is loaded from elsewhere, by their own policy too", () => {
  for (const name of files) {
    const html = read(name);
    assert.deepEqual(loads(html), [], name);
    const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1] ?? "";
    assert.match(policy, /^default-src 'none'; script-src 'sha256-[^']+' blob: 'wasm-unsafe-eval'; style-src 'sha256-/);
    assert.doesNotMatch(policy, /https?:|\*|'unsafe-inline'.*script|connect-src/);
    // Whoever was given one file has no other: links within the page and to the web are all there are.
    for (const [, address] of html.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g))
      assert.match(address, /^(#|https:\/\/|\?exercise=)/, `${name} links to ${address}`);
  }
  const page =
    '<style>p { background: url(x.png) }</style><img src="https://example.org/a.png"><a href="https://b.org">b</a>';
  assert.deepEqual(loads(page), ["https://example.org/a.png", "x.png"]);
});

describe("parts", () => {
  test("the engine and the models in a page are those of the package, bit for bit", () => {
    const parts = new Map();
    for (const [, name, text] of read("mask-leaks.html").matchAll(/data-part="([^"]+)">([^<]*)</g))
      parts.set(name, gunzipSync(decode(text)));
    const packaged = (/** @type {string} */ name) => readFileSync(path.join(folders.package, name));
    assert.ok(packaged("whereabouts-simd.wasm").equals(parts.get("whereabouts-simd.wasm")));
    for (const model of ["none", "rope"])
      assert.ok(packaged(`models/${model}.safetensors`).equals(outOfPlanes(parts.get(`${model}.safetensors`))), model);
    assert.match(parts.get("licences.txt").toString(), /Emscripten|MIT/);
    assert.equal(parts.has("interpreter.wasm"), false);
  });

  test("bytes come back from text, whatever their number; what is cut off is refused", () => {
    for (let length = 0; length < 9; ++length) {
      const bytes = Uint8Array.from({ length }, (_, index) => (index * 97 + 255) % 256);
      assert.deepEqual(decode(encode(bytes)), bytes);
      assert.deepEqual(outOfPlanes(inPlanes(bytes)), bytes);
    }
    const text = encode(new Uint8Array(100).fill(255));
    assert.doesNotMatch(text, /[<>&"'\\`]/);
    assert.throws(() => decode(text.slice(0, -1)), RangeError);
    assert.throws(() => decode(""), RangeError);
  });
});

// Every error that C++ or the package can raise has its sentence, and every sentence is raised somewhere.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const root = new URL("../../", import.meta.url);
const { error: sentences } = JSON.parse(readFileSync(new URL("web/messages/en.json", root), "utf8"));

const sources = (/** @type {string} */ folder, /** @type {RegExp} */ names) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
    .filter((name) => names.test(name))
    .map((name) => readFileSync(new URL(`${folder}/${name}`, root), "utf8"))
    .join("\n");

const cpp = sources("src", /\.[ch]pp$/);
const js = sources("web/engine", /\.js$/);
const raised = new Set([
  ...[...cpp.matchAll(/Error\(ErrorCode::\w+,\s*"(\w+)"/g)].map(([, key]) => key),
  ...[...cpp.matchAll(/error_object\(ErrorCode::\w+,\s*"(\w+)"/g)].map(([, key]) => key),
  ...[...js.matchAll(/error\(\s*"\w+",\s*"(\w+)"/g)].map(([, key]) => key),
]);

test("the search finds the errors of both languages", () => {
  for (const key of ["not_finite", "model_disposed", "unreadable", "not_loaded", "no_memory"])
    assert.ok(raised.has(key), key);
  assert.ok(raised.size > 30, String(raised.size));
});

for (const key of raised)
  test(`error.${key} has a sentence`, () => assert.match(sentences[key] ?? "", /^.{10,}[.?]$|detail\}$/));

test("every sentence is used", () => {
  // Keys that are put together elsewhere stand as bare strings in the sources.
  const unused = Object.keys(sentences).filter((key) => !raised.has(key) && !`${cpp}${js}`.includes(`"${key}"`));
  assert.deepEqual(unused, []);
});

test("no words that somebody reads stand in the package's code", () => {
  const code = js.replace(/^ *(?:\/\*\*|\*|\/\/).*$|(?:^|\s)\/\/ .*$/gm, "");
  const tag = '"[object Object]"';
  const strings = code.match(/"(?:[^"\\\n]|\\.)*"/g) ?? [];
  assert.ok(strings.length > 200 && strings.includes('"invalid_argument"'), "the search finds the strings");
  assert.deepEqual(
    strings.filter((text) => /[a-z],? [a-z]/i.test(text) && text !== tag),
    [],
  );
});

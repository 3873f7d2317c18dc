// What a module shows, somebody asks for: a page, a build or at least a test.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Modules below a folder by path, as texts. @param {string} folder @returns {[string, string][]} */
function modulesBelow(folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : modulesBelow(file);
    return /\.m?js$/.test(entry.name) ? [[file, readFileSync(path.join(root, file), "utf8")]] : [];
  });
}

/**
 * Names that modules export and no other module mentions.
 * @param {[string, string][]} modules
 */
function unasked(modules) {
  const mentions = modules.map(([file, text]) => [file, new Set(text.match(/\w+/g))]);
  return modules.flatMap(([file, text]) =>
    [...text.matchAll(/^export (?:async )?(?:function\*?|class|const|let) (\w+)/gm)]
      .map(([, name]) => name)
      .filter((name) => !mentions.some(([other, words]) => other !== file && words.has(name)))
      .map((name) => `${file}: ${name}`),
  );
}

test("nothing is exported that nobody asks for", () => {
  assert.deepEqual(unasked([...modulesBelow("web"), ...modulesBelow("tests")]), []);
});

test("an export that nobody asks for would be found", () => {
  const modules = [
    ["a.js", "export const one = 1;\nexport function two() {}\nexport class Three {}"],
    ["b.js", 'import { one } from "./a.js";\nimport("./a.js").then(({ Three }) => new Three(one));'],
  ];
  assert.deepEqual(unasked(modules), ["a.js: two"]);
});

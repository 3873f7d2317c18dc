// What a module shows, somebody asks for, by its name and of that module: a page, a build or at least a test.
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

/** "{ a, b as c }" asks for a and b. @param {string} list */
const namesIn = (list) => list.split(",").map((each) => each.trim().split(/[\s:]/)[0]);

/**
 * What a module asks for of others: names by file, "*" where it takes all of one.
 * @param {string} file
 * @param {string} text
 * @returns {[string, string[]][]}
 */
function asked(file, text) {
  const target = (/** @type {string} */ source) => path.posix.join(path.posix.dirname(file), source.split("?")[0]);
  const named = [...text.matchAll(/^(?:im|ex)port \{([^}]*)\} from "(\.[^"]*)"/gm)];
  const whole = [...text.matchAll(/^(?:import|export) \*(?: as \w+)? from "(\.[^"]*)"/gm)];
  // A type is named behind its module; what comes later comes as a whole.
  const later = [...text.matchAll(/import\(\s*["`](\.[^"`]*)["`]\s*\)(?:\.(?!then|catch)(\w+))?/g)];
  return [
    ...named.map(([, list, source]) => /** @type {[string, string[]]} */ ([target(source), namesIn(list)])),
    ...whole.map(([, source]) => /** @type {[string, string[]]} */ ([target(source), ["*"]])),
    ...later.map(([, source, type = "*"]) => /** @type {[string, string[]]} */ ([target(source), [type]])),
  ];
}

/**
 * Names that modules export and no other asks for.
 * @param {[string, string][]} modules
 */
function unasked(modules) {
  /** @type {Map<string, Set<string>>} */
  const wanted = new Map();
  for (const [file, names] of modules.flatMap(([file, text]) => asked(file, text)))
    wanted.set(file, new Set([...(wanted.get(file) ?? []), ...names]));
  // Text that becomes a module is no import yet: it names what it will ask for.
  const written = modules.flatMap(([, text]) =>
    [...text.matchAll(/import \{([^}]*)\} from "?\$\{/g)].flatMap(([, list]) => namesIn(list)),
  );
  const words = modules.map(([file, text]) => [file, new Set(text.match(/\w+/g))]);
  const mentioned = (/** @type {string} */ file, /** @type {string} */ name) =>
    words.some(([other, all]) => other !== file && all.has(name));
  return modules.flatMap(([file, text]) =>
    [...text.matchAll(/^export (?:async )?(?:function\*?|class|const|let) (\w+)/gm)]
      .map(([, name]) => name)
      .filter((name) => {
        const names = wanted.get(file);
        if (names?.has(name) || written.includes(name)) return false;
        // What is handed on as a whole, or found by its address, is asked somewhere else.
        return (names !== undefined && !names.has("*")) || !mentioned(file, name);
      })
      .map((name) => `${file}: ${name}`),
  );
}

test("nothing is exported that nobody asks for", () => {
  assert.deepEqual(unasked([...modulesBelow("web"), ...modulesBelow("tests")]), []);
});

test("an export that nobody asks for would be found", () => {
  const modules = [
    ["a.js", "export const one = 1;\nexport function two() {}\nexport class Three {}"],
    ["b.js", 'import { one } from "./a.js";\n/** @type {import("./a.js").Three} */'],
    // A word of the same letters asks for nothing.
    ["c/d.js", 'import { one } from "../b.js";\nconst two = one;'],
    ["g.js", "export const late = 1;\nexport const later = 2;"],
    ["h.js", 'import("./g.js").then(({ late }) => late);'],
    ["e.js", "export const settings = 1;\nexport const left = 2;"],
    ["f.js", 'import * as figure from "./e.js";\ndefine(figure.settings);'],
  ];
  assert.deepEqual(unasked(modules), ["a.js: two", "g.js: later", "e.js: left"]);
});

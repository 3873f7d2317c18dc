// build/package/ as somebody else would use it: packed, installed into a fresh project, imported by name, its types compiled. That a page
// which is bundled with it works is tested in a browser (tests/browser/package.spec.js).
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";

import { elementNames } from "../../web/course/element-names.js";
import { installed } from "./packed.js";

const built = fileURLToPath(new URL("../../build/package", import.meta.url));
const compiler = fileURLToPath(new URL("../../web/node_modules/typescript/bin/tsc", import.meta.url));

describe("the package in a project of its own", () => {
  let project = "";
  /** @type {string[]} */
  let packed = [];
  before(() => {
    ({ project, files: packed } = installed());
  });
  after(() => rmSync(project, { recursive: true }));

  const run = (name, source, ...args) => {
    writeFileSync(join(project, name), source);
    return spawnSync(process.execPath, [...args, join(project, name)], { cwd: project, encoding: "utf8" });
  };

  test("imports by name and ends by itself, with an engine here and one in a worker", () => {
    const { status, stdout, stderr } = run(
      "main.js",
      `import { loadEngine, loadEngineInWorker, WhereaboutsError } from "whereabouts";
       const table = { kind: "sinusoidal", width: 4, positions: [1] };
       const [here, there] = [await loadEngine(), await loadEngineInWorker()];
       console.log([...here.positionTable(table).data].join() === [...(await there.positionTable(table)).data].join());
       try { here.alibiSlopes(0); } catch (error) { console.log(error instanceof WhereaboutsError, error.code); }`,
    );
    assert.equal(status, 0, stderr);
    assert.equal(stdout, "true\ntrue out_of_range\n");
    assert.equal(stderr.replace(/.*ExperimentalWarning.*\n|.*--trace-warnings.*\n/g, ""), "");
  });

  test("computes the rows that the reference has", () => {
    const golden = new URL("../golden/sinusoidal.json", import.meta.url);
    const { status, stdout, stderr } = run(
      "row.js",
      `import { readFileSync } from "node:fs";
       import { loadEngine } from "whereabouts/engine";
       const { tables } = JSON.parse(readFileSync(new URL(${JSON.stringify(golden.href)}), "utf8"));
       const engine = await loadEngine();
       for (const { n, d, base, start, table } of tables.filter(({ variant }) => variant === "interleaved")) {
         const positions = Array.from({ length: n }, (_, row) => start + row);
         const made = engine.positionTable({ kind: "sinusoidal", width: d, positions, base });
         console.log(engine.allclose(made, table.flat(), { rtol: 0, atol: 1e-6 }).passed);
       }`,
    );
    assert.equal(status, 0, stderr);
    assert.match(stdout, /^(true\n)+$/);
  });

  test("every export is there, with its types", () => {
    const { exports } = JSON.parse(readFileSync(join(project, "node_modules/whereabouts/package.json"), "utf8"));
    assert.deepEqual(Object.keys(exports), [".", "./engine", "./worker", "./elements", "./elements/*", "./*"]);
    const named = Object.values(exports).flatMap((target) => Object.values(typeof target === "string" ? {} : target));
    for (const file of named.filter((each) => !each.includes("*"))) assert.ok(packed.includes(file.slice(2)), file);
    for (const name of elementNames()) assert.ok(packed.includes(`elements/${name}.js`), name);
    const { stdout } = run(
      "resolve.js",
      `for (const name of ["whereabouts", "whereabouts/worker", "whereabouts/elements", "whereabouts/elements/exercise", "whereabouts/models/rope.safetensors"])
         console.log(import.meta.resolve(name).split("/node_modules/whereabouts/")[1]);`,
    );
    const resolved = ["index.js", "worker.js", "elements/index.js", "elements/exercise.js", "models/rope.safetensors"];
    assert.deepEqual(stdout.trim().split("\n"), resolved);
  });

  test("what is packed is what belongs to it, and nothing else", () => {
    const sources = readdirSync(join(built, "../../web/engine")).map((name) => name.replace(/\.m?js$/, ""));
    const models = readdirSync(join(built, "../../lessons/models")).filter((name) => name.endsWith(".safetensors"));
    const builds = ["relaxed-simd", "simd", "scalar"].flatMap((build) => [
      `whereabouts-${build}`,
      `whereabouts-checkpoint-${build}`,
    ]);
    const needed = [
      ...["package.json", "README.md", "LICENSE", "licences.txt", "index.js", "index.d.ts", "worker.js", "worker.d.ts"],
      "checkpoint-addresses.js",
      ...builds.flatMap((build) => [`${build}.js`, `${build}.wasm`]),
      ...["session.d.ts", "messages/en.js"],
      ...models.map((name) => `models/${name}`),
      ...["index.js", "index.d.ts", "code-worker.js", "excerpt.txt", "excerpt.json"].map((name) => `elements/${name}`),
      ...elementNames().map((name) => `elements/${name}.js`),
    ];
    const foreign = (files) =>
      files.filter((file) => {
        const [, declared] = /^([\w-]+)\.d\.ts$/.exec(file) ?? [];
        return !needed.includes(file) && !sources.includes(declared) && !/^elements\/part-[\w-]+\.js$/.test(file);
      });
    assert.deepEqual(
      needed.filter((file) => !packed.includes(file)),
      [],
    );
    assert.deepEqual(foreign(packed), []);
    const strangers = ["notes.txt", "elements/x.test.js", "private.d.ts", "models/rope.json"];
    assert.deepEqual(foreign([...packed, ...strangers]), strangers);
  });

  const compile = (source) => {
    writeFileSync(join(project, "main.ts"), source);
    const options = [
      "--noEmit",
      "--strict",
      "--target",
      "es2022",
      "--module",
      "nodenext",
      "--lib",
      "es2022,dom",
      "--types",
      "",
    ];
    return spawnSync(process.execPath, [compiler, ...options, "main.ts"], { cwd: project, encoding: "utf8" });
  };

  test("its types compile, here and across the worker", () => {
    const { status, stdout } = compile(`
      import { loadEngine, loadEngineInWorker, WhereaboutsError } from "whereabouts";
      import type { Instance, Tensor } from "whereabouts";
      const engine = await loadEngine({ build: "simd", lang: "en" });
      const table: Tensor = engine.positionTable({ kind: "sinusoidal", width: 4, positions: new Float64Array(3) });
      const slopes: Float64Array = engine.alibiSlopes(8);
      const config = { model_type: "gpt2", n_layer: 1, n_head: 1, n_embd: 4, n_positions: 8, vocab_size: 5 } as const;
      const model = engine.createModel(config, { seed: 1 });
      const loss: number | undefined = model.run([1, 2], { targets: [2, -1], capture: ["scores"] }).loss;
      const tokens: Int32Array = await model.generate(table, { max_new_tokens: 2, onToken: (token) => token.toFixed() });
      const instance: Instance = engine.createInstance("sinusoid_row", { seed: 1 });
      const passed: boolean = engine.grade(instance, ["0.141", "1"]).passed;
      const remote = await loadEngineInWorker();
      const remoteModel = await remote.createModel(config);
      const remoteLogits: Tensor = (await remoteModel.run([1])).logits;
      const count: number = await remoteModel.parameterCount();
      const build: string = await remote.build();
      const code: string = new WhereaboutsError("aborted", "aborted", {}, "stopped").code;
      export { slopes, loss, tokens, passed, remoteLogits, count, build, code };`);
    assert.equal(status, 0, stdout);
  });

  test("its elements have types: their settings, and what their events tell", () => {
    const page = (/** @type {string} */ code) => `
      import "whereabouts/elements";
      const clocks = document.createElement("where-rope-clocks");
      ${code}
      export {};`;
    const { status, stdout } = compile(
      page(`const base: number = clocks.settings.base;
        const layout: "interleaved" | "half" = clocks.settings.layout;
        const exercise = document.createElement("where-exercise");
        exercise.addEventListener("where-answer", ({ detail }) => detail.score.toFixed());
        Object.assign(exercise, { exercise: "rope_vector" });
        exercise.seed = 7;
        exercise.hide = "hint, next";
        export { base, layout };`),
    );
    assert.equal(status, 0, stdout);
    for (const wrong of [
      "clocks.settings.bse;",
      "const base: string = clocks.settings.base;",
      'document.createElement("where-exercise").seed = "7";',
    ])
      assert.notEqual(compile(page(wrong)).status, 0, `${wrong} compiles`);
  });

  test("its types refuse what the engine refuses", () => {
    for (const wrong of [
      'engine.alibiSlopes("8")',
      "engine.positionTable({ width: 4 })",
      "engine.noSuchFunction()",
      "engine.encodings().at(0)!.kind.x",
    ]) {
      const { status } = compile(
        `import { loadEngine } from "whereabouts"; const engine = await loadEngine(); ${wrong}; export {};`,
      );
      assert.notEqual(status, 0, `${wrong} compiles`);
    }
  });
});

test("everything in it is named in package.json's terms and every declaration is there", () => {
  const files = readdirSync(built);
  for (const name of ["index.js", "index.d.ts", "package.json", "README.md", "LICENSE", "worker.js", "messages"])
    assert.ok(files.includes(name), name);
  for (const name of files.filter((file) => file.endsWith(".d.ts"))) {
    const text = readFileSync(join(built, name), "utf8");
    for (const [, imported] of text.matchAll(/(?:from |import\()"(\.[^"]+)"/g))
      assert.ok(files.includes(imported.slice(2).replace(/\.js$/, ".d.ts")), `${name} imports ${imported}`);
  }
});

test("no part is larger than a first lesson can bear", () => {
  const compressed = (name) => brotliCompressSync(readFileSync(join(built, name))).length / 1024;
  for (const build of ["relaxed-simd", "simd", "scalar"]) {
    assert.ok(
      compressed(`whereabouts-${build}.wasm`) < 200,
      `${build}: ${compressed(`whereabouts-${build}.wasm`)} KB of WebAssembly`,
    );
    // No first visit: only who reads a real checkpoint loads it.
    const whole = compressed(`whereabouts-checkpoint-${build}.wasm`);
    assert.ok(whole > compressed(`whereabouts-${build}.wasm`) && whole < 240, `${build}: ${whole} KB, all of it`);
    assert.ok(
      compressed(`whereabouts-${build}.js`) < 14,
      `${build}: ${compressed(`whereabouts-${build}.js`)} KB of glue`,
    );
  }
  assert.ok(compressed("index.js") < 24, `index.js: ${compressed("index.js")} KB`);
  assert.ok(compressed("worker.js") < 12, `worker.js: ${compressed("worker.js")} KB`);
});

// build/package/ as somebody else would use it: copied into a fresh project, imported by name, its types compiled.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";

const built = fileURLToPath(new URL("../../build/package", import.meta.url));
const compiler = fileURLToPath(new URL("../../web/node_modules/typescript/bin/tsc", import.meta.url));

describe("the package in a project of its own", () => {
  let project = "";
  before(() => {
    project = mkdtempSync(join(tmpdir(), "whereabouts package "));
    cpSync(built, join(project, "node_modules/whereabouts"), { recursive: true });
    writeFileSync(join(project, "package.json"), '{ "type": "module" }');
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
    assert.ok(
      compressed(`whereabouts-${build}.js`) < 14,
      `${build}: ${compressed(`whereabouts-${build}.js`)} KB of glue`,
    );
  }
  assert.ok(compressed("index.js") < 24, `index.js: ${compressed("index.js")} KB`);
  assert.ok(compressed("worker.js") < 12, `worker.js: ${compressed("worker.js")} KB`);
});

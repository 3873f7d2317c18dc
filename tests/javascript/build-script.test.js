// The parts of build.sh that decide whether something is done again, and whether a run has passed.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const parts = fileURLToPath(new URL("../../.build", import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), "build script "));
after(() => rmSync(folder, { recursive: true }));

/**
 * Runs a script after the parts of build.sh, with bash's options of build.sh and a cache of its own.
 * @param {string} script
 * @param {string} [cacheHome]
 */
function run(script, cacheHome = folder) {
  const sources = ["common", "system", "archive", "test"].map((part) => `source "${parts}/${part}.sh"\n`).join("");
  const ran = spawnSync("bash", ["-c", `set -euo pipefail\n${sources}${script}`], {
    cwd: folder,
    env: { ...process.env, XDG_CACHE_HOME: cacheHome },
    encoding: "utf8",
  });
  return { status: ran.status, lines: ran.stdout.trim().split("\n") };
}

for (const [version, needed, enough] of /** @type {const} */ ([
  ["3.1.69", "3.1.69", true],
  ["3.1.100", "3.1.69", true],
  ["4.0.0", "3.1.69", true],
  ["3.1.6", "3.1.69", false],
  ["18.20.4", "20.16", false],
  ["", "3.1.69", false],
])) {
  test(`version '${version}' is ${enough ? "" : "not "}enough where ${needed} is needed`, () => {
    assert.equal(run(`at_least "${version}" "${needed}"`).status, enough ? 0 : 1);
  });
}

test("a private tool is made once, and again after an interruption, a move or a new revision", () => {
  const home = path.join(folder, "home");
  const make = 'make() { [ -z "$(ls -A "$1")" ]; echo made >>"$log"; touch "$1/half"; $broken; touch "$1/whole"; }\n';
  const log = path.join(folder, "log");
  const attempt = (/** @type {string} */ broken, revision = 1, where = home) =>
    run(`log="${log}"; broken=${broken}\n${make}make_private tool ${revision} make`, where).status;
  const times = () => readFileSync(log, "utf8").trim().split("\n").length;

  assert.notEqual(attempt("false"), 0, "a step that fails ends set-up");
  assert.equal(attempt("true"), 0, "what an interruption left is removed first");
  assert.equal(times(), 2);
  assert.equal(attempt("true"), 0);
  assert.equal(times(), 2, "nothing is made twice");
  assert.equal(attempt("true", 2), 0);
  assert.equal(times(), 3, "a new revision is made");
  const moved = path.join(folder, "moved");
  mkdirSync(moved);
  renameSync(path.join(home, "whereabouts"), path.join(moved, "whereabouts"));
  assert.equal(attempt("true", 2, moved), 0);
  assert.equal(times(), 4, "absolute paths inside are wrong after a move");
});

test("without the right to install, everything that the tests need and is missing is named, every browser too", () => {
  const ran = run(
    `PATH=/nowhere WHEREABOUTS_CHROMIUM= WHEREABOUTS_FIREFOX= WHEREABOUTS_WEBKIT=\nsetup_system browser 2>&1`,
  );
  assert.equal(ran.status, 1);
  for (const name of ["cmake", "chromium", "firefox-esr", "webkit2gtk-driver", "xvfb"])
    assert.match(ran.lines.join("\n"), new RegExp(`apt-get install .*\\b${name}\\b`));
});

/**
 * A Catch2 program that ends with this status after writing this report, while something else is done.
 * @param {string} report
 * @param {number} status
 */
function catch2(report, status, meanwhile = "true") {
  const fake = `fake() { printf '%s' '${report}' >build/reports/fake.xml; return ${status}; }\n`;
  return run(
    `mkdir -p build/reports\ntrap finish EXIT\n${fake}start_catch2 Fake fake fake\n${meanwhile}\nend_beside\necho went on`,
  );
}

/**
 * @param {number} successes
 * @param {number} failures
 * @param {number} skips
 */
const totals = (successes, failures, skips) =>
  `<OverallResults successes="99" failures="0" expectedFailures="0" skips="0"/><OverallResultsCases successes="${successes}"` +
  ` failures="${failures}" expectedFailures="0" skips="${skips}"/>`;

/**
 * Tests of Node beside one another, each of which passes or fails.
 * @param {boolean} first
 * @param {boolean} second
 */
function nodeTests(first, second) {
  const file = (/** @type {boolean} */ passes) =>
    `require("node:test").test("one", () => { if (!${passes}) throw 1; })`;
  return run(
    `unset NODE_TEST_CONTEXT\nmkdir -p build/reports tests/first tests/second\nsimd_flags=\ntrap finish EXIT\n` +
      `echo '${file(first)}' >tests/first/a.test.cjs\necho '${file(second)}' >tests/second/a.test.cjs\n` +
      `start_node_tests First first\nnode_tests second\nend_beside\n`,
  );
}

for (const [name, ran, status, last] of /** @type {const} */ ([
  ["tests that pass", catch2(totals(7, 0, 0), 0), 0, "7 passed, 0 failed"],
  ["a failed test", catch2(totals(7, 2, 0), 2), 1, "7 passed, 2 failed"],
  ["a skipped test", catch2(totals(7, 0, 1), 0), 1, "7 passed, 1 failed"],
  ["a program without tests", catch2(totals(0, 0, 0), 0), 1, "0 passed, 1 failed"],
  ["a program that crashes before its report", catch2("", 139), 1, "0 passed, 1 failed"],
  ["a program that crashes after its report", catch2(totals(7, 0, 0), 134), 1, "7 passed, 1 failed"],
  ["a build that fails beside passing tests", catch2(totals(7, 0, 0), 0, "false"), 1, "0 passed, 1 failed"],
  ["failing tests beside a build that passes", catch2(totals(7, 2, 0), 2, "sleep .2"), 1, "7 passed, 2 failed"],
  ["passing tests beside passing ones", nodeTests(true, true), 0, "2 passed, 0 failed"],
  ["failing tests beside passing ones", nodeTests(false, true), 1, "1 passed, 1 failed"],
  ["passing tests beside failing ones", nodeTests(true, false), 1, "1 passed, 1 failed"],
  ["failing tests beside failing ones", nodeTests(false, false), 1, "0 passed, 2 failed"],
  ["a build that fails", run("trap finish EXIT\nfalse"), 1, "0 passed, 1 failed"],
])) {
  test(`./build.sh test reports ${name}`, () => {
    assert.equal(ran.status, status);
    assert.equal(ran.lines.at(-1), last);
  });
}

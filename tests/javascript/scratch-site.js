// A course of its own for a test: the sources as they are, other lessons and languages, and the real build run on them.
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const sources = fileURLToPath(new URL("../../", import.meta.url));

/**
 * @param {Record<string, string>} files below the root, as "lessons/en/clock.md" or "web/messages/de.json"
 * @returns the root, and `run` which runs a script in it and tells how it ended
 */
export function scratchSite(files) {
  const root = mkdtempSync(path.join(tmpdir(), "site-"));
  const at = (/** @type {string[]} */ ...names) => path.join(root, ...names);
  cpSync(path.join(sources, "web"), at("web"), {
    recursive: true,
    filter: (source) => path.basename(source) !== "node_modules",
  });
  const same = [
    "web/node_modules",
    "lessons/models",
    "lessons/recordings",
    "lessons/en/guides",
    "LICENSE",
    "build/data",
  ];
  const builds = ["build/simd", "build/relaxed-simd", "build/scalar"];
  for (const name of [...same, ...builds]) {
    mkdirSync(path.dirname(at(name)), { recursive: true });
    symlinkSync(path.join(sources, name), at(name));
  }
  // A copy: a build that has a language more makes it anew.
  cpSync(path.join(sources, "build/package"), at("build/package"), { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text);
  }
  return {
    root,
    site: at("build/site"),
    /** @param {string} script @returns {Promise<{ status: number | null, output: string }>} */
    run: (script) =>
      new Promise((resolve) => {
        const child = spawn(process.execPath, [at(script)], { cwd: root });
        let output = "";
        for (const stream of [child.stdout, child.stderr])
          stream.setEncoding("utf8").on("data", (/** @type {string} */ text) => (output += text));
        child.on("close", (status) => resolve({ status, output }));
      }),
    remove: () => rmSync(root, { recursive: true }),
  };
}

// The package as it would be published: packed by npm and installed out of that file, without a network, into a project of its own.
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const built = fileURLToPath(new URL("../../build/package", import.meta.url));

/** @param {string[]} args @param {string} cwd */
function npm(args, cwd) {
  const { status, stdout, stderr } = spawnSync("npm", args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`npm ${args.join(" ")}: ${stderr}`);
  return stdout;
}

/** @returns {{ project: string, files: string[] }} the folder of the project, and what was packed */
export function installed() {
  const project = mkdtempSync(join(tmpdir(), "whereabouts package "));
  writeFileSync(join(project, "package.json"), '{ "name": "a-project", "private": true, "type": "module" }');
  const [{ filename, files }] = JSON.parse(npm(["pack", "--json", "--pack-destination", project], built));
  npm(["install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", `./${filename}`], project);
  return { project, files: files.map((/** @type {{ path: string }} */ { path }) => path) };
}

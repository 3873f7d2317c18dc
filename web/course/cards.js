// The cards of the shipped models, lessons/models/<name>.json: what they were trained on and what was measured. Prose quotes them.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { folders } from "./paths.js";

/** @returns {Map<string, any>} by name */
export function readCards(folder = folders.models) {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".json")) : [];
  return new Map(
    files
      .toSorted()
      .map((name) => [path.basename(name, ".json"), JSON.parse(readFileSync(path.join(folder, name), "utf8"))]),
  );
}

// What is written of a kept model beside its files: its name, when it was kept, and which file is which.

/** @typedef {import("./kept-models.js").KeptFile} KeptFile */

const format = 1;

/** @param {string} name @param {number} since in milliseconds @param {KeptFile[]} files in the order of their numbers */
export const manifestOf = (name, since, files) => new Blob([JSON.stringify({ format, name, since, files })]);

/**
 * @param {string} written
 * @returns {{ name: string, since: number, files: KeptFile[] } | string | null} null where nothing was written yet, or what is wrong with
 *   it: it may have been damaged, or come from a later version of this page, and is not to be cleared away without a word
 */
export function readManifest(written) {
  if (written === "") return null;
  let manifest;
  try {
    manifest = JSON.parse(written);
  } catch {
    return "damaged";
  }
  const sound =
    manifest?.format === format &&
    typeof manifest.name === "string" &&
    Number.isFinite(manifest.since) &&
    Array.isArray(manifest.files) &&
    manifest.files.every(isFile);
  return sound ? manifest : "unknown";
}

/** @param {any} file */
const isFile = (file) =>
  typeof file?.name === "string" && Number.isSafeInteger(file.size) && Number.isFinite(file.lastModified);

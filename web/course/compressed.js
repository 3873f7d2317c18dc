// The files of the site as they travel: beside each that shrinks, a copy compressed as well as it can be, once, when the
// site is built. Static hosts send such copies (nginx: brotli_static, gzip_static), and so does ours.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** Formats that are compressed already gain nothing, and weights are nearly random bytes. */
const compressed = new Set([".br", ".gz", ".png", ".safetensors", ".woff2", ".zip"]);
/** What fits into one packet arrives no sooner when it is smaller. */
const smallest = 1024;

/** The encodings that a browser may ask for, best first, and what ends the names of their copies. */
export const encodings = [
  { encoding: "br", ending: ".br" },
  { encoding: "gzip", ending: ".gz" },
];

/** @param {string} file */
export const shrinks = (file) => !compressed.has(path.extname(file));

/** Writes the copies for every file below the folder. @param {string} folder */
export async function writeCompressed(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => path.join(folder, name))
    .filter((file) => shrinks(file) && statSync(file).isFile() && statSync(file).size >= smallest);
  await Promise.all(
    files.map(async (file) => {
      const body = readFileSync(file);
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      };
      const copies = [await promisify(brotliCompress)(body, { params }), await promisify(gzip)(body, { level: 9 })];
      copies.forEach((copy, index) => writeFileSync(`${file}${encodings[index].ending}`, copy));
    }),
  );
}

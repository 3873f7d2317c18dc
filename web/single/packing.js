// How a page in one file holds what is large.
import { gzipSync } from "node:zlib";

import { encode } from "./base85.js";

/** Compressed and written as text. @param {string | Uint8Array} content */
export function packed(content) {
  return encode(gzipSync(content, { level: 9 }));
}

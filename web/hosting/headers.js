// What a host says of each file of the site: declared once, sent by serve.mjs and written into the samples for static hosts.
import path from "node:path";

import { contentSecurityPolicy, launchPolicy } from "../course/shell.js";

/** @type {Record<string, string>} */
export const contentTypes = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".safetensors": "application/octet-stream",
  ".svg": "image/svg+xml; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
  ".xml": "application/xml; charset=utf-8",
  ".zip": "application/zip",
};

/** Of every file: without the first three a page in a sandboxed or isolated frame loses its own files, fonts and workers too. */
export const sharedHeaders = {
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "X-Content-Type-Options": "nosniff",
};

/** Names of files below this folder change with what is in them. */
export const hashed = "assets/";
/** Pages that alone send something elsewhere: to the record store that a learning platform names. */
export const launched = "launch/";

/** Frames for other people's pages. Their policy is in them alone: what names the site in it, they know first in a browser (embed/frame-policy.js). */
export const framed = "embed/";

/** What is shown where there is no page. Its policy is in it alone: it holds the one script of its own. */
export const missingPage = "404.html";

export const policies = { page: contentSecurityPolicy, launch: launchPolicy };
/** A site that was built again must show at once: browsers ask each time, and are told that nothing changed. */
export const caching = { hashed: "public, max-age=31536000, immutable", others: "no-cache" };

/**
 * @param {string} file below the site, with forward slashes: "lessons/rope/index.html"
 * @returns {Record<string, string>}
 */
export function headersOf(file) {
  const extension = path.posix.extname(file);
  return {
    ...sharedHeaders,
    "Content-Type": contentTypes[extension] ?? "application/octet-stream",
    "Cache-Control": file.startsWith(hashed) ? caching.hashed : caching.others,
    ...(extension === ".html" &&
      file !== missingPage &&
      !file.startsWith(framed) && {
        "Content-Security-Policy": file.startsWith(launched) ? policies.launch : policies.page,
      }),
  };
}

// A small static server for looking at the site and for tests. It sends what a real host should (hosting/headers.js).
import { createServer } from "node:http";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

import { encodings, shrinks } from "./compressed.js";
import { folders } from "./paths.js";
import { headersOf, missingPage, sharedHeaders } from "../hosting/headers.js";

/**
 * A file as it is sent: the copy that the build compressed, or, where it made none or has become older than the file,
 * compressed now.
 * @param {string} file
 * @param {number} changed when, in milliseconds
 * @param {string} accepted the request's Accept-Encoding
 * @returns {Promise<{ body: Buffer, encoding?: string }>}
 */
async function sent(file, changed, accepted) {
  for (const { encoding, ending } of encodings.filter(({ encoding }) =>
    new RegExp(`\\b${encoding}\\b`).test(accepted),
  )) {
    const copy = `${file}${ending}`;
    const status = await stat(copy).catch(() => null);
    if (status && status.mtimeMs >= changed) return { body: await readFile(copy), encoding };
    const body = await readFile(file);
    if (encoding === "gzip") return { body: gzipSync(body), encoding };
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
    return { body: brotliCompressSync(body, { params }), encoding };
  }
  return { body: await readFile(file) };
}

/**
 * @param {object} options
 * @param {string} [options.folder]
 * @param {string} [options.base] the path below which the folder appears, with a slash at both ends
 */
export function createSiteServer({ folder = folders.site, base = "/" } = {}) {
  /** @type {Map<string, { body: Buffer, encoding?: string }>} */
  const cache = new Map();

  /**
   * @param {import("node:http").IncomingMessage} request
   * @param {import("node:http").ServerResponse} response
   */
  async function answer(request, response) {
    const refuse = (/** @type {number} */ status, headers = {}) => {
      response.writeHead(status, { ...sharedHeaders, "Content-Type": "text/plain; charset=utf-8", ...headers });
      response.end(`${status}\n`);
    };
    if (request.method !== "GET" && request.method !== "HEAD") return refuse(405, { Allow: "GET, HEAD" });
    const [address] = (request.url ?? "/").split(/[?#]/);
    let requested;
    try {
      requested = decodeURIComponent(address);
    } catch {
      return refuse(400);
    }
    if (!requested.startsWith(base)) {
      return `${requested}/` === base ? refuse(301, { Location: base }) : refuse(404);
    }
    // Joined to "/" first, so that ".." cannot lead out of the folder.
    let file = path.join(folder, path.posix.join("/", requested.slice(base.length)));
    const missing = path.join(folder, missingPage);
    try {
      if (file === missing) throw Object.assign(new Error(), { code: "ENOENT" }); // it is no page to go to
      const status = await stat(file);
      if (status.isDirectory()) {
        if (!requested.endsWith("/")) return refuse(301, { Location: `${address}/` });
        file = path.join(file, "index.html");
      }
      await send(request, response, file, 200);
    } catch (error) {
      if (error.code !== "ENOENT" && error.code !== "ENOTDIR") {
        console.error(error);
        return refuse(500);
      }
      await send(request, response, missing, 404).catch(() => refuse(404));
    }
  }

  /**
   * Throws where there is no such file.
   * @param {import("node:http").IncomingMessage} request
   * @param {import("node:http").ServerResponse} response
   * @param {string} file
   * @param {number} code
   */
  async function send(request, response, file, code) {
    const status = await stat(file);
    const tag = `"${status.mtimeMs.toString(36)}-${status.size.toString(36)}"`;
    const headers = {
      ...headersOf(path.relative(folder, file).replaceAll(path.sep, "/")),
      ...(code === 200 && { ETag: tag }),
      Vary: "Accept-Encoding",
    };
    if (code === 200 && request.headers["if-none-match"] === tag) {
      response.writeHead(304, headers);
      response.end();
      return;
    }
    const accepted = shrinks(file) ? String(request.headers["accept-encoding"] ?? "") : "";
    const name = `${file}\n${tag}\n${accepted}`;
    const found = cache.get(name) ?? (await sent(file, status.mtimeMs, accepted));
    cache.set(name, found);
    const { body, encoding } = found;
    response.writeHead(code, {
      ...headers,
      "Content-Length": body.length,
      ...(encoding && { "Content-Encoding": encoding }),
    });
    response.end(request.method === "HEAD" ? undefined : body);
  }

  return createServer((request, response) => void answer(request, response));
}

/**
 * Listens on the port, or on the next free one.
 * @param {import("node:http").Server} server
 * @param {number} port
 * @returns {Promise<number>}
 */
function listen(server, port) {
  return new Promise((resolve, reject) => {
    server.once("error", (/** @type {NodeJS.ErrnoException} */ error) =>
      error.code === "EADDRINUSE" ? listen(server, port + 1).then(resolve, reject) : reject(error),
    );
    // By number: a bare container may know no name 'localhost'.
    server.listen(port, "127.0.0.1", () => resolve(port));
  });
}

// node serve.mjs [FOLDER]
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = createSiteServer({ folder: path.resolve(process.argv[2] ?? folders.site) });
  const port = await listen(server, Number(process.env.WHEREABOUTS_PORT ?? 8080));
  console.log(`http://127.0.0.1:${port}/`);
}

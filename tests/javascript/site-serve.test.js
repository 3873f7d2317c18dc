import assert from "node:assert/strict";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

import { writeCompressed } from "../../web/course/compressed.js";
import { createSiteServer } from "../../web/course/serve.mjs";

const page = "<!doctype html>".repeat(100);

/**
 * A server over a scratch folder, and a function that asks it exactly what it is told (fetch would tidy addresses up).
 * @param {import("node:test").TestContext} context
 * @param {string} [base]
 * @param {Record<string, string>} [files] more of the site, by name
 */
async function serve(context, base = "/", files = {}) {
  const parent = mkdtempSync(path.join(tmpdir(), "site-"));
  const folder = path.join(parent, "site");
  mkdirSync(path.join(folder, "lessons"), { recursive: true });
  writeFileSync(path.join(parent, "secret.txt"), "secret");
  writeFileSync(path.join(folder, "index.html"), page);
  writeFileSync(path.join(folder, "lessons", "index.html"), page);
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  for (const name of ["a.js", "a.css", "a.wasm", "a.woff2", "a.json", "a.png", "a b.svg", "a.unknown"]) {
    writeFileSync(path.join(folder, name), "x".repeat(200));
  }
  for (const [name, file] of [
    ["assets", "a-12345678.js"],
    ["launch", "index.html"],
  ]) {
    mkdirSync(path.join(folder, name));
    writeFileSync(path.join(folder, name, file), page);
  }
  const server = createSiteServer({ folder, base });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  context.after(() => {
    server.close();
    rmSync(parent, { recursive: true });
  });
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  /** @returns {Promise<{ status: number, headers: Record<string, any>, body: Buffer }>} */
  const get = (/** @type {string} */ address, headers = {}, method = "GET") =>
    new Promise((resolve, reject) => {
      request({ port, path: address, headers, method, host: "127.0.0.1" }, (response) => {
        /** @type {Buffer[]} */
        const parts = [];
        response.on("data", (part) => parts.push(part));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
        );
      })
        .on("error", reject)
        .end();
    });
  return get;
}

test("every answer carries the headers without which frames lose their files", async (context) => {
  const get = await serve(context);
  for (const address of ["/", "/a.js", "/a.wasm", "/lessons", "/nowhere"]) {
    const { headers } = await get(address);
    assert.equal(headers["access-control-allow-origin"], "*", address);
    assert.equal(headers["cross-origin-resource-policy"], "cross-origin", address);
    assert.equal(headers["cross-origin-embedder-policy"], "require-corp", address);
  }
});

test("where nothing is, the page for that is sent, where there is one; it is no page to go to", async (context) => {
  const get = await serve(context, "/courses/");
  const bare = await get("/courses/nowhere");
  assert.deepEqual([bare.status, bare.headers["content-type"]], [404, "text/plain; charset=utf-8"]);
  const missing = await serve(context, "/courses/", { "404.html": `${page}missing` });
  for (const address of [
    "nowhere",
    "lessons/nowhere/deep/",
    "lessons/index.html/deep",
    "gone.js",
    "404.html",
    "%2e%2e/secret.txt",
  ]) {
    const { status, headers, body } = await missing(`/courses/${address}`);
    assert.deepEqual([status, headers["content-type"]], [404, "text/html; charset=utf-8"], address);
    assert.equal(headers["content-security-policy"], undefined, "it holds its own");
    assert.equal(`${body}`, `${page}missing`);
  }
  const packed = await missing("/courses/nowhere", { "Accept-Encoding": "gzip" });
  assert.equal(`${gunzipSync(packed.body)}`, `${page}missing`);
  assert.equal((await missing("/courses/nowhere", {}, "HEAD")).body.length, 0);
  assert.equal((await missing("/other/")).headers["content-type"], "text/plain; charset=utf-8");
});

test("content types are those that browsers insist on", async (context) => {
  const get = await serve(context);
  const types = {
    "/": "text/html; charset=utf-8",
    "/a.js": "text/javascript; charset=utf-8",
    "/a.css": "text/css; charset=utf-8",
    "/a.wasm": "application/wasm",
    "/a.woff2": "font/woff2",
    "/a.json": "application/json; charset=utf-8",
    "/a.png": "image/png",
    "/a%20b.svg": "image/svg+xml; charset=utf-8",
    "/a.unknown": "application/octet-stream",
  };
  for (const [address, type] of Object.entries(types)) {
    const { status, headers } = await get(address);
    assert.equal(status, 200, address);
    assert.equal(headers["content-type"], type, address);
  }
});

test("what has its content in its name is kept for good; pages carry their policy, and launch pages a wider one", async (context) => {
  const get = await serve(context);
  const said = async (/** @type {string} */ address) => (await get(address)).headers;
  assert.equal((await said("/"))["cache-control"], "no-cache");
  assert.equal((await said("/assets/a-12345678.js"))["cache-control"], "public, max-age=31536000, immutable");
  assert.equal((await said("/a.js"))["content-security-policy"], undefined);
  assert.match((await said("/lessons/"))["content-security-policy"], /connect-src 'self';/);
  assert.match((await said("/launch/"))["content-security-policy"], /connect-src 'self' https:;/);
});

test("text is compressed for those who ask, fonts and pictures are not", async (context) => {
  const get = await serve(context);
  const brotli = await get("/", { "Accept-Encoding": "gzip, br" });
  assert.equal(brotli.headers["content-encoding"], "br");
  assert.equal(brotliDecompressSync(brotli.body).toString(), page);
  const gzip = await get("/", { "Accept-Encoding": "gzip" });
  assert.equal(gzip.headers["content-encoding"], "gzip");
  assert.equal(gunzipSync(gzip.body).toString(), page);
  const plain = await get("/");
  assert.equal(plain.headers["content-encoding"], undefined);
  assert.equal(plain.body.toString(), page);
  const font = await get("/a.woff2", { "Accept-Encoding": "gzip, br" });
  assert.equal(font.headers["content-encoding"], undefined);
});

test("nothing outside the folder is sent", async (context) => {
  const get = await serve(context);
  for (const address of ["/../secret.txt", "/%2e%2e/secret.txt", "/lessons/../../secret.txt", "/..%2fsecret.txt"]) {
    const { status, body } = await get(address);
    assert.equal(status, 404, address);
    assert.ok(!body.includes("secret"), address);
  }
  assert.equal((await get("/%zz")).status, 400);
});

test("folders get their slash, what did not change is not sent again, other methods are refused", async (context) => {
  const get = await serve(context);
  const folder = await get("/lessons");
  assert.equal(folder.status, 301);
  assert.equal(folder.headers.location, "/lessons/");
  const { headers } = await get("/");
  assert.equal((await get("/", { "If-None-Match": headers.etag })).status, 304);
  assert.equal((await get("/", { "If-None-Match": '"other"' })).status, 200);
  assert.equal((await get("/", {}, "POST")).status, 405);
  const head = await get("/", {}, "HEAD");
  assert.equal(head.status, 200);
  assert.equal(head.body.length, 0);
});

test("the site can lie below a path", async (context) => {
  const get = await serve(context, "/courses/whereabouts/");
  assert.equal((await get("/courses/whereabouts/lessons/")).status, 200);
  assert.equal((await get("/courses/whereabouts")).headers.location, "/courses/whereabouts/");
  assert.equal((await get("/lessons/")).status, 404);
});

test("what the build compressed is sent as it lies there; a copy older than its file is not", async (context) => {
  const folder = mkdtempSync(path.join(tmpdir(), "site-"));
  context.after(() => rmSync(folder, { recursive: true }));
  const text = "one and two and three and ".repeat(200);
  for (const name of ["a.js", "old.js", "small.js", "a.png"]) writeFileSync(path.join(folder, name), text);
  writeFileSync(path.join(folder, "small.js"), "1;");
  await writeCompressed(folder);
  assert.deepEqual(readdirSync(folder).sort(), ["a.js", "a.js.br", "a.js.gz", "a.png", "old.js", "old.js.br", "old.js.gz", "small.js"]); // prettier-ignore
  writeFileSync(path.join(folder, "old.js"), text.replaceAll("two", "2"));
  const later = new Date(Date.now() + 5000);
  utimesSync(path.join(folder, "old.js"), later, later);

  const server = createSiteServer({ folder });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  context.after(() => server.close());
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  for (const [name, accepted, encoding] of [
    ["a.js", "gzip, br", "br"],
    ["a.js", "gzip", "gzip"],
    ["a.js", "identity", null],
    ["old.js", "br", "br"],
    ["small.js", "br", "br"],
    ["a.png", "br", null],
  ]) {
    const response = await fetch(`http://127.0.0.1:${port}/${name}`, { headers: { "Accept-Encoding": `${accepted}` } });
    assert.equal(response.headers.get("content-encoding"), encoding, `${name} ${accepted}`);
    assert.equal(await response.text(), readFileSync(path.join(folder, `${name}`), "utf8"));
    const length = Number(response.headers.get("content-length"));
    if (name === "a.js" && encoding) {
      assert.equal(length, statSync(path.join(folder, encoding === "br" ? "a.js.br" : "a.js.gz")).size);
    }
  }
});

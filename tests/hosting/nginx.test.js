// The sample for nginx, run by a real one (WHEREABOUTS_NGINX names it) over the built site: it answers as `./build.sh serve` does.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";

import { folders } from "../../web/course/paths.js";
import { createSiteServer } from "../../web/course/serve.mjs";

const program = process.env.WHEREABOUTS_NGINX ?? "nginx";
const sample = () => readFileSync(path.join(folders.hosting, "nginx.conf"), "utf8");
const compared = [
  "content-type",
  "content-encoding",
  "cache-control",
  "content-security-policy",
  "access-control-allow-origin",
  "cross-origin-resource-policy",
  "cross-origin-embedder-policy",
  "x-content-type-options",
];

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });

/**
 * Starts nginx with a sample whose two marked lines are set; it ends with the test.
 * @param {string} text the sample
 * @returns {Promise<{ address: string, end: () => void }>}
 */
async function startNginx(text) {
  const folder = mkdtempSync(path.join(tmpdir(), "nginx-"));
  const port = await freePort();
  const listening = text.replace("127.0.0.1:8080", `127.0.0.1:${port}`).replace("/var/www/whereabouts", folders.site);
  writeFileSync(path.join(folder, "site.conf"), listening);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  writeFileSync(
    path.join(folder, "nginx.conf"),
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr;
events {}
http { access_log off; ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")} include ${folder}/site.conf; }`,
  );
  const child = spawn(program, ["-p", folder, "-c", path.join(folder, "nginx.conf"), "-e", "stderr"]);
  let said = "";
  child.stderr.on("data", (part) => (said += part));
  /** @type {Error | undefined} */
  let failed;
  child.on("error", (error) => (failed = error));
  const address = `http://127.0.0.1:${port}`;
  const end = () => {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  for (let tries = 0; tries < 100; tries++) {
    if (failed) throw failed;
    if (child.exitCode !== null) throw new Error(`nginx ended: ${said}`);
    if (await fetch(address).catch(() => null)) return { address, end };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  end();
  throw new Error(`nginx does not answer: ${said}`);
}

/** @type {{ address: string, end: () => void }} */
let nginx;
const ours = createSiteServer();
let ourAddress = "";

before(async () => {
  nginx = await startNginx(sample());
  await new Promise((resolve) => ours.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (ours.address());
  ourAddress = `http://127.0.0.1:${port}`;
});
after(() => {
  nginx?.end();
  ours.close();
});

/** @param {string} address @param {string} accepted */
async function heard(address, accepted) {
  const response = await fetch(address, { headers: { "Accept-Encoding": accepted }, redirect: "manual" });
  await response.arrayBuffer();
  return {
    status: response.status,
    location: response.headers.get("location"),
    ...Object.fromEntries(compared.map((name) => [name, response.headers.get(name)])),
  };
}

/** The largest file of each type in the site, pages of each kind, a folder without its slash. */
function addresses() {
  const files = readdirSync(folders.site, { recursive: true, encoding: "utf8" }).filter(
    (name) => path.extname(name) !== "" && !/\.(br|gz)$/.test(name),
  );
  const assets = new Map(files.filter((name) => name.startsWith("assets/")).map((name) => [path.extname(name), name]));
  const pages = ["", "lessons/rope/", "launch/rope/", "embed/v1/rope-clocks/", "embed/host.js", "ask/en.json"];
  return [...pages, ...assets.values(), "lessons/rope"];
}

test("nginx answers as our own server does: types, compression, caching, origins, policy", async () => {
  const list = addresses();
  assert.ok(list.some((name) => name.endsWith(".wasm")) && list.some((name) => name.endsWith(".woff2")), `${list}`);
  for (const name of list) {
    for (const accepted of ["identity", "gzip"]) {
      // What the build did not compress, since it is too small, only our own server compresses.
      if (accepted === "gzip" && path.extname(name) !== "" && !existsSync(path.join(folders.site, `${name}.gz`)))
        continue;
      const theirs = await heard(`${nginx.address}/${name}`, accepted);
      // Of the redirect only where it leads is ours to say.
      if (theirs.status === 301) {
        assert.equal(theirs.location, (await heard(`${ourAddress}/${name}`, accepted)).location);
        continue;
      }
      assert.equal(theirs.status, 200, name);
      assert.deepEqual(theirs, await heard(`${ourAddress}/${name}`, accepted), `${name} ${accepted}`);
    }
  }
});

test("what lies in assets/ is kept for good, pages are asked for again, and only launch pages may send elsewhere", async () => {
  const [asset] = readdirSync(path.join(folders.site, "assets"));
  assert.match(`${(await heard(`${nginx.address}/assets/${asset}`, "identity"))["cache-control"]}`, /immutable/);
  const page = await heard(`${nginx.address}/lessons/rope/`, "gzip");
  assert.equal(page["cache-control"], "no-cache");
  assert.equal(page["content-encoding"], "gzip");
  assert.match(`${page["content-security-policy"]}`, /connect-src 'self';/);
  const launch = await heard(`${nginx.address}/launch/rope/`, "gzip");
  assert.match(`${launch["content-security-policy"]}`, /connect-src 'self' https:;/);
  const frame = await heard(`${nginx.address}/embed/v1/rope-clocks/`, "gzip");
  assert.equal(frame["content-security-policy"], null, "it names the site itself, in the browser");
});

test("where there is no page, ours is shown; frames of other origins can read it too", async () => {
  for (const name of ["nowhere", "lessons/rope/deep/down/", "assets/gone.js", "404.html"]) {
    const { status, ...headers } = await heard(`${nginx.address}/${name}`, "gzip");
    assert.equal(status, 404, name);
    assert.equal(headers["access-control-allow-origin"], "*");
    assert.equal(headers["cross-origin-embedder-policy"], "require-corp");
    assert.match(`${headers["content-type"]}`, /^text\/html/);
    assert.equal(headers["content-security-policy"], null, "it is in the page, which has a script of its own");
    assert.deepEqual({ status, ...headers }, await heard(`${ourAddress}/${name}`, "gzip"), name);
  }
  const page = readFileSync(path.join(folders.site, "404.html"), "utf8");
  assert.equal(await (await fetch(`${nginx.address}/nowhere/at/all`)).text(), page);
});

test("a sample without a header, or with another type, is seen to differ", async (context) => {
  const worse = [
    sample().replace(/ *add_header Access-Control-Allow-Origin .*\n/, ""),
    sample().replace("application/wasm wasm;", ""),
    sample().replace("gzip_static on;", "gzip_static off;"),
  ];
  for (const text of worse) {
    assert.notEqual(text, sample());
    const other = await startNginx(text);
    context.after(other.end);
    const wasm = addresses().find((name) => name.endsWith(".wasm"));
    assert.notDeepEqual(await heard(`${other.address}/${wasm}`, "gzip"), await heard(`${ourAddress}/${wasm}`, "gzip"));
  }
});

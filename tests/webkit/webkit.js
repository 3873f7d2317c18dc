// The WebKit of the system, WebKitGTK, on a display that nobody sees, with what is served to it. Its driver starts WebKit's own small browser.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { base, patience, serve, until } from "../driven.js";
import { Session } from "./session.js";
import { createWatchedServer } from "./watched.js";

/** @param {string} name @param {string} debian the package that has it */
function program(name, debian) {
  const path = spawnSync("which", [name], { encoding: "utf8" }).stdout.trim();
  if (path === "") throw new Error(`there is no ${name}: ./build.sh setup installs ${debian}`);
  return path;
}

/** A port that is free now. @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });

/** A display without a screen; it takes the first number that is free, and tells it. */
async function display() {
  const command = program("Xvfb", "xvfb");
  const server = spawn(command, ["-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "pipe", "pipe"],
  });
  let said = "";
  server.stderr.on("data", (text) => (said += text));
  const number = await new Promise((resolve, reject) => {
    /** @type {import("node:stream").Readable} */ (server.stdio[3]).once("data", (text) =>
      resolve(String(text).trim()),
    );
    server.once("exit", () => reject(new Error(`Xvfb does not start: ${said}`)));
  });
  return { server, name: `:${number}` };
}

/** @param {...string} options of the browser */
export async function start(...options) {
  const command = program(process.env.WHEREABOUTS_WEBKIT || "WebKitWebDriver", "webkit2gtk-driver");
  const screen = await display();
  const home = mkdtempSync(join(tmpdir(), "webkit-"));
  const port = await freePort();
  const driver = spawn(command, ["--host=127.0.0.1", `--port=${port}`], {
    env: {
      PATH: process.env.PATH,
      LANG: "C.UTF-8",
      HOME: home,
      XDG_RUNTIME_DIR: home,
      DISPLAY: screen.name,
      GDK_BACKEND: "x11",
      LIBGL_ALWAYS_SOFTWARE: "1",
      GSETTINGS_BACKEND: "memory",
      NO_AT_BRIDGE: "1", // no bus is asked for here
      MESA_SHADER_CACHE_DISABLE: "true", // nothing of this is wanted again
    },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true, // the first of a group, which the browser and its processes join
  });
  let said = "";
  for (const stream of [driver.stdout, driver.stderr]) stream.on("data", (text) => (said += text));
  const address = `http://127.0.0.1:${port}/`;
  const up = async () =>
    driver.exitCode !== null ||
    (await fetch(`${address}status`).then(
      ({ ok }) => ok,
      () => false,
    ));
  await until(up, Boolean, "the driver");
  if (driver.exitCode !== null) throw new Error(`WebKitWebDriver does not start: ${said}`);
  const page = await Session.open(address, {
    timeouts: { script: patience, pageLoad: patience },
    "webkitgtk:browserOptions": { args: ["--automation", ...options] },
  }).catch((error) => {
    for (const each of [driver, screen.server]) each.kill(); // or the tests would never end
    throw error;
  });
  const { host, site, close } = await serve(createWatchedServer(base));
  return {
    page,
    host,
    site,
    /** What went wrong in the page, or in the frame that was entered, since it was opened. @returns {Promise<string[]>} */
    complaints: () => page.evaluate(() => /** @type {any} */ (window).complaints),
    async end() {
      await page.close();
      await close(); // before anything that may fail: what still listens would keep the tests from ending
      for (const each of [driver, screen.server]) {
        const ended = new Promise((resolve) => each.once("exit", resolve));
        each.kill();
        await ended;
      }
      // The browser may be gone while a process of its own still runs, and writes into its folder.
      try {
        process.kill(-(/** @type {number} */ (driver.pid)), "SIGKILL");
      } catch {
        // none is left
      }
      rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

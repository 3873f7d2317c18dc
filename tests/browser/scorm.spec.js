// A packaged lesson on a SCORM run-time that is not ours: scorm-again, in the window above the lesson's frame.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { test as base, expect } from "@playwright/test";
import { unzipSync } from "fflate";

import { createSiteServer } from "../../web/course/serve.mjs";
import { bank } from "../javascript/lms-banks-support.js";
import { expectAccessible } from "./accessible.js";
import { alive, fillIn, instanceOf, pass } from "./exercise-page.js";

const runtime = fileURLToPath(new URL("../../web/node_modules/scorm-again/dist/scorm12.min.js", import.meta.url));
const slug = "distance-bias";
const lesson = `lessons/${slug}/`;

/** @type {import("@playwright/test").TestType<any, any>} */
const test = base.extend({
  /** A platform's address: the package's files, and beside them the page that launches it. */
  platform: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs off this pattern
    async ({}, use) => {
      const folder = mkdtempSync(path.join(tmpdir(), "scorm-"));
      for (const [name, content] of Object.entries(unzipSync(bank(`scorm/${slug}.zip`)))) {
        mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
        writeFileSync(path.join(folder, name), content);
      }
      writeFileSync(path.join(folder, "runtime.js"), await readFile(runtime));
      writeFileSync(
        path.join(folder, "launch.html"),
        '<!doctype html><title>Platform</title><script src="runtime.js"></script><body>',
      );
      const server = createSiteServer({ folder });
      await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
      const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
      await use(`http://127.0.0.1:${port}/`);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true });
    },
    { scope: "worker" },
  ],
});

/** Launches the lesson, with what the platform kept of an earlier session. @param {any} page @param {any} [kept] */
async function launch(page, kept = {}) {
  await page.evaluate(
    ({ kept, lesson }) => {
      const window = /** @type {any} */ (globalThis);
      window.API = new window.Scorm12API({ autocommit: false, logLevel: 5 });
      window.API.loadFromFlattenedJSON(kept);
      window.log = [];
      for (const call of ["LMSInitialize", "LMSCommit", "LMSFinish"]) window.API.on(call, () => window.log.push(call));
      const frame = document.createElement("iframe");
      frame.src = lesson;
      frame.style = "width: 100%; height: 800px; border: 0";
      document.body.replaceChildren(frame);
    },
    { kept, lesson: `${lesson}index.html` },
  );
  return page.frameLocator("iframe");
}

/** What the platform has of the learner. */
const record = (/** @type {any} */ page) =>
  page.evaluate(() => {
    const { core, suspend_data } = /** @type {any} */ (globalThis).API.cmi;
    const { lesson_status, lesson_location, exit, session_time, score } = core.toJSON();
    return {
      lesson_status,
      lesson_location,
      exit,
      session_time,
      score: score.raw,
      suspend_data,
      log: /** @type {any} */ (globalThis).log,
    };
  });

/** The learner leaves. */
const leave = (/** @type {any} */ page) =>
  page.evaluate(async () => {
    document.querySelector("iframe")?.remove();
    await new Promise((resolve) => setTimeout(resolve));
  });

test("a lesson is launched, answered, scored, bookmarked, suspended, resumed and finished", async ({
  page,
  platform,
}) => {
  test.slow();
  await page.goto(`${platform}launch.html`);
  const frame = await launch(page);
  const standing = frame.locator("#standing");
  const count = (await frame.locator("main").evaluate((main) => JSON.parse(main.dataset.skills ?? "[]"))).length;
  expect(count).toBeGreaterThan(1);
  await expect(standing).toHaveText(`Exercises passed: 0 of ${count}. Score: 0 of 100. Your platform keeps it.`);
  // Nothing is written before the learner does something.
  expect(await record(page)).toMatchObject({ lesson_status: "not attempted", score: "", suspend_data: "" });

  // A wrong answer is worth nothing, a right one its share.
  const slopes = await alive(frame, "alibi_slopes");
  const { fields } = await instanceOf(slopes);
  await fillIn(slopes, fields.map(() => 0.3)); // prettier-ignore
  await slopes.getByRole("button", { name: "Check" }).click();
  await expect(standing).toContainText("Score: 0 of 100");
  await pass(slopes);
  const share = Math.round(100 / count);
  await expect(standing).toContainText(`Exercises passed: 1 of ${count}. Score: ${share} of 100.`);
  const row = await alive(frame, "alibi_row");
  await row.locator("#field-0").fill("−1½");
  await frame
    .locator("h2[id]")
    .nth(2)
    .evaluate((heading) => heading.scrollIntoView());
  const place = await frame.locator("h2[id]").nth(2).getAttribute("id");

  await leave(page);
  const suspended = await record(page);
  expect(suspended).toMatchObject({
    lesson_status: "incomplete",
    score: String(share),
    exit: "suspend",
    lesson_location: place,
  });
  // The run-time leaves zeros at the end out: 02.50 is read back as 02.5.
  expect(suspended.session_time).toMatch(/^00:0\d:\d\d(\.\d{1,2})?$/);
  expect(suspended.suspend_data.length).toBeLessThanOrEqual(4096);
  expect(suspended.log.at(0)).toBe("LMSInitialize");
  expect(suspended.log.filter((/** @type {string} */ call) => call === "LMSFinish")).toEqual(["LMSFinish"]);

  // Another browser: only the platform remembers.
  await page.evaluate(() => localStorage.clear());
  const { lesson_status, lesson_location, suspend_data, score } = suspended;
  const resumed = await launch(page, {
    "cmi.core.entry": "resume",
    "cmi.core.lesson_status": lesson_status,
    "cmi.core.lesson_location": lesson_location,
    "cmi.core.score.raw": score,
    "cmi.suspend_data": suspend_data,
  });
  await expect(resumed.locator("#standing")).toContainText(`Exercises passed: 1 of ${count}. Score: ${share} of 100.`);
  await expect(resumed.locator(`#${place}`)).toBeInViewport();
  const again = await alive(resumed, "alibi_row");
  await expect(again.locator("#field-0")).toHaveValue("−1½");
  // Everything passed: the lesson is completed.
  for (const exercise of await resumed.locator("where-exercise").all()) {
    await exercise.scrollIntoViewIfNeeded();
    if ((await exercise.getAttribute("exercise")) === "alibi_slopes") continue;
    if ((await exercise.getAttribute("exercise"))?.startsWith("code_")) await passProgram(exercise);
    else await pass(exercise);
  }
  await expect(resumed.locator("#standing")).toHaveText(
    `All ${count} exercises are passed. Score: 100 of 100. Your platform keeps it.`,
  );
  await leave(page);
  expect(await record(page)).toMatchObject({ lesson_status: "completed", score: "100", exit: "suspend" });
});

/** Writes the worked solution's program. @param {import("@playwright/test").Locator} exercise */
async function passProgram(exercise) {
  await exercise.evaluate((/** @type {any} */ element) => {
    element.type(0, element.engine.solution(element.instance).program);
    return element.check();
  });
  await expect(exercise.locator(".verdict")).toContainText("Right", { timeout: 20_000 });
}

test("a platform that refuses is told of in its own words, and told again", async ({ page, platform }) => {
  await page.clock.install();
  await page.goto(`${platform}launch.html`);
  const frame = await launch(page);
  await expect(frame.locator("#standing")).toContainText("Exercises passed: 0");
  await page.evaluate(() => {
    const { API } = /** @type {any} */ (globalThis);
    Object.assign(globalThis, { commit: API.LMSCommit });
    API.LMSCommit = () => "false";
  });
  await pass(await alive(frame, "alibi_slopes"));
  await expect(frame.locator("#trouble")).toContainText("The platform did not take what was reported (");
  await page.evaluate(() => {
    const { API, commit } = /** @type {any} */ (globalThis);
    API.LMSCommit = commit;
  });
  await frame.locator("#field-0").first().fill("1");
  // What is typed is handed on some seconds later.
  await expect(async () => {
    await page.clock.fastForward(20_000);
    await expect(frame.locator("#trouble")).toBeHidden({ timeout: 1000 });
  }).toPass({ timeout: 20_000 });
  await expect(frame.locator("#standing")).toContainText("Exercises passed: 1");
});

test("opened without a platform the lesson works and says so", async ({ page, platform }) => {
  /** @type {string[]} */
  const complaints = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("response", (response) => response.status() >= 400 && complaints.push(response.url()));
  await page.goto(`${platform}${lesson}index.html`);
  await expect(page.locator("#standing")).toHaveText(
    "This lesson was opened without a learning platform. Everything works, and nothing is reported to anyone.",
  );
  await pass(await alive(page, "alibi_slopes"));
  await expect(page.locator("where-bias-matrix svg").first()).toBeVisible();
  // Nothing leads out of the package.
  const out = await page.locator("a[href^='../'], a[href^='/']").count();
  expect(out).toBe(0);
  await expectAccessible(page, "#standing");
  await expectAccessible(page, ".references");
  expect(complaints).toEqual([]);
});

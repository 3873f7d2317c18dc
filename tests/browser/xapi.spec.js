// A lesson launched with an xAPI address: what a record store at that address gets, and what happens where it does not answer.
import { createRequire } from "node:module";

import { launchPolicy, contentSecurityPolicy } from "../../web/course/shell.js";
import { expectAccessible } from "./accessible.js";
import { alive, engine, fillIn, instanceOf, pass } from "./exercise-page.js";
import { expect, pages, test } from "./site.js";

const require = createRequire(new URL("../../web/package.json", import.meta.url));
/** @type {(statement: any) => unknown[]} */
const problemsOf = require("@learninglocker/xapi-validation").default;

const endpoint = "https://lrs.example/xapi/";
const registration = "ec531277-b57b-4c15-8d91-d292c5b2b8f7";
const launch = new URLSearchParams({
  endpoint,
  auth: "Basic YWRhOmtleQ==",
  actor: JSON.stringify({ name: "Ada", mbox: "mailto:ada@example.org" }),
  registration,
});

/** A record store at the endpoint that writes down what it gets. @param {import("@playwright/test").Page} page */
async function recordingStore(page) {
  const store = { /** @type {any[]} */ requests: [], status: 204, down: false };
  const headers = { "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "*", "Access-Control-Allow-Methods": "PUT" }; // prettier-ignore
  await page.route(`${endpoint}**`, async (route) => {
    const request = route.request();
    if (request.method() === "OPTIONS") return route.fulfill({ status: 204, headers });
    if (store.down) return route.abort("connectionrefused");
    store.requests.push({
      address: request.url(),
      headers: await request.allHeaders(),
      statement: request.postDataJSON(),
    });
    return route.fulfill({ status: store.status, headers });
  });
  const got = () => store.requests.map(({ statement }) => statement);
  const verbs = () => got().map(({ verb }) => verb.display["en-US"]);
  return { store, got, verbs };
}

test("the store gets what was experienced, answered and completed, in valid statements", async ({
  page,
  complaints,
}) => {
  test.slow();
  const { store, got, verbs } = await recordingStore(page);
  await page.goto(`launch/mask-leaks/?${launch}`);
  const standing = page.locator("#standing");
  await expect(standing).toContainText("Score: 0 of 100. The record store has all of it.");
  const visible = await alive(page, "visible_rows");
  const instance = await instanceOf(visible);
  await fillIn(visible, [...engine.runMistake(instance, "all_equal")]);
  await visible.getByRole("button", { name: "Check" }).click();
  await expect.poll(verbs).toEqual(["experienced", "answered"]);
  for (const exercise of await page.locator("where-exercise").all()) {
    await exercise.scrollIntoViewIfNeeded();
    await expect(exercise.getByRole("button", { name: "Check" })).toBeEnabled();
    await pass(exercise);
  }
  await expect.poll(() => verbs().at(-1)).toBe("completed");
  await expect(standing).toContainText("Score: 100 of 100. The record store has all of it.");

  for (const statement of got()) expect(problemsOf(statement)).toEqual([]);
  const [, wrong] = got();
  expect(wrong.result).toMatchObject({ success: false, score: { scaled: 0 } });
  expect(wrong.result.extensions).toMatchObject({
    "urn:x-whereabouts:exercise": "visible_rows",
    "urn:x-whereabouts:misconception": "all_equal",
    "urn:x-whereabouts:seed": instance.seed,
    "urn:x-whereabouts:tries": 1,
  });
  expect(wrong.actor).toEqual({ objectType: "Agent", name: "Ada", mbox: "mailto:ada@example.org" });
  expect(wrong.context.registration).toBe(registration);
  expect(got().at(-1).result).toMatchObject({ completion: true, score: { scaled: 1 } });
  for (const { address, headers, statement } of store.requests) {
    expect(address).toBe(`${endpoint}statements?statementId=${statement.id}`);
    expect(headers).toMatchObject({ authorization: "Basic YWRhOmtleQ==", "x-experience-api-version": "1.0.3" });
  }
  // The store is elsewhere: nothing else is.
  expect(complaints.filter((each) => !each.startsWith(`request to elsewhere: ${endpoint}`))).toEqual([]);
  complaints.splice(0);
});

test("what could not be sent is said, tried again, and sent once at the next launch", async ({ page, complaints }) => {
  const { store, verbs } = await recordingStore(page);
  store.down = true;
  await page.goto(`launch/distance-bias/?${launch}`);
  const [standing, trouble] = [page.locator("#standing"), page.locator("#trouble")];
  await expect(standing).toContainText("Waiting to be sent: 1.");
  await expect(trouble).toContainText("The record store could not be reached (");
  await pass(await alive(page, "alibi_slopes"));
  await expect(standing).toContainText("Exercises passed: 1 of");
  await expect(standing).toContainText("Waiting to be sent: 2.");
  await page.reload();
  // What was passed is known, what waited waits.
  await expect(standing).toContainText("Exercises passed: 1 of");
  await expect(standing).toContainText("Waiting to be sent: 3.");
  store.down = false;
  await expect(standing).toContainText("The record store has all of it.", { timeout: 20_000 });
  await expect(trouble).toBeHidden();
  expect(verbs()).toEqual(["experienced", "answered", "experienced"]);

  store.status = 400;
  await page.locator("where-exercise[exercise=alibi_slopes]").getByRole("button", { name: "Check" }).click();
  await expect(trouble).toContainText("Records refused for good: 1 (400");

  // The next learner of this browser finds nothing of it; the first one does.
  const typed = page.locator("where-exercise[exercise=alibi_slopes] #field-0");
  await expect(typed).not.toHaveValue("");
  const value = await typed.inputValue();
  const other = new URLSearchParams(launch);
  other.set("actor", JSON.stringify({ mbox: "mailto:bob@example.org" }));
  await page.goto(`launch/distance-bias/?${other}`);
  await alive(page, "alibi_slopes");
  await expect(typed).toHaveValue("");
  await expect(standing).toContainText("Exercises passed: 0 of");
  await page.goto(`launch/distance-bias/?${launch}`);
  await alive(page, "alibi_slopes");
  await expect(typed).toHaveValue(value);
  complaints.splice(0);
});

test("without a launch address nothing is sent; a wrong one says what is wrong, and sends nothing either", async ({
  page,
}) => {
  await page.goto("launch/distance-bias/");
  const standing = page.locator("#standing");
  const alone = "This page was opened without a launch address. Everything works, and nothing is reported to anyone.";
  await expect(standing).toHaveText(alone);
  // A request to elsewhere would be a complaint (site.js).
  await pass(await alive(page, "alibi_slopes"));
  await expectAccessible(page, "#standing");
  for (const [name, value, said] of [
    [
      "endpoint",
      "http://lrs.example/",
      "The endpoint in the launch address must begin with https: http://lrs.example/",
    ],
    ["actor", "Ada", "The actor in the launch address cannot be read."],
  ]) {
    const wrong = new URLSearchParams(launch);
    wrong.set(name, value);
    await page.goto(`launch/distance-bias/?${wrong}`);
    await expect(page.locator("#trouble")).toContainText(said);
    await expect(standing).toHaveText(alone);
  }
});

test("only what is launched may ask elsewhere, and by https alone", async ({ page }) => {
  const policyOf = () => page.locator("meta[http-equiv]").getAttribute("content");
  for (const address of pages) {
    await page.goto(address, { waitUntil: "commit" });
    await page.waitForSelector("meta[http-equiv]", { state: "attached" });
    expect(await policyOf(), address).toBe(contentSecurityPolicy);
  }
  await page.goto("launch/rope/");
  expect(await policyOf()).toBe(launchPolicy);
  expect(launchPolicy).toContain("connect-src 'self' https:;");
  expect(contentSecurityPolicy).not.toContain("https:");
});

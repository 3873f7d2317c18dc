// Figures and exercises in frames of other people's pages: what an address asks for, and what frames must survive.
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { frame, hostPage, isolation, opaque, picture, smuggled, strictPolicy } from "./host-pages.js";
import { expect, fits, heard, messages, test } from "./host-test.js";

const names = readdirSync(fileURLToPath(new URL("../../build/site/embed/v1", import.meta.url)), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== "exercise")
  .map(({ name }) => name);

test("every figure comes to life in a sandboxed frame, ten on a page, each as high as its content", async ({
  page,
  host,
  address,
}) => {
  test.setTimeout(180_000);
  for (let start = 0; start < names.length; start += 10) {
    const some = names.slice(start, start + 10);
    const frames = some.map((name) => frame(address, `${name}/`, `${opaque} id="${name}" width="700" height="100"`));
    await page.goto(host.add(hostPage(frames.join("\n"), `${address}embed/host.js`)));
    await expect
      .poll(async () => (await heard(page, "where-ready")).map(({ from }) => from).sort(), { timeout: 90_000 })
      .toEqual(some);
    expect(await heard(page, "where-error")).toEqual([]);
    for (const name of some) {
      const inside = page.frameLocator(`#${name}`);
      await expect(inside.locator(`where-${name} .sentence`)).not.toBeEmpty();
      const bar = () => inside.locator("html").evaluate((root) => root.scrollHeight - root.clientHeight);
      await expect.poll(bar, { message: name }).toBe(0);
    }
  }
});

test("a frame shows its figure without JavaScript and before the engine is there", async ({ browser, address }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${address}embed/v1/rope-clocks/`);
  await expect(page.locator(".poster .sentence")).toContainText("score(5, 2) = 0.025");
  await expect(page.locator("svg.picture").first()).toBeVisible();
  await page.goto(`${address}embed/v1/exercise/?exercise=rope_vector`);
  await expect(page.locator("noscript .problem")).toBeVisible();
  await expect(page.locator(".waiting")).toBeHidden();
  await context.close();
});

test("settings, hidden controls and the theme come from the address", async ({ page, address }) => {
  await page.goto(`${address}embed/v1/table-clocks/?base=100&position=3&hide=base,links&theme=dark&utm_source=letter`);
  const figure = page.locator("where-table-clocks");
  await expect(figure.locator(".sentence")).toHaveText(/^Position 3 has/);
  await expect(figure.getByRole("textbox", { name: "Base" })).toHaveCount(0);
  await expect(figure.getByRole("textbox", { name: "Position" })).toHaveValue("3");
  await expect(figure.getByRole("button", { name: "Reset" })).toHaveCount(0);
  await expect(page.getByRole("alert")).toHaveCount(0);
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  expect(await paper()).toBe("rgb(23, 24, 27)");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(`${address}embed/v1/table-clocks/?theme=light`);
  expect(await paper()).toBe("rgb(253, 252, 249)");
});

test("what an address asks for and cannot have is said, with what there is", async ({ page, address }) => {
  await page.goto(`${address}embed/v1/table-clocks/?base=ten&bse=100&theme=pink&lang=tlh&hide=base,legs`);
  await expect(page.locator("where-table-clocks .sentence")).not.toBeEmpty();
  const said = page.getByRole("alert");
  await expect(said).toHaveCount(5);
  const sentences = (await said.allTextContents()).sort();
  expect(sentences[0]).toBe("Base takes a number from 2 to 1,000,000.");
  expect(sentences[1]).toBe("The address of this frame asks for lang=tlh. What there is: en.");
  expect(sentences[2]).toBe("The address of this frame asks for theme=pink. What there is: auto, light, dark.");
  expect(sentences[3]).toMatch(/^The address of this frame sets “bse”, which .* position.*base.*hide, theme, lang\.$/);
  expect(sentences[4]).toMatch(/^“legs” is nothing that can be hidden here\. What can be: .*base.*, links\.$/);

  // What only the other settings forbid is said too, in whatever order the address has them.
  // No name of a control, nor of anything else in the picture.
  await page.goto(`${address}embed/v1/table-clocks/?hide=1`);
  await expect(page.getByRole("alert")).toContainText("1");

  await page.goto(`${address}embed/v1/word-order/?order=1,0`);
  await expect(page.getByRole("alert")).toHaveText("Order names every slot from 0 to 2 once, in any order.");
  await page.goto(`${address}embed/v1/word-order/?order=1,0&words=red%20car`);
  await expect(page.locator("where-word-order .sentence")).not.toBeEmpty();
  await expect(page.getByRole("alert")).toHaveCount(0);

  for (const [query, sentence] of [
    ["exercise=constructor", /there is no exercise “constructor”\. There are: /],
    ["exercise=no_such", /there is no exercise “no_such”\. There are: sinusoid_row, /],
    ["", /its page does not say which one\. There are: sinusoid_row, /],
    [
      "exercise=sinusoid_row&seed=abc",
      /seed is written as “abc”\. It takes a whole number from 0 to 9007199254740991\./,
    ],
    ["exercise=sinusoid_row&learner=ann&seed=-1", /seed is written as “-1”\. It takes a whole number from 0 /],
    ["exercise=sinusoid_row&width=wide", /width is written as “wide”\. It takes a whole number from 1 to 64\./],
    ["exercise=rope_score&layout=pairs", /layout is written as “pairs”\. It takes one of interleaved, half\./],
    ["exercise=permute&tokens=1,2,3", /cannot be shown: tokens has 3 numbers\. It takes 4 to 16\./],
  ]) {
    await page.goto(`${address}embed/v1/exercise/?${query}`);
    await expect(page.getByRole("alert")).toHaveText(sentence);
    await expect(page.locator("where-exercise").locator(".waiting, .poster")).toHaveCount(0);
    await expect(page.getByRole("link")).toHaveAttribute("href", /^\.\.\/\.\.\/\.\.\//);
  }
});

test("an exercise is drawn as its address says, and for each learner with numbers of their own", async ({
  page,
  address,
}) => {
  const drawn = async (/** @type {string} */ query) => {
    await page.goto(`${address}embed/v1/exercise/?exercise=sinusoid_row&${query}`);
    await expect(page.getByRole("button", { name: "Check" })).toBeEnabled();
    return page
      .locator("where-exercise")
      .evaluate((/** @type {any} */ { instance }) => [instance.seed, instance.parameters]);
  };
  expect(await drawn("seed=7&base=100")).toEqual([7, expect.objectContaining({ base: 100 })]);
  await expect(page.getByRole("link")).toHaveAttribute("href", "../../../lessons/position-table/");
  await drawn("hide=solution,next");
  await expect(page.getByRole("button", { name: "Hint" })).toHaveCount(1);
  await expect(page.getByRole("button", { name: /solution|Another/ })).toHaveCount(0);
  // One that was opened before is not shown where it is not wanted.
  await drawn("seed=7");
  for (const field of await page.getByRole("textbox").all()) await field.fill("5");
  await page.getByRole("button", { name: "Check" }).click();
  await page.getByRole("button", { name: "Worked solution" }).click();
  await expect(page.getByText("Worked solution")).toHaveCount(2);
  await drawn("seed=7&hide=solution");
  await expect(page.getByText("Worked solution")).toHaveCount(0);
  // Nor are the right numbers beside those of a mistake.
  const mistaken = await page.locator("where-exercise").evaluate((/** @type {any} */ { engine, instance }) => engine.runMistake(instance, "degrees")); // prettier-ignore
  for (const [index, field] of (await page.getByRole("textbox").all()).entries())
    await field.fill(String(mistaken[index]));
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByRole("status")).toContainText("Degrees instead of radians");
  await expect(page.getByRole("button", { name: "Show what this mistake does" })).toHaveCount(0);
  const [ann, again, bob] = [await drawn("learner=ann"), await drawn("learner=ann"), await drawn("learner=bob")];
  expect(ann).toEqual(again);
  expect(ann[0]).not.toBe(bob[0]);
});

test("in a sandboxed frame an exercise works, says that nothing is kept, and its score reaches the page around it", async ({
  page,
  host,
  address,
}) => {
  const content = frame(address, "exercise/?exercise=table_edge&seed=4", `${opaque} width="600" height="150"`);
  await page.goto(host.add(hostPage(content, `${address}embed/host.js`)));
  const inside = page.frameLocator("iframe");
  const exercise = inside.locator("where-exercise");
  await expect(exercise.getByRole("button", { name: "Check" })).toBeEnabled();
  await expect(inside.getByRole("link")).toHaveCount(0);
  const right = await exercise.evaluate((/** @type {any} */ { engine, instance }) => engine.solution(instance).answer);
  for (const [index, value] of right.entries()) await exercise.getByRole("textbox").nth(index).fill(String(value));
  await expect(exercise.getByText("does not let the page keep what you type")).toBeVisible();
  await exercise.getByRole("textbox").nth(1).press("Enter");
  await expect(exercise.getByRole("status")).toHaveText(/^\s*Right: /);
  await expect.poll(() => heard(page, "where-answer")).toHaveLength(1);
  expect((await heard(page, "where-answer"))[0]).toMatchObject({
    exercise: "table_edge",
    seed: 4,
    verdict: "correct",
    score: 1,
    tries: 1,
    misconception: null,
  });
  await expect.poll(() => fits(page)).toBe(true);
});

test("rubbish that a page sends or gets changes nothing", async ({ page, host, address }) => {
  const other = host.add(`<script>
    for (const data of [{ context: "whereabouts", type: "height", height: 3000 },
                        { context: "whereabouts", type: "where-answer", detail: { score: 1 } }])
      parent.postMessage(data, "*");
  </script>`);
  const content = `${frame(address, "table-clocks/", 'id="ours" width="600" height="100"')}
    <iframe id="other" title="somebody else" src="${other}#${address}embed/v1/table-clocks/" height="50"></iframe>
    ${frame(address, "table-clocks/", 'id="gone" width="600" height="100"')}`;
  await page.goto(host.add(hostPage(content, `${address}embed/host.js`)));
  await expect.poll(async () => (await heard(page, "where-ready")).length).toBe(2);
  await expect.poll(async () => (await messages(page, "where-answer")).length).toBe(1);
  await expect.poll(() => fits(page, "#gone")).toBe(true);
  const height = await page.locator("#ours").evaluate((element) => element.clientHeight);
  // A frame of ours whose reader has gone elsewhere in it.
  await page.locator("#gone").evaluate((element, elsewhere) => {
    /** @type {HTMLIFrameElement} */ (element).contentWindow?.location.replace(elsewhere);
  }, other);
  await expect.poll(async () => (await messages(page, "where-answer")).length).toBe(2);
  expect(await heard(page, "where-answer")).toEqual([]);
  expect(await page.locator("#other").evaluate((element) => element.clientHeight)).toBe(50);
  expect(await page.locator("#gone").evaluate((element) => element.clientHeight)).toBe(height);
  await page.evaluate(() => {
    const { contentWindow } = /** @type {HTMLIFrameElement} */ (document.getElementById("ours"));
    const rubbish = [null, 3, "whereabouts", [], {}, { context: "whereabouts" }, new Date(), { type: "height" }];
    rubbish.push({ context: "whereabouts", type: "evaluate", code: "document.body.remove()" });
    rubbish.push({ context: "whereabouts", type: { toString: "no function" } }, new Uint8Array(9));
    for (const data of rubbish) {
      contentWindow?.postMessage(data, "*");
      window.postMessage(data, "*");
    }
    contentWindow?.postMessage({ context: "whereabouts", type: "ask" }, "*");
  });
  const inside = page.frameLocator("#ours");
  await inside.locator("body").evaluate(() => {
    for (const height of [Number.NaN, -1, Infinity, {}, null, 1e9, "9"])
      parent.postMessage({ context: "whereabouts", type: "height", height }, "*");
    parent.postMessage({ context: "whereabouts", type: "where-error", detail: { message: "the last one" } }, "*");
  });
  await expect.poll(() => heard(page, "where-error")).toMatchObject([{ message: "the last one" }]);
  await inside.getByRole("button", { name: "Reset" }).click();
  await expect(inside.getByRole("alert")).toHaveCount(0);
  expect(await page.locator("#ours").evaluate((element) => element.clientHeight)).toBe(height);
});

test("in a page with a strict policy of its own, and in an isolated one, frames work and fit", async ({
  page,
  host,
  address,
}) => {
  const frames = [
    frame(address, "table-clocks/", 'id="plain" width="600" height="100"'),
    frame(address, "table-clocks/", `${opaque} id="opaque" width="600" height="100"`),
  ].join("");
  const policy = { "Content-Security-Policy": strictPolicy(new URL(address).origin) };
  for (const headers of /** @type {Record<string, string>[]} */ ([policy, isolation])) {
    await page.goto(host.add(hostPage(frames, `${address}embed/host.js`), headers));
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(headers === isolation);
    await expect.poll(async () => (await heard(page, "where-ready")).length).toBe(2);
    for (const id of ["plain", "opaque"])
      await expect.poll(() => page.locator(`#${id}`).evaluate((element) => element.clientHeight)).toBeGreaterThan(300);
  }
});

test("a frame runs and fetches nothing but what is the site's, in a sandbox too", async ({
  page,
  host,
  address,
  complaints,
}) => {
  const elsewhere = host.add(picture.body, picture.headers);
  const open = async (/** @type {string} */ attributes) => {
    await page.goto(host.add(hostPage(frame(address, "table-clocks/", attributes), `${address}embed/host.js`)));
    await expect.poll(async () => (await heard(page, "where-ready")).length).toBe(1);
    return page.frames()[1];
  };
  for (const attributes of ["", opaque])
    expect(await (await open(attributes)).evaluate(smuggled, elsewhere), attributes).toEqual([]);

  // What its first script adds holds back what is from elsewhere.
  await page.addInitScript(() => (HTMLMetaElement.prototype.after = () => {}));
  expect(await (await open(opaque)).evaluate(smuggled, elsewhere)).toEqual(["picture", "fetch"]);
  // This page has no policy at all.
  expect(await page.evaluate(smuggled, `${address}embed/v1/rope-clocks/poster.svg`)).toEqual(["script", "style", "picture", "fetch"]); // prettier-ignore
  const others = complaints.splice(0).filter((each) => !each.includes(host.address));
  expect(others.filter((each) => !/Content Security Policy/.test(each))).toEqual([]);
});

test("a training in a sandboxed frame runs in its worker", async ({ page, host, address }) => {
  test.slow();
  await page.goto(host.add(hostPage(frame(address, "mask-leak/", `${opaque} width="700" height="700"`))));
  const inside = page.frameLocator("iframe");
  await inside.getByRole("button", { name: "Train", exact: true }).click();
  await expect(inside.locator(".far")).toHaveText(/step [1-9]/, { timeout: 60_000 });
});

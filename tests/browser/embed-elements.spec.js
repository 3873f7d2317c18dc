// Figures and exercises as elements of other people's pages: what one script makes of them there.
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { elementsPage, elementsPolicy, isolation } from "./host-pages.js";
import { expect, heard, test } from "./host-test.js";
import { serveBelow } from "./site.js";

/** @typedef {import("@playwright/test").Page} Page */

const built = new URL("../../build/site/embed/v1/", import.meta.url);
const names = readdirSync(fileURLToPath(built), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== "exercise")
  .map(({ name }) => name);
const question = '<where-exercise exercise="table_edge" seed="4"></where-exercise>';

/** @param {Page} page @param {number} count */
const ready = (page, count) =>
  expect.poll(async () => (await heard(page, "where-ready")).length, { timeout: 30_000 }).toBe(count);

/** Addresses below the site that the page asks for, without their hashes. @param {Page} page @param {string} address */
function asked(page, address) {
  /** @type {string[]} */
  const all = [];
  page.on("request", (request) => {
    if (request.url().startsWith(address))
      all.push(
        request
          .url()
          .slice(address.length)
          .replace(/-[\w-]{8}\./, "."),
      );
  });
  return all;
}

test("every element lives in a page that allows what is documented, with one engine, and keeps nothing there", async ({
  page,
  host,
  address,
}) => {
  const all = asked(page, address);
  // What a picture shows, written out: every setting of every figure arrives, what is none stays outside, and the picture is shown.
  const written = (/** @type {string} */ name) => /** @type {Record<string, string>} */ (JSON.parse(readFileSync(new URL(`${name}/poster.json`, built), "utf8")).written); // prettier-ignore
  const attributes = (/** @type {string} */ name) => Object.entries(written(name)).map((entry) => `${entry[0]}="${entry[1]}"`).join(" "); // prettier-ignore
  const others = 'translate="no" itemprop="about" draggable="false"';
  const elements = names.map((name) => `<where-${name} id="${name}" ${others} ${attributes(name)}></where-${name}>`);
  const policy = { "Content-Security-Policy": elementsPolicy(new URL(address).origin) };
  await page.goto(host.add(elementsPage(address, elements.join("\n") + question), policy));
  await ready(page, names.length + 1);
  expect((await heard(page, "where-ready")).map(({ name }) => name).sort()).toEqual([...names, "exercise"].sort());
  expect(await heard(page, "where-error")).toEqual([]);
  for (const name of names) {
    await expect(page.locator(`#${name} .sentence`)).not.toBeEmpty();
    const taken = await page.locator(`where-${name}-inside`).evaluate((inside) => inside.getAttributeNames());
    expect(taken.filter((each) => !/^(data-embed|data-measured|exportparts)$/.test(each)).sort(), name).toEqual(Object.keys(written(name)).sort()); // prettier-ignore
  }
  expect(all.filter((each) => each.endsWith(".wasm"))).toHaveLength(1);
  expect(all.filter((each) => each.endsWith(".safetensors"))).toEqual([]);

  const exercise = page.locator("where-exercise");
  const right = await page
    .locator("where-exercise-inside")
    .evaluate((/** @type {any} */ { engine, instance }) => engine.solution(instance).answer);
  for (const [index, value] of right.entries()) await exercise.getByRole("textbox").nth(index).fill(String(value));
  await expect(exercise.getByText("What you type here lasts until you leave the page.")).toBeVisible();
  await exercise.getByRole("textbox").nth(1).press("Enter");
  await expect.poll(() => heard(page, "where-answer")).toMatchObject([{ exercise: "table_edge", seed: 4, score: 1 }]);
  const kept = await page.evaluate(async () => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
    ...(await indexedDB.databases()).map(({ name }) => name),
    document.cookie,
  ]);
  expect(kept).toEqual([""]);
  // A race writes its set-up into the address of a lesson, but not into that of somebody else's page.
  const where = page.url();
  await page.locator("#encoding-race").getByRole("radio").last().check({ force: true });
  await expect.poll(async () => (await heard(page, "where-change")).map(({ name }) => name)).toContain("encoding-race");
  expect(page.url()).toBe(where);
});

test("attributes are settings, also of elements that come later or stand in a shadow tree, below another base", async ({
  page,
  host,
  address,
}) => {
  const all = asked(page, address);
  const content = `<div id="later"></div><div id="shadow"></div>`;
  await page.goto(host.add(elementsPage(address, content, '<base href="https://example.org/elsewhere/">')));
  await page.waitForFunction(() => customElements.get("where-table-clocks"));
  expect(all).toEqual(["embed/v1/whereabouts.js"]);
  await page.evaluate(() => {
    const root = /** @type {Element} */ (document.querySelector("#shadow")).attachShadow({ mode: "open" });
    root.innerHTML = '<where-table-clocks position="3" hide="base,links" lang="en-GB"></where-table-clocks>';
  });
  const figure = page.locator("where-table-clocks");
  await expect(figure.locator(".sentence")).toHaveText(/^Position 3 has/);
  await expect(figure.getByRole("textbox", { name: "Base" })).toHaveCount(0);
  await expect(figure.getByRole("textbox", { name: "Position" })).toHaveValue("3");
  await expect(figure.getByRole("button", { name: "Reset" })).toHaveCount(0);
  expect(await heard(page, "where-ready")).toMatchObject([{ name: "table-clocks", from: "shadow" }]);
  await figure.evaluate((element) => element.setAttribute("position", "5"));
  await expect(figure.locator(".sentence")).toHaveText(/^Position 5 has/);

  await page.evaluate(() => {
    const made = document.createElement("where-exercise");
    document.querySelector("#later")?.append(made);
    for (const [name, value] of Object.entries({ exercise: "sinusoid_row", seed: "7", width: "4", learner: "ann" }))
      made.setAttribute(name, value);
  });
  const inside = page.locator("where-exercise-inside");
  await expect(inside.getByRole("textbox")).toHaveCount(4);
  const drawn = () => inside.evaluate((/** @type {any} */ { instance }) => [instance.id, instance.seed]);
  const [, seed] = await drawn();
  expect(seed).not.toBe(7);
  await page.locator("where-exercise").evaluate((element) => {
    element.removeAttribute("width");
    element.setAttribute("exercise", "table_edge");
  });
  await expect.poll(async () => (await drawn())[0]).toBe("table_edge");

  // What is not taken is said, once each.
  await page.evaluate(() => {
    const wrong = '<where-table-clocks id="wrong" base="ten" hide="legs" theme="pink" lang="tlh"></where-table-clocks>';
    document.querySelector("#later")?.insertAdjacentHTML("beforeend", wrong);
  });
  const said = page.locator("#wrong").getByRole("alert");
  await expect(said).toHaveCount(4);
  expect((await said.allTextContents()).sort()).toEqual([
    "Base takes a number from 2 to 1,000,000.",
    "This element is set to lang=“tlh”. What there is: en.",
    "This element is set to theme=“pink”. What there is: auto, light, dark.",
    expect.stringMatching(/^“legs” is nothing that can be hidden here\./),
  ]);
  const errors = (await heard(page, "where-error")).map(({ setting }) => setting);
  expect(errors.sort()).toEqual(["base", "hide", "lang", "theme"]);
  expect(all.filter((each) => each.endsWith(".wasm"))).toHaveLength(1);
});

test("the page's styles do not reach in, but for the properties and parts that it may set", async ({
  page,
  host,
  address,
}) => {
  const styles = `<style>
    html { font-size: 10px; --ink: red; --sans: cursive; }
    body { text-transform: uppercase; text-align: center; line-height: 4; letter-spacing: 1em; color: red; }
    * { box-sizing: border-box; } button { display: none !important; } svg { width: 10px !important; }
    input, p { margin: 40px; }
    #set { --where-ink: rgb(0, 0, 200); --where-font: monospace; --where-size: 20px; --where-radius: 9px; }
    #set::part(sentence) { font-style: italic; }
  </style>`;
  const content = `<where-table-clocks id="plain"></where-table-clocks><where-table-clocks id="set"></where-table-clocks>
    <where-table-clocks id="dark" theme="dark"></where-table-clocks><where-position-table></where-position-table>`;
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(host.add(elementsPage(address, content, styles)));
  await ready(page, 4);
  const look = (/** @type {string} */ id) =>
    page.locator(`${id} .sentence`).evaluate((element) => {
      const style = getComputedStyle(element);
      const { color, fontSize, fontFamily, fontStyle, textTransform, textAlign, letterSpacing, boxSizing } = style;
      return { color, fontSize, fontFamily, fontStyle, textTransform, textAlign, letterSpacing, boxSizing };
    });
  const plain = {
    color: "rgb(28, 28, 30)",
    fontSize: "16px",
    fontFamily: '"Whereabouts Sans", system-ui, sans-serif',
    fontStyle: "normal",
    textTransform: "none",
    textAlign: "start",
    letterSpacing: "normal",
    boxSizing: "content-box",
  };
  expect(await look("#plain")).toEqual(plain);
  const set = { ...plain, color: "rgb(0, 0, 200)", fontSize: "20px", fontFamily: "monospace", fontStyle: "italic" };
  expect(await look("#set")).toEqual(set);
  expect(await look("#dark")).toEqual({ ...plain, color: "rgb(236, 234, 228)" });
  await expect(page.locator("#plain").getByRole("button", { name: "Reset" })).toBeVisible();
  expect((await page.locator("#plain svg.picture").boundingBox())?.width).toBeGreaterThan(500);
  expect(await page.locator("#set .field").first().evaluate((field) => getComputedStyle(field).borderRadius)).toBe("9px"); // prettier-ignore
  // A page that is light stays light for a reader whose system is dark, and so do maps of numbers; until it changes its mind.
  const maps = page.locator("where-position-table");
  await expect(maps.locator("svg .light-map").first()).toBeVisible();
  await expect(maps.locator("svg .dark-map").first()).toBeHidden();
  await page.evaluate(() => (document.documentElement.style.colorScheme = "dark"));
  await expect(maps.locator("svg .dark-map").first()).toBeVisible();
  // Narrow, and zoomed.
  await page.setViewportSize({ width: 400, height: 700 });
  await page.evaluate(() => (document.documentElement.style.zoom = "1.25"));
  for (const each of ["#plain", "where-position-table"])
    await expect.poll(() => page.locator(each).evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
});

test("a lazy element loads nothing before it is near; its picture holds the very room that it will take", async ({
  page,
  host,
  address,
}) => {
  const all = asked(page, address);
  const content = `<div style="height: 5000px"></div><where-table-clocks id="lazy" loading="lazy"></where-table-clocks>
    <div style="height: 5000px"></div>
    <where-rope-clocks id="still" loading="lazy" poster base="100"></where-rope-clocks>
    <where-table-edge loading="lazy" poster>Loading</where-table-edge>
    <where-wavelengths loading="lazy" poster="none"><a href="https://example.org/">elsewhere</a></where-wavelengths>
    <where-exercise exercise="rope_vector" seed="1" loading="lazy" poster></where-exercise>`;
  await page.goto(host.add(elementsPage(address, content)));
  const still = page.locator("#still");
  const exercise = page.locator("where-exercise");
  await expect(still.locator(".poster")).toHaveCount(1);
  await expect(exercise.locator(".poster .prompt")).toHaveText(/^Rotate/);
  expect(all.filter((each) => !/^(embed\/v1\/|assets\/source-sans-3-[46]00\.woff2$)/.test(each))).toEqual([]);
  expect(all.filter((each) => each.includes("table-clocks"))).toEqual([]);
  await expect(page.getByRole("link", { name: "elsewhere" })).toBeVisible();
  // Another state than that of the picture: no number of it is shown, but what is asked of the reader.
  await expect(still.locator(".poster .see")).toBeVisible();
  await expect(still.locator(".poster .sentence")).toBeHidden();
  await expect(exercise.locator(".poster .prompt")).toBeVisible();
  const heights = async () => [(await still.boundingBox())?.height, (await exercise.boundingBox())?.height];
  const before = await heights();
  // Words that the page itself has put there are enough.
  await expect(page.getByText("Loading")).toBeVisible();
  await expect(page.locator("where-table-edge").locator(".poster, .waiting")).toHaveCount(0);
  // One that was taken out of the page before it began leaves nothing behind.
  await page.evaluate(() => {
    const gone = document.createElement("where-table-edge");
    gone.setAttribute("loading", "lazy");
    document.body.append(gone);
    gone.remove();
    Object.assign(window, { gone: new WeakRef(gone) });
  });
  const left = async () => {
    await page.requestGC();
    return page.evaluate(() => /** @type {any} */ (window).gone.deref() !== undefined);
  };
  await expect.poll(left).toBe(false);
  await exercise.scrollIntoViewIfNeeded();
  await ready(page, 4);
  await expect(page.locator(".poster")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "elsewhere" })).toBeHidden();
  expect(await heights()).toEqual(before);
  expect(all.filter((each) => each.includes("table-clocks"))).toEqual([]);
});

test("a second copy of the script, of the same site or of another, does no harm", async ({
  page,
  host,
  address,
  complaints,
}) => {
  await serveBelow("/older/", async (older) => {
    /** @type {string[]} */
    const said = [];
    page.on("console", (message) => said.push(message.text()));
    const theirs = asked(page, older);
    const again = (/** @type {string} */ site) =>
      `<script type="module" src="${site}embed/v1/whereabouts.js"></script>`;
    const content = `<where-table-clocks></where-table-clocks>${question}${again(older)}${again(`${older}../older/`)}`;
    await page.goto(host.add(elementsPage(address, content, again(address))));
    await ready(page, 2);
    expect(await heard(page, "where-error")).toEqual([]);
    await expect.poll(() => said).toHaveLength(1);
    expect(said).toEqual([
      `${older}embed/v1/whereabouts.js: the elements of this page come from ${address}embed/v1/whereabouts.js, which was there first.`,
    ]);
    expect(theirs).toEqual(["embed/v1/whereabouts.js", "embed/v1/remarks.js"]);
    expect(complaints.splice(0).filter((each) => !/^request to elsewhere/.test(each))).toEqual([]);
  });
});

test("an element that there is none of says so where it stands, with what is near to it", async ({
  page,
  host,
  address,
  complaints,
}) => {
  const all = asked(page, address);
  const content = `<where-positon-table>A table <b>of numbers</b></where-positon-table>
    <where-table-clocks></where-table-clocks><where-other></where-other><their-own></their-own>
    <where-lately></where-lately><where-clock>`;
  await page.goto(host.add(elementsPage(address, content)));
  await ready(page, 1);
  const said = page.getByRole("alert");
  await expect(said).toHaveCount(4);
  const sentence = "There is no element “where-positon-table”. What is near to it: where-position-table.";
  await expect(page.locator("where-positon-table")).toHaveText(`${sentence}A table of numbers`);
  await expect(page.locator("where-other").getByRole("alert")).toHaveText(/What there is: where-.*, where-word-order\.$/);
  const errors = await heard(page, "where-error");
  expect(errors.map(({ name }) => name)).toEqual(["positon-table", "other", "lately", "clock"]);
  expect(errors[0].message).toBe(sentence);
  expect(complaints.splice(0).filter((each) => each.startsWith("console"))).toHaveLength(4);
  // One of somebody else's, that comes late.
  await page.evaluate(() => customElements.define("where-lately", class extends HTMLElement {}));
  await expect(said).toHaveCount(3);

  // A page without any is not asked to fetch what says so.
  all.splice(0);
  await page.goto(host.add(elementsPage(address, "<where-table-clocks></where-table-clocks>")));
  await ready(page, 1);
  expect(all.filter((each) => each.includes("remarks"))).toEqual([]);
});

test("what does not come, or is held back by the page's policy, is said in the element, and asked for again", async ({
  page,
  host,
  address,
  complaints,
}) => {
  const { origin } = new URL(address);
  const all = asked(page, address);
  const part = /\/position-probe(-[^/]*\.js|\/poster\.json)$/;
  const other = /\/exercise-[^/]*\.js$/;
  for (const each of [part, other]) await page.route(each, (route) => route.abort());
  const content = "<where-position-probe></where-position-probe>";
  await page.goto(host.add(elementsPage(address, content + question)));
  const element = page.locator("where-position-probe");
  const refused = page.getByRole("alert");
  await expect(refused).toHaveText([
    /could not be loaded from http.*Check the connection and try again/,
    /could not be loaded from http.*Check the connection and try again/,
  ]);
  await expect(element.locator(".poster, .waiting")).toHaveCount(0);
  const [message, second] = await refused.allTextContents();
  const about = { type: "where-error", from: "" };
  expect(await heard(page, "where-error")).toEqual(
    expect.arrayContaining([
      { ...about, name: "position-probe", message },
      { ...about, name: "exercise", exercise: "table_edge", seed: 4, message: second },
    ]),
  );
  for (const each of [part, other]) await page.unroute(each);
  await element.getByRole("button", { name: "Try again" }).click();
  await expect(element.locator(".sentence")).not.toBeEmpty();
  await expect(element.getByRole("alert")).toHaveCount(0);
  // Its picture was asked for again, and with it what was measured: no model is needed.
  expect(await page.locator("where-position-probe-inside").getAttribute("data-measured")).toMatch(/^[[{]/);
  expect(all.filter((each) => each.endsWith(".safetensors"))).toEqual([]);

  // What comes may be something else.
  await page.route(part, (route) => route.fulfill({ contentType: "text/javascript", headers: { "Access-Control-Allow-Origin": "*" }, body: "" })); // prettier-ignore
  await page.goto(host.add(elementsPage(address, content)));
  await expect(refused).toContainText("(what came from there is no where-position-probe)");
  await page.unroute(part);

  // The page's own pictures in the place of one that is not live yet may fail for any reason.
  /** @type {() => void} */
  let release = () => {};
  const released = new Promise((resolve) => (release = () => resolve(undefined)));
  await page.route(/\.wasm$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(host.add(elementsPage(address, '<where-position-table><img alt="a table"></where-position-table>')));
  const given = page.locator("where-position-table");
  await expect(page.locator("where-position-table-inside")).toHaveCount(1);
  await page.getByAltText("a table").evaluate((/** @type {HTMLImageElement} */ image) => {
    const failed = new Promise((resolve) => image.addEventListener("error", resolve));
    image.src = "/nothing.png";
    return failed;
  });
  release();
  await expect(given.locator(".sentence")).not.toBeEmpty();
  await expect(given.locator(".policy")).toHaveCount(0);
  await page.unrouteAll();

  const policies = [
    { without: ` ${origin} 'wasm-unsafe-eval'`, said: "script-src" },
    { without: " 'wasm-unsafe-eval'", said: "script-src" },
    { without: `connect-src ${origin}; `, said: "connect-src" },
    { without: "img-src data:; ", said: "img-src" },
  ];
  for (const { without, said } of policies) {
    // The script itself has to come, or there is nobody who could say anything.
    const allowed = without.includes(`${origin} `) ? ` ${address}embed/v1/whereabouts.js` : "";
    const policy = { "Content-Security-Policy": elementsPolicy(origin).replace(without, allowed) };
    await page.goto(host.add(elementsPage(address, "<where-position-table></where-position-table>"), policy));
    const line = page.locator("where-position-table .policy");
    await expect(line).toContainText(`holds back what the element needs: ${said}`);
    await expect(line).toContainText(`script-src ${origin} 'wasm-unsafe-eval'; connect-src ${origin}; img-src data:`);
  }
  complaints.splice(0);
});

test("in an isolated page a training runs in its worker, and a program is checked", async ({ page, host, address }) => {
  const content = `<where-mask-leak></where-mask-leak><where-exercise exercise="code_position_table"></where-exercise>`;
  await page.goto(host.add(elementsPage(address, content), isolation));
  await ready(page, 2);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  expect(await page.evaluate(() => [...document.fonts].map(({ family, weight }) => `${family} ${weight}`))).toEqual(
    expect.arrayContaining(["Whereabouts Sans 400", "Whereabouts Sans 600"]),
  );
  await page.getByRole("button", { name: "Check" }).click();
  await expect.poll(() => heard(page, "where-answer"), { timeout: 30_000 }).toHaveLength(1);
  await page.getByRole("button", { name: "Train", exact: true }).click();
  await expect(page.locator("where-mask-leak .far")).toHaveText(/step [1-9]/, { timeout: 30_000 });
  await page.getByRole("button", { name: "Stop" }).click();
});

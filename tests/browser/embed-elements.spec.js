// Figures and exercises as elements of other people's pages: what one script makes of them there.
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { elementsPage, elementsPolicy, isolation } from "./host-pages.js";
import { asked, expect, heard, ready, test } from "./host-test.js";

const built = new URL("../../build/site/embed/v1/", import.meta.url);
const names = readdirSync(fileURLToPath(built), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== "exercise")
  .map(({ name }) => name);
const question = '<where-exercise exercise="table_edge" seed="4"></where-exercise>';

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
  // Where nothing but the body is dark, or nothing but its text says so, the text tells; so it does on a light ground of a dark scheme.
  for (const [style, color] of [
    ["color-scheme: dark; background: #111; color: #eee", "rgb(236, 234, 228)"],
    ["color-scheme: dark; color: #111", "rgb(28, 28, 30)"],
    ["background: #111; color: oklch(0.9 0.02 90)", "rgb(236, 234, 228)"],
    ["color-scheme: light dark", "rgb(28, 28, 30)"],
  ]) {
    await page.evaluate((text) => {
      document.documentElement.style.colorScheme = "";
      document.body.style.cssText = `color: black; ${text}`;
    }, style);
    await expect.poll(async () => (await look("#plain")).color, { message: style }).toBe(color);
    const shown = color.startsWith("rgb(236") ? ".dark-map" : ".light-map";
    await expect(maps.locator(`svg ${shown}`).first()).toBeVisible();
    expect((await look("#dark")).color).toBe("rgb(236, 234, 228)");
    expect((await look("#set")).color).toBe("rgb(0, 0, 200)");
  }
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

// Frames and elements in other people's pages where something is wrong: what does not come or is held back, a second script, a wrong name.
import { elementsPage, elementsPolicy, frame, hostPage } from "./host-pages.js";
import { asked, expect, heard, ready, test } from "./host-test.js";
import { serveBelow } from "./site.js";

const question = '<where-exercise exercise="table_edge" seed="4"></where-exercise>';

test("a frame whose parts do not come says so, and asks for them again", async ({
  page,
  host,
  address,
  complaints,
}) => {
  const part = /\/exercise-[^/]*\.js$/;
  await page.route(part, (route) => route.abort());
  const content = frame(address, "exercise/?exercise=table_edge&seed=4", 'width="600" height="150"');
  await page.goto(host.add(hostPage(content, `${address}embed/host.js`)));
  const inside = page.frameLocator("iframe");
  await expect(inside.getByRole("alert")).toContainText("could not be loaded");
  await expect(inside.getByText("on its way")).toHaveCount(0);
  await expect
    .poll(() => heard(page, "where-error"))
    .toEqual([
      { type: "where-error", from: "", name: "exercise", exercise: "table_edge", seed: 4, message: expect.any(String) },
    ]);
  await page.unroute(part);
  await inside.getByRole("button", { name: "Try again" }).click();
  await expect(inside.getByRole("button", { name: "Check" })).toBeEnabled();
  await expect(inside.getByRole("alert")).toHaveCount(0);

  // A figure whose engine does not come.
  const engine = /\.wasm$/;
  await page.route(engine, (route) => route.abort());
  await page.goto(host.add(hostPage(frame(address, "table-clocks/", 'width="600"'), `${address}embed/host.js`)));
  await expect(inside.getByRole("alert")).toContainText("could not be loaded");
  await page.unroute(engine);
  await inside.getByRole("button", { name: "Try again" }).click();
  await expect(inside.getByRole("button", { name: "Reset" })).toBeVisible();
  await expect(inside.getByRole("alert")).toHaveCount(0);

  // An exercise works without what notes that it was passed.
  await page.route(/\/signs-[^/]*\.js$/, (route) => route.abort());
  await page.goto(host.add(hostPage(content, `${address}embed/host.js`)));
  await expect(inside.getByRole("alert")).toContainText("not noted");
  await expect(inside.getByRole("button", { name: "Check" })).toBeEnabled();
  complaints.splice(0);
});

test("an exercise says quietly that the code of an attempt did not come, and asks again for what makes numbers of a name", async ({
  page,
  address,
  complaints,
}) => {
  const parts = /\/(offer|learner)-[^/]*\.js$/;
  await page.route(parts, (route) => route.abort());
  await page.goto(`${address}embed/v1/exercise/?exercise=table_edge&seed=4&learner=ann`);
  await expect(page.getByRole("alert")).toContainText("could not be loaded");
  await page.unroute(parts);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("button", { name: "Check" })).toBeEnabled();
  await expect(page.getByRole("alert")).toHaveCount(0);

  await page.route(parts, (route) => route.abort());
  for (const field of await page.getByRole("textbox").all()) await field.fill("5");
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByText("The code of this attempt could not be loaded")).toBeVisible();
  await expect(page.getByRole("status")).not.toBeEmpty();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.unroute(parts);
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByText("The code of this attempt could not be loaded")).toHaveCount(0);
  expect(complaints.filter((each) => each.startsWith("uncaught"))).toEqual([]);
  complaints.splice(0);
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
  await expect(page.locator("where-other").getByRole("alert")).toHaveText(
    /What there is: where-.*, where-word-order\.$/,
  );
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

  // The engine alone does not come: its picture stays, and it is asked for again.
  const engine = /\.wasm$/;
  await page.route(engine, (route) => route.abort());
  await page.goto(host.add(elementsPage(address, "<where-table-clocks></where-table-clocks>")));
  const clocks = page.locator("where-table-clocks");
  await expect(clocks.getByRole("alert")).toContainText("could not be loaded");
  await expect(clocks.locator(".poster .sentence")).toBeVisible();
  await page.unroute(engine);
  await clocks.getByRole("button", { name: "Try again" }).click();
  await expect(clocks.getByRole("button", { name: "Reset" })).toBeVisible();
  await expect(clocks.getByRole("alert")).toHaveCount(0);
  expect((await heard(page, "where-ready")).map(({ name }) => name)).toEqual(["table-clocks"]);

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

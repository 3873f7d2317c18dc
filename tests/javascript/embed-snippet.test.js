// The code that authors paste: whatever state it is made of, a frame or an element that reads it comes to the very same state.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";

import { readAddress } from "../../web/embed/address.js";
import { changedSettings, elementSnippet, frameAddress, frameSnippet, isLocal } from "../../web/embed/offer/snippet.js";
import { defaults, readSetting, settingProblem } from "../../web/figures/settings.js";

/** @typedef {import("../../web/figures/types.js").Figure} Figure */
/** @typedef {import("../../web/figures/types.js").Setting} Setting */

const site = "https://example.org/courses/nlp/";
const folder = new URL("../../web/figures/", import.meta.url);
/** @type {Figure[]} */
const figures = (
  await Promise.all(readdirSync(fileURLToPath(folder)).map((name) => import(new URL(name, folder).href)))
).filter((module) => module.settings && module.draw);

const asked = { hide: /** @type {string[]} */ ([]), theme: "auto", lang: "en", title: "A figure" };

/** The same numbers every time. */
let drawn = 1;
function random() {
  drawn = (Math.imul(drawn, 48271) >>> 0) % 0x7fffffff;
  return drawn / 0x7fffffff;
}
const below = (/** @type {number} */ count) => Math.floor(random() * count);
const one = (/** @type {any[]} */ list) => list[below(list.length)];
const shuffled = (/** @type {any[]} */ list) =>
  list
    .map((value) => ({ value, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value);

const words = ["the", "cat", "sat", "Zoë's", "a&b", "<i>", 'say"x"', "+1", "50%", "ünï"];

/** @param {Setting} setting @param {import("../../web/figures/types.js").State} state */
function someValue(setting, state) {
  const { name, type, minimum = 0, maximum = 1, choices = [], length } = setting;
  const number = () => (random() < 0.3 ? one([minimum, maximum]) : minimum + random() * (maximum - minimum));
  if (type === "choice") return one(choices);
  if (type === "set") return shuffled(choices).slice(0, minimum + below(maximum - minimum + 1));
  if (type === "switch") return random() < 0.5;
  if (type === "text") return Array.from({ length: 2 + below(5) }, () => one(words)).join(" ");
  if (name === "order") return shuffled(state.order);
  if (type === "numbers") return Array.from({ length: Number(length) }, number);
  return type === "whole" ? Math.round(number()) : number();
}

/** As an element takes attributes: one after the other, from its first state. @param {Figure} figure @param {Record<string, string>} written */
function taken(figure, written) {
  let state = defaults(figure.settings);
  for (const [name, text] of Object.entries(written)) {
    const setting = figure.settings.find((each) => each.name === name);
    assert.ok(setting, `${figure.name} has no setting ${name}`);
    const value = readSetting(setting, text);
    assert.equal(settingProblem(setting, value), null, `${figure.name} ${name}=${text}`);
    const wanted = { ...state, [name]: value };
    state = figure.settle?.(wanted) ?? wanted;
  }
  return state;
}

/** A state that a reader can come to. @param {Figure} figure */
function someState(figure) {
  let state = defaults(figure.settings);
  for (const setting of shuffled(figure.settings).slice(0, 1 + below(figure.settings.length))) {
    const wanted = { ...state, [setting.name]: someValue(setting, state) };
    state = figure.settle?.(wanted) ?? wanted;
  }
  return state;
}

/** The attributes of a tag, as a browser reads them. @param {string} markup @param {string} tag */
function attributesIn(markup, tag) {
  const inside = new RegExp(`<${tag}((?: [\\w-]+="[^"<>]*")*)></${tag}>`).exec(markup)?.[1];
  assert.ok(inside !== undefined, markup);
  const plain = (/** @type {string} */ text) =>
    text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
  return Object.fromEntries(
    [...inside.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, plain(value)]),
  );
}

/** @param {Figure} figure @param {import("../../web/figures/types.js").State} state @param {typeof changedSettings} write */
function comesBack(figure, state, write = changedSettings) {
  const wanted = { ...asked, name: figure.name, settings: write(figure.settings, state) };
  const about = {
    name: figure.name,
    script: "",
    settings: figure.settings.map(({ name }) => name),
    languages: {},
    sentences: {},
  };
  const { src } = attributesIn(frameSnippet(site, wanted, { height: 600, fits: false }), "iframe");
  assert.equal(src, frameAddress(site, wanted));
  const { attributes, problems } = readAddress(new URL(src).search, about);
  assert.deepEqual(problems, [], src);
  assert.deepEqual(taken(figure, attributes), state, src);
  const markup = elementSnippet(site, wanted);
  assert.deepEqual(taken(figure, attributesIn(markup, `where-${figure.name}`)), state, markup);
}

test("every figure comes back in the state that its code was made of", () => {
  assert.ok(figures.length > 15);
  for (const figure of figures) {
    comesBack(figure, taken(figure, {}));
    for (let round = 0; round < 60; ++round) comesBack(figure, someState(figure));
  }
});

test("code that writes numbers as figures show them, or leaves one out, is found", () => {
  const clocks = /** @type {Figure} */ (figures.find(({ name }) => name === "rope-clocks"));
  const state = { ...defaults(clocks.settings), m: 5.125, query: [1, -0.5, 0.25, 2] };
  comesBack(clocks, state);
  const rounded = /** @type {typeof changedSettings} */ (settings, now) => ({
    ...changedSettings(settings, now),
    m: "5.1",
  });
  assert.throws(() => comesBack(clocks, state, rounded));
  const forgotten = /** @type {typeof changedSettings} */ (settings, now) => {
    const all = Object.entries(changedSettings(settings, now));
    return Object.fromEntries(all.filter(([name]) => name !== "query"));
  };
  assert.throws(() => comesBack(clocks, state, forgotten));
});

test("only what differs is written, and the address is the site's own", () => {
  const wanted = { ...asked, name: "rope-clocks", settings: {} };
  assert.equal(frameAddress(site, wanted), `${site}embed/v1/rope-clocks/`);
  assert.equal(
    frameAddress(site, {
      ...wanted,
      settings: { base: "100", query: "1,0" },
      hide: ["m", "links"],
      theme: "dark",
      lang: "de",
    }),
    `${site}embed/v1/rope-clocks/?base=100&query=1,0&hide=m,links&theme=dark&lang=de`,
  );
  assert.equal(
    elementSnippet(site, { ...wanted, hide: ["m"], theme: "light" }),
    `<script type="module" src="${site}embed/v1/whereabouts.js"></script>\n<where-rope-clocks hide="m" theme="light"></where-rope-clocks>`,
  );
  const exercise = { ...asked, name: "exercise", settings: { exercise: "rope_vector", seed: "1", vector: "[1, 0.5]" } };
  assert.equal(
    frameAddress(site, exercise),
    `${site}embed/v1/exercise/?exercise=rope_vector&vector=${encodeURIComponent("[1")},${encodeURIComponent(" 0.5]")}`,
  );
  // A figure's own seed is a setting like others.
  assert.match(frameAddress(site, { ...wanted, name: "experiment", settings: { seed: "1" } }), /\?seed=1$/);
  assert.match(
    frameSnippet(site, wanted, { height: 600, fits: true }),
    /<\/iframe>\n<script src="https:\/\/example\.org\/courses\/nlp\/embed\/host\.js" defer><\/script>$/,
  );
});

test("a title with signs of HTML stays a title", () => {
  const title = 'A "quoted" <b>title</b> & more';
  const wanted = { ...asked, title, name: "rope-clocks", settings: {} };
  assert.equal(attributesIn(frameSnippet(site, wanted, { height: 600, fits: false }), "iframe").title, title);
});

test("the frame of an exercise may write to the clipboard, for attempt codes; that of a figure need not", () => {
  const allowed = (/** @type {string} */ name, /** @type {Record<string, string>} */ settings) => {
    const wanted = { ...asked, name, settings };
    return attributesIn(frameSnippet(site, wanted, { height: 600, fits: false }), "iframe").allow;
  };
  assert.equal(allowed("exercise", { exercise: "rope_vector", seed: "7" }), "clipboard-write");
  assert.equal(allowed("rope-clocks", {}), undefined);
});

test("an address that works on one machine alone is told from a public one", () => {
  const locals = ["http://127.0.0.1:8950/", "http://localhost/", "http://[::1]:80/a/", "file:///site/index.html"];
  for (const local of locals) assert.equal(isLocal(local), true, local);
  const open = ["https://localhost.example.org/", "https://127.0.0.1.example.org/", "http://192.168.0.7/"];
  for (const address of [site, ...open, "https://notlocalhost/"]) assert.equal(isLocal(address), false, address);
});

// What elements in other people's pages decide without a browser: which language, whose violation, when to measure.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { isDark } from "../../web/embed/guest-styles.js";
import { agreedLanguage, spoken } from "../../web/embed/loading.js";
import { at, nameOf, parts, site } from "../../web/embed/parts.js";
import { forget, held, hold, watchPolicy, whenHeld } from "../../web/embed/policy.js";
import { filledIn, places, tight } from "../../web/embed/script.js";

const surroundings = /** @type {any} */ (globalThis);

test("a language is known in whatever case and country, also around a shadow tree", () => {
  const language = { engine: [], direction: "ltr", sentences: {} };
  parts.languages = { en: language, "pt-BR": language, pt: language };
  const named = ["EN", "en-gb", "PT-br", "pt-PT", "tlh", "constructor", ""].map(spoken);
  assert.deepEqual(named, ["en", "en", "pt-BR", "pt", undefined, undefined, undefined]);

  surroundings.document = { documentElement: { lang: "en" } };
  const portuguese = { getAttribute: () => "PT" };
  const host = { closest: () => portuguese };
  const element = /** @type {any} */ ({ closest: () => null, getRootNode: () => ({ host }) });
  assert.equal(agreedLanguage(element), "pt");
});

test("what the page's policy holds back is ours only where elements ask for it; who has gone is not told", () => {
  const page = (surroundings.document = new EventTarget());
  watchPolicy();
  const violated = (/** @type {Record<string, string>} */ about) => {
    held.clear();
    const event = new Event("securitypolicyviolation");
    page.dispatchEvent(Object.assign(event, { disposition: "enforce", blockedURI: "", sourceFile: null, ...about }));
    return [...held];
  };
  const script = { effectiveDirective: "script-src-elem" };
  const font = { effectiveDirective: "font-src" };
  assert.deepEqual(violated({ ...script, blockedURI: at("../../assets/rope-clocks-12345678.js") }), [
    "script-src-elem",
  ]);
  assert.deepEqual(violated({ ...script, blockedURI: "wasm-eval", sourceFile: at("whereabouts.js") }), [
    "script-src-elem",
  ]);
  assert.deepEqual(violated({ effectiveDirective: "connect-src", blockedURI: at("figure.css") }), ["connect-src"]);
  // A page of the same origin, and a picture that is its own fallback.
  assert.deepEqual(violated({ ...font, blockedURI: `${site}course/letters.woff2` }), []);
  assert.deepEqual(violated({ ...script, blockedURI: "inline", sourceFile: `${site}index.html` }), []);
  assert.deepEqual(violated({ effectiveDirective: "img-src", blockedURI: at("rope-clocks/poster.svg") }), []);
  const asked = { ...script, blockedURI: at("figure.css") };
  assert.deepEqual(violated({ ...asked, disposition: "report" }), []);

  let told = 0;
  const listener = () => ++told;
  whenHeld(listener);
  hold("img-src");
  forget(listener);
  hold("worker-src");
  assert.equal(told, 1);
});

test("the scripts are not made where there is no place for what they have to know", () => {
  for (const { file, empty } of Object.values(places)) {
    const code = readFileSync(new URL(`../../web${file}`, import.meta.url), "utf8");
    const known = { elements: ["$&.js"] };
    assert.ok(filledIn(code, empty, known).includes(`${empty.split("=")[0]}= {"elements":["$&.js"]}`), file);
    assert.throws(() => filledIn(code.replace(empty, empty.replace("{", "{ ")), empty, known), /to be filled/);
    assert.throws(() => filledIn(code + code, empty, known), /to be filled/);
  }
});

test("what stands in somebody else's page is dark where that page's text is light, and in between where its scheme is", () => {
  const [light, dark] = ["rgb(0, 0, 0)", "rgb(255, 255, 255)"];
  for (const [text, inLight, inDark] of /** @type {[string, boolean, boolean][]} */ ([
    ["0 0 0", false, false],
    ["0.2 0.2 0.22", false, false],
    ["0 0 0.9", false, false],
    ["1 0 0", false, true],
    ["0.45 0.45 0.45", false, true],
    ["0.75 0.75 0.75", true, true],
    ["1 1 1", true, true],
    // Outside of what sRGB has, as another space says it.
    ["-0.1 0.9 5.96e-8", true, true],
    ["1 1 1 / 0.5", true, true],
  ])) {
    const outlineColor = `color(srgb ${text})`;
    assert.equal(isDark({ outlineColor, columnRuleColor: light }), inLight, text);
    assert.equal(isDark({ outlineColor, columnRuleColor: dark }), inDark, text);
  }
});

test("an asset is called after its source, and a sheet travels without blanks", () => {
  assert.equal(nameOf("../../assets/rope-clocks-D-R2_doU.js"), "rope-clocks");
  assert.equal(nameOf("../../assets/exercise-BQM238Q9.js"), "exercise");
  const sheet = `\n:host { display: block; }\n:host(:is(a, b)) .room { font: 400 1em/1.5 x;\n  color: light-dark(#000, #fff);\n}\n`;
  assert.equal(
    tight(sheet),
    ":host{display:block}:host(:is(a,b)) .room{font:400 1em/1.5 x;color:light-dark(#000,#fff)}",
  );
});

test("a figure that was moved before it came near begins where it comes near", async () => {
  /** @type {any[]} */
  const observers = [];
  surroundings.IntersectionObserver = class {
    observed = 0;
    constructor(/** @type {any} */ seen) {
      this.seen = (/** @type {boolean} */ isIntersecting) => seen([{ isIntersecting }]);
      observers.push(this);
    }
    observe() {
      ++this.observed;
    }
    disconnect() {
      this.observed = 0;
    }
  };
  delete surroundings.document;
  const { WhereReadingFigure } = await import("../../web/elements/reading-figure.js");
  const figure = Object.create(WhereReadingFigure.prototype);
  /** @type {any[]} */
  const took = [];
  const working = () => observers.filter(({ observed }) => observed > 0);
  Object.assign(figure, { resources: {}, shipped: new Map(), reader: new AbortController() });
  Object.assign(figure, { readAgain: () => took.push("read"), stop() {}, training: { dispose() {} } });
  figure.beginWhenNear();
  figure.beginWhenNear();
  assert.equal(working().length, 1);
  WhereReadingFigure.prototype.disconnectedCallback.call(figure);
  assert.equal(working().length, 0);
  // Where the element stands again; what it is made of is not at hand here.
  const made = Object.getPrototypeOf(WhereReadingFigure.prototype);
  made.connectedCallback = () => {};
  try {
    Object.assign(figure, { values: { state: "measured" }, isRead: () => true });
    figure.connectedCallback();
    assert.equal(working().length, 0);
    figure.isRead = () => false;
    figure.resources = { measured: {} };
    figure.connectedCallback();
    assert.equal(working().length, 1);
  } finally {
    delete made.connectedCallback;
  }
  await working()[0].seen(false);
  assert.deepEqual(took, []);
  await working()[0].seen(true);
  assert.deepEqual(took, ["read"]);
});

// The pages on which an instructor finds every figure and every exercise: its picture, what can be set, and what to paste.
import { elementSnippet, firstSeed, frameSnippet } from "../../embed/offer/snippet.js";
import { exerciseParts, figureParts } from "../../embed/offer/subject.js";
import { frameAddress } from "../../embed/pages.js";
import { html } from "../../figures/markup.js";
import { createText } from "../../figures/text.js";
import { count } from "../../lms/banks.js";
import { isBanked } from "../../lms/questions.js";
import { Embeds } from "../embeds.js";
import { figureModule } from "../figure-module.js";
import { relative } from "../shell.js";
import { declaredParameter, declaredSetting, declaredTable } from "./declared.js";
import { frameHeight } from "./heights.js";
import { example, scriptWords, snippet } from "./snippet.js";

/** @typedef {import("../catalogue.js").PageText} PageText */
/** @typedef {import("../../embed/offer/subject.js").Subject} Subject */

/**
 * @typedef {object} Setting what the pages are made of
 * @property {string} address of the page
 * @property {string} language
 * @property {any} engine which speaks the language
 * @property {any} catalogue
 * @property {PageText} text of the section "instructors"
 * @property {{ title: string, address: string, elements: string[], exercises: string[] }[]} lessons
 */

/**
 * The two drawings of a still picture, for wide pages and narrow ones.
 * @param {string} still
 */
export function drawingsIn(still) {
  const found = [
    ...still.matchAll(/<div class="drawing ((?:wide|narrow)-drawing)"><svg[^>]* viewBox="0 0 (\d+) ([\d.]+)"/g),
  ];
  if (found.length !== 2) throw new Error(`a still picture has ${found.length} drawings`);
  return found.map(([, kind, width, height]) => ({ kind, width: Number(width), height: Number(height) }));
}

/** What holds the place of a drawing until it is near (browser/drawings.js). @param {ReturnType<typeof drawingsIn>[number]} drawing */
function roomOf({ kind, width, height }) {
  return html`<div class="drawing ${kind}" style="aspect-ratio: ${width} / ${height}"></div>`;
}

/**
 * @param {Setting} page
 * @param {string[]} names of the figures
 */
export async function figuresContent(page, names) {
  const { engine, catalogue, text, address, language } = page;
  const embeds = new Embeds(language, engine, catalogue);
  const items = await Promise.all(
    names.map(async (name) => {
      const figure = await figureModule(name);
      const words = createText(catalogue, name);
      const rows = figure.settings.map((setting) => declaredSetting(name, setting, catalogue, text));
      const [wide, narrow] = drawingsIn(String((await embeds.stillFigure(name)).markup));
      /** @type {Subject} */
      const subject = {
        ...{ name, title: words("see"), settings: {}, hideable: figureParts(figure, words) },
        height: frameHeight(name),
      };
      const to = (/** @type {string} */ other) => relative(address, other);
      const spoken = language === "en" ? "" : `?lang=${language}`;
      const lesson = page.lessons.find(({ elements }) => elements.includes(name));
      return section(page, {
        ...{ id: name, name, lesson, subject },
        shown: html`<a class="poster" href="${to(frameAddress(name))}${spoken}" aria-label="${words("see")}" data-still="${to(`${frameAddress(name)}poster.json`)}"><div data-embed>${[wide, narrow].map(roomOf)}</div>
          <noscript><img src="${to(`${frameAddress(name)}poster.svg`)}" alt="" loading="lazy" width="${wide.width}" height="${wide.height}"></noscript></a>`,
        table: declaredTable(rows, text, text("settings_of", { name })),
      });
    }),
  );
  return pageOf(page, "figures", items, names.map((name) => ({ id: name, title: name }))); // prettier-ignore
}

/** @param {Setting} page */
export function exercisesContent(page) {
  const { engine, catalogue, text, address } = page;
  const known = engine.exercises();
  const items = known.map((/** @type {any} */ { id, title, parameters, answer }) => {
    const own = ["seed", "learner"].map((name) => ({
      ...{ name, meaning: text(`${name}.meaning`), values: text(`${name}.values`), first: text(`${name}.first`) },
    }));
    const rows = [...own, ...parameters.map((/** @type {any} */ each) => declaredParameter(id, each, catalogue, text))];
    const { prompt } = engine.createInstance(id, { seed: Number(firstSeed) });
    const mistakes = engine
      .misconceptions(id)
      .map((/** @type {{ title: string }} */ each) => html`<li>${each.title}</li> `);
    const to = (/** @type {string} */ other) => relative(address, other);
    const files = [
      { key: "moodle", file: `lms/moodle/${id}.xml` },
      { key: "qti", file: `lms/qti/${id}.zip` },
    ].map(({ key, file }) => html` <a href="${to(file)}" download>${text(`banks.${key}`)}</a>`);
    return section(page, {
      ...{ id, name: title, lesson: page.lessons.find(({ exercises }) => exercises.includes(id)) },
      subject: {
        name: "exercise",
        title,
        settings: { exercise: id, seed: firstSeed },
        hideable: exerciseParts,
        height: frameHeight(id),
      },
      shown: html`<blockquote>${prompt}</blockquote>`,
      table: declaredTable(rows, text, text("settings_of", { name: id })),
      more: html`<p class="banks">${isBanked({ answer }) ? html`${text("banks.title", { count: String(count) })}${files}` : text("banks.none")}</p>
        <details><summary>${text("mistakes", { count: mistakes.length })}</summary><ul>${mistakes}</ul></details>`,
    });
  });
  const entries = known.map((/** @type {any} */ { id, title }) => ({ id, title }));
  return pageOf(page, "exercises", items, entries);
}

/**
 * @param {Setting} page
 * @param {object} entry
 * @param {string} entry.id
 * @param {string} entry.name
 * @param {Setting["lessons"][number] | undefined} entry.lesson
 * @param {Subject} entry.subject
 * @param {unknown} entry.shown
 * @param {unknown} entry.table
 * @param {unknown} [entry.more]
 */
function section({ address, language, text }, { id, name, lesson, subject, shown, table, more = "" }) {
  const wanted = { ...subject, hide: [], theme: "auto", lang: language };
  const codes = {
    frame: frameSnippet(example, wanted, { height: subject.height, fits: false }),
    element: elementSnippet(example, wanted),
  };
  const from = lesson && html`<a href="${relative(address, lesson.address)}">${lesson.title}</a>`;
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${name}</h2>
    <p class="note">${subject.name === "exercise" ? html`<code>${id}</code> · ` : html`${subject.title} `}${lesson ? html`${text("in_lesson")} ${from}` : text("in_no_lesson")}</p>
    ${shown}
    ${table}
    ${Object.entries(codes).map(([kind, code]) => snippet(text(`kinds.${kind}`), code, text))}
    <p class="buttons"><button type="button" class="offer" data-subject="${JSON.stringify(subject)}" aria-haspopup="dialog" hidden>${text("offer", { name })}</button> <span role="status"></span></p>
    ${more}
  </section>`;
}

/**
 * @param {Setting} page
 * @param {"figures" | "exercises"} kind
 * @param {unknown[]} items
 * @param {{ id: string, title: string }[]} entries
 */
function pageOf({ address, text, catalogue }, kind, items, entries) {
  return html`<div class="page">
    <nav class="contents" aria-labelledby="contents-title">
      <p id="contents-title">${catalogue.page.contents}</p>
      <ol>${entries.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li> `)}</ol>
    </nav>
    <main id="content" class="gallery lesson" data-site="${relative(address, "")}" data-words="${scriptWords(text)}" data-regions="${JSON.stringify(catalogue.page.regions)}">
      <h1>${text(`${kind}.title`)}</h1>
      <p class="note"><a href="../">${catalogue.page.instructors}</a></p>
      <p class="lead">${text(`${kind}.lead`)}</p>
      <noscript><p class="notice">${text("site_address")}</p></noscript>
      ${items}
    </main>
  </div>`;
}

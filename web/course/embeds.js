// Figures and exercises as they stand in a page before any script has run: a custom element with a still picture inside it, which
// the element replaces in place, or the exercise's question in words.
import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { createView } from "../figures/picture.js";
import { defaults, readSetting, settingProblem, writeSetting } from "../figures/settings.js";
import { createText } from "../figures/text.js";
import { html, svg } from "../figures/markup.js";
import { sectionText } from "./catalogue.js";
import { folders } from "./paths.js";

/** @typedef {import("./markdown.js").Block} Block */
/** @typedef {import("../figures/types.js").Figure} Figure */

/** Seeds of exercises whose lesson names none: the first instance that a reader meets. */
const firstSeed = "1";

export class Embeds {
  /**
   * @param {any} engine of build/package
   * @param {any} catalogue of the page's language
   */
  constructor(engine, catalogue) {
    this.engine = engine;
    this.catalogue = catalogue;
    this.text = sectionText(catalogue, "page");
  }

  /**
   * Throws a sentence that says what is wrong with the block.
   * @param {Block} block
   * @returns {Promise<{ html: string, element: string }>}
   */
  async render(block) {
    return block.kind === "figure" ? this.#figure(block) : this.#exercise(block);
  }

  /** @param {Block} block */
  async #figure({ name, attributes }) {
    const figure = await findFigure(name);
    const text = createText(this.catalogue, name);
    const state = readState(figure, attributes, text);
    const values = await figure.compute(this.engine, state);
    const drawn = (/** @type {boolean} */ wide) =>
      figure.draw(svg, state, values, text, createView({ wide, still: true }));
    const controls = figure.settings.filter((setting) => !setting.drawn);
    const written = controls.map((setting) => {
      const value = writeSetting(setting, state[setting.name]);
      const choice = setting.type === "choice" ? text(`choices.${value}`) : value;
      const shown = setting.type === "switch" ? this.text(state[setting.name] ? "on" : "off") : choice;
      return html`<div>
        <dt>${text(`settings.${setting.name}`)}</dt>
        <dd>${shown}</dd>
      </div> `;
    });
    // Two drawings, as the element itself has two: the page shows the one that fits its width.
    const markup = html`<where-${name} data-embed${attributeList(attributes)}>
<figure class="poster">
<figcaption class="see">${text("see")}</figcaption>
<div class="drawing wide-drawing">${drawn(true)}</div>
<div class="drawing narrow-drawing">${drawn(false)}</div>
<dl class="controls">
${written}</dl>
<p class="sentence">${figure.sentence(state, values, text)}</p>
<div class="links"></div>
</figure>
</where-${name}>
`;
    return { html: String(markup), element: name };
  }

  /** @param {Block} block */
  async #exercise({ name, attributes }) {
    if (!hasElement("exercise")) throw new Error("exercises have no element in web/elements");
    const known = this.engine.exercises();
    const exercise = known.find((/** @type {{ id: string }} */ each) => each.id === name);
    if (exercise === undefined) {
      const ids = known.map((/** @type {{ id: string }} */ each) => each.id);
      throw new Error(`unknown exercise "${name}"; there are ${ids.join(", ")}`);
    }
    const { seed = firstSeed, ...fixed } = attributes;
    if (!/^\d+$/.test(seed)) throw new Error(`the seed of an exercise is a whole number, not "${seed}"`);
    const parameters = Object.fromEntries(Object.entries(fixed).map(([key, value]) => [key, readParameter(value)]));
    // The engine itself names a parameter that it does not know or take.
    const { prompt } = this.engine.createInstance(name, { seed: Number(seed), parameters });
    const markup = html`<where-exercise data-embed exercise="${name}" seed="${seed}"${attributeList(fixed)}>
<div class="poster exercise"><p class="prompt">${prompt}</p></div>
</where-exercise>
`;
    return { html: String(markup), element: "exercise" };
  }
}

/**
 * @param {string} name
 * @returns {Promise<Figure>}
 */
async function findFigure(name) {
  const file = path.join(folders.figures, `${name}.js`);
  const figure = existsSync(file) ? await import(pathToFileURL(file).href) : {};
  if (figure.name !== name) throw new Error(`unknown figure "${name}": there is no such figure in web/figures`);
  if (!hasElement(name)) throw new Error(`the figure "${name}" has no element in web/elements`);
  return figure;
}

function hasElement(/** @type {string} */ name) {
  return existsSync(path.join(folders.elements, `${name}.js`));
}

/**
 * @param {Figure} figure
 * @param {Record<string, string>} attributes
 * @param {import("../figures/types.js").Text} text
 */
function readState(figure, attributes, text) {
  const state = defaults(figure.settings);
  for (const [name, written] of Object.entries(attributes)) {
    const setting = figure.settings.find((each) => each.name === name);
    if (setting === undefined) {
      const names = figure.settings.map((each) => each.name).join(", ");
      throw new Error(`the figure "${figure.name}" has no setting "${name}"; its settings are ${names}`);
    }
    const value = readSetting(setting, written);
    const problem = settingProblem(setting, value);
    if (problem !== null) throw new Error(text(problem.key, { name, ...problem.fields }));
    state[name] = value;
  }
  return figure.settle?.(state) ?? state;
}

/** Numbers and lists are written as in JSON, everything else is a text. */
function readParameter(/** @type {string} */ written) {
  try {
    return JSON.parse(written);
  } catch {
    return written;
  }
}

/** @param {Record<string, string>} attributes */
function attributeList(attributes) {
  return Object.entries(attributes).map(([name, value]) => html` ${name}="${value}"`);
}

// Figures and exercises as they stand in a page before any script has run: a custom element with a still picture inside it, which
// the element replaces in place, or the exercise's question in words.
import { existsSync } from "node:fs";
import path from "node:path";

import { createView } from "../figures/picture.js";
import { defaults, isControlled, readEntries, writeSetting } from "../figures/settings.js";
import { createText } from "../figures/text.js";
import { html, svg } from "../figures/markup.js";
import { kindOf, skillName } from "../elements/exercise-skill.js";
import { exerciseWords, readParameter } from "../elements/exercise-words.js";
import { firstSeed } from "../embed/offer/snippet.js";
import { ofExercises } from "../embed/settings.js";
import { readExcerpt } from "./excerpt.js";
import { figureModule } from "./figure-module.js";
import { folders } from "./paths.js";
import { stillExercise } from "./still-exercise.js";

/** @typedef {import("./markdown.js").Block} Block */
/** @typedef {import("../figures/types.js").Figure} Figure */

/** A skill that an exercise of a lesson asks for; `kind` are the parameters that every instance of it has. @typedef {{ skill: string, title: string, exercise: string, kind: Record<string, any>, element: string }} Skill */
/** The element's file name, and of an exercise its skill and the parameters that would make another one of it. @typedef {{ html: string, element: string, skill?: Skill, choices?: string[] }} Embed */
/** What stands inside an element before it is live; the drawing in it; what it has to bring along; its settings as an address writes them; the names of all that it takes. @typedef {{ markup: import("../figures/markup.js").Markup, drawing?: import("../figures/markup.js").Markup, measured?: any, written: Record<string, string>, settings: string[] }} Still */

export class Embeds {
  /**
   * @param {string} language of the lessons that hold them
   * @param {any} engine of build/package, which speaks it
   * @param {any} catalogue of that language
   */
  constructor(language, engine, catalogue) {
    this.engine = engine;
    this.catalogue = catalogue;
    this.words = exerciseWords(language, catalogue);
  }

  /**
   * Throws a sentence that says what is wrong with the block.
   * @param {Block} block
   * @returns {Promise<Embed>}
   */
  async render(block) {
    return block.kind === "figure" ? this.#figure(block) : this.#exercise(block);
  }

  /** @param {Block} block */
  async #figure({ name, attributes }) {
    const { markup, measured } = await this.stillFigure(name, attributes);
    const brought = measured ? html` data-measured="${JSON.stringify(measured)}"` : "";
    const whole = html`<where-${name} data-embed${attributeList(attributes)}${brought}>
${markup}
</where-${name}>
`;
    return { html: String(whole), element: name };
  }

  /** @param {string} name @param {Record<string, string>} [attributes] @returns {Promise<Still>} */
  async stillFigure(name, attributes = {}) {
    const figure = await findFigure(name);
    const text = createText(this.catalogue, name);
    const state = readState(figure, attributes, text);
    // What takes models to find out is measured now, and the page brings it along: a reader who looks on need not fetch them.
    const measured = figure.measure && (await measure(figure, this.engine, state));
    const values = await figure.compute(this.engine, state, measured && { measured });
    const drawn = (/** @type {boolean} */ wide) =>
      figure.draw(svg, state, values, text, createView({ wide, still: true }));
    const settings = figure.settingsOf?.(state) ?? figure.settings;
    // Two drawings, as the element itself has two: the page shows the one that fits its width.
    const markup = html`<figure class="poster">
<figcaption class="see">${text("see")}</figcaption>
<div class="drawing wide-drawing">${drawn(true)}</div>
<div class="drawing narrow-drawing">${drawn(false)}</div>
${stillControls(settings, state, text)}
${figure.trains ? stillTraining(text) : ""}
<p class="sentence">${figure.sentence(state, values, text)}</p>
${stillLinks(figure, text)}
</figure>`;
    const written = settings.map(({ name }) => [name, [state[name]].flat().join(",")]);
    const names = figure.settings.map((each) => each.name);
    return { markup, drawing: drawn(true), measured, written: Object.fromEntries(written), settings: names };
  }

  /** An exercise as a page shows it first that sets nothing. @param {string} id @returns {Still} */
  stillExercise(id) {
    const instance = this.engine.createInstance(id, { seed: Number(firstSeed) });
    const { parameters } = this.engine.exercises().find((/** @type {{ id: string }} */ each) => each.id === id);
    const settings = [...ofExercises, ...parameters.map((/** @type {{ name: string }} */ { name }) => name)];
    return { markup: stillExercise(instance, this.words), written: { exercise: id, seed: firstSeed }, settings };
  }

  /** @param {Block} block */
  async #exercise({ name, attributes }) {
    const known = this.engine.exercises();
    const exercise = known.find((/** @type {{ id: string }} */ each) => each.id === name);
    if (exercise === undefined) {
      const ids = known.map((/** @type {{ id: string }} */ each) => each.id);
      throw new Error(`unknown exercise "${name}"; there are ${ids.join(", ")}`);
    }
    const { seed = firstSeed, ...fixed } = attributes;
    if (!/^\d+$/.test(seed)) throw new Error(`the seed of an exercise is a whole number, not "${seed}"`);
    const typeOf = (/** @type {string} */ key) =>
      exercise.parameters.find((/** @type {{ name: string }} */ each) => each.name === key)?.type;
    const read = Object.entries(fixed).map(([key, value]) => [key, readParameter(value, typeOf(key))]);
    const parameters = Object.fromEntries(read);
    // The engine itself names a parameter that it does not know or take.
    const instance = this.engine.createInstance(name, { seed: Number(seed), parameters });
    const markup = html`<where-exercise data-embed exercise="${name}" seed="${seed}"${attributeList(fixed)}>
${stillExercise(instance, this.words)}
</where-exercise>
`;
    return {
      html: String(markup),
      element: "exercise",
      skill: skillOf(exercise, parameters, "exercise", this.catalogue),
      choices: exercise.parameters.flatMap((/** @type {any} */ { type, name }) => (type === "choice" ? [name] : [])),
    };
  }
}

/**
 * A skill is named in the list of progress by its exercise and, in words that give no answer away, its kind.
 * @param {any} exercise
 * @param {Record<string, any>} fixed
 * @param {string} element
 * @param {any} catalogue
 * @returns {Skill}
 */
function skillOf({ id, title, parameters }, fixed, element, catalogue) {
  const kind = kindOf(parameters, fixed);
  const words = Object.values(kind).map((value) => catalogue.progress?.kinds?.[id]?.[value] ?? value);
  const named = words.length > 0 ? `${title} (${words.join(", ")})` : title;
  return { skill: skillName(id, kind), title: named, exercise: id, kind, element };
}

/** @type {Map<string, Promise<any>>} what was measured is the same in every language */
const measurements = new Map();

/**
 * @param {Figure} figure
 * @param {any} engine
 * @param {import("../figures/types.js").State} state
 */
function measure(figure, engine, state) {
  const key = `${figure.name} ${JSON.stringify(state)}`;
  if (!measurements.has(key)) measurements.set(key, /** @type {any} */ (figure).measure(engine, readExcerpt(), state));
  return measurements.get(key);
}

/**
 * @param {string} name
 * @returns {Promise<Figure>}
 */
async function findFigure(name) {
  const file = path.join(folders.figures, `${name}.js`);
  const figure = existsSync(file) ? await figureModule(name) : undefined;
  if (figure?.name !== name) throw new Error(`unknown figure "${name}": there is no such figure in web/figures`);
  if (!hasElement(name)) throw new Error(`the figure "${name}" has no element in web/elements`);
  return figure;
}

/**
 * The settings with their values, in rows as high as those of the live controls (elements/controls.js).
 * @param {import("../figures/types.js").Setting[]} settings
 * @param {import("../figures/types.js").State} state
 * @param {import("../figures/types.js").Text} text
 */
function stillControls(settings, state, text) {
  const rows = settings
    .filter((setting) => isControlled(setting, state))
    .map((setting) => {
      const name = text(`settings.${setting.name}`);
      const value = state[setting.name];
      const of = html`data-setting="${setting.name}"`;
      if (setting.type === "choice") {
        const options = (setting.choices ?? []).map((choice) => {
          const chosen = choice === value ? html` checked` : "";
          return html`<label class="option"><input type="radio" disabled${chosen}><span>${text(`${setting.words ?? "choices"}.${choice}`)}</span></label>`;
        });
        return html`<fieldset class="control choices" ${of}><legend>${name}</legend> <span class="options">${options}</span></fieldset>`;
      }
      if (setting.type === "set") {
        const options = (setting.choices ?? []).map((choice) => {
          const chosen = value.includes(choice) ? html` checked` : "";
          return html`<label class="option"><input type="checkbox" disabled${chosen}><span>${text(`choices.${choice}`)}</span></label>`;
        });
        return html`<fieldset class="control choices" ${of}><legend>${name}</legend> <span class="options">${options}</span></fieldset>`;
      }
      if (setting.type === "switch") {
        const input = html`<input type="checkbox" role="switch" disabled${value ? html` checked` : ""}>`;
        return html`<div class="control" ${of}><label class="switch">${input}<span>${name}</span></label></div>`;
      }
      const unit = setting.unit ? html` <span class="unit">${text(`units.${setting.unit}`)}</span>` : "";
      const kind = ["numbers", "text"].includes(setting.type) ? "control list" : "control";
      return html`<div class="${kind}" ${of}><span>${name}${unit}</span><span class="setting">${writeSetting(setting, value)}</span></div>`;
    });
  return html`<div class="controls">${rows}</div>`;
}

/**
 * The room of the buttons of a training (elements/training-controls.js), before it can be started.
 * @param {import("../figures/types.js").Text} text
 */
function stillTraining(text) {
  return html`<div class="training">
<button type="button" class="main" disabled>${text("training.start")}</button>
<button type="button" disabled>${text("training.stop")}</button>
<progress max="1" value="0" aria-label="${text("training.progress")}"></progress>
<p class="far"></p>
<p class="phase">${text("training.phase.idle")}</p>
</div>`;
}

/**
 * The room of the links under a figure (elements/figure.js); they are hidden until they work.
 * @param {Figure} figure
 * @param {import("../figures/types.js").Text} text
 */
function stillLinks({ play, links = [] }, text) {
  return html`<div class="links" aria-hidden="true">
${play ? html`<button type="button" disabled>${text("play")}</button>` : ""}
<button type="button" disabled>${text("reset")}</button>
<details><summary>${text("formula_link")}</summary></details>
<details><summary>${text("table_link")}</summary></details>
${links.map((key) => html`<details><summary>${text(key)}</summary></details>`)}
<button type="button" class="embed" disabled>${text("embed")}</button>
<p class="keys">${text("keys")}</p>
</div>`;
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
  const entries = Object.entries(attributes).map(([name, written]) => {
    const setting = figure.settings.find((each) => each.name === name);
    if (setting !== undefined)
      return /** @type {[import("../figures/types.js").Setting, string]} */ ([setting, written]);
    const names = figure.settings.map((each) => each.name).join(", ");
    throw new Error(`the figure "${figure.name}" has no setting "${name}"; its settings are ${names}`);
  });
  const first = defaults(figure.settings);
  const { values, problems } = readEntries(figure, entries, first);
  for (const { setting, problem } of problems)
    throw new Error(text(problem.key, { name: setting.name, ...problem.fields }));
  const state = { ...first, ...values };
  return figure.settle?.(state) ?? state;
}

/** @param {Record<string, string>} attributes */
function attributeList(attributes) {
  return Object.entries(attributes).map(([name, value]) => html` ${name}="${value}"`);
}

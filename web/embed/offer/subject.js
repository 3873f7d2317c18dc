// What is offered: of a live figure or exercise, what the dialog has to know of it, as it stands right now. It asks the element for all
// that it can: what it shared with the scripts of a lesson would be loaded apart, by readers who never see the dialog.
import { changedSettings } from "./snippet.js";

/**
 * @typedef {object} Subject
 * @property {string} name the embed name
 * @property {string} title
 * @property {Record<string, string>} settings as an address writes them
 * @property {{ name: string, label?: string }[]} hideable parts that can be left out; those of every figure or exercise have their names from
 *   the dialog
 * @property {number} height about how high a frame of it is, in pixels, until one says so itself
 */

/** Its margins and the line that says where it comes from. */
const aroundInFrame = 80;

/** @param {import("../../elements/figure.js").WhereFigure} element @returns {Subject} */
function figureSubject(element) {
  const { state, text } = element;
  // A reader's own model or text may have more of everything than the figure that is embedded.
  const { figure } = /** @type {typeof import("../../elements/figure.js").WhereFigure} */ (element.constructor);
  const settings = figure.settings.filter(({ name, type, maximum = Infinity, choices = [] }) =>
    type === "choice" ? choices.includes(state[name]) : !(state[name] > maximum),
  );
  return {
    name: figure.name,
    title: text("see"),
    settings: changedSettings(settings, state),
    hideable: figureParts(figure, text),
    height: heightOf(element),
  };
}

/**
 * What a figure may be without: the controls that it has, and the links under it.
 * @param {import("../../figures/types.js").Figure} figure
 * @param {import("../../figures/types.js").Text} text
 */
export function figureParts({ settings }, text) {
  const controls = settings.filter(({ drawn }) => !drawn);
  return [...controls.map(({ name }) => ({ name, label: text(`settings.${name}`) })), { name: "links" }];
}

/** What an exercise may be without. */
export const exerciseParts = ["hint", "solution", "next"].map((name) => ({ name }));

/** @param {import("../../elements/exercise.js").WhereExercise} element @returns {Subject} */
function exerciseSubject(element) {
  const { exercise, work, fixed = {}, engine } = element;
  const known = engine.exercises().find((/** @type {{ id: string }} */ { id }) => id === exercise);
  const parameters = Object.keys(fixed).map((name) => [name, element.getAttribute(name) ?? ""]);
  return {
    name: "exercise",
    title: known?.title ?? exercise,
    settings: { exercise, seed: String(work.seed), ...Object.fromEntries(parameters) },
    hideable: exerciseParts,
    height: heightOf(element),
  };
}

/** @param {Element} element */
function heightOf(element) {
  return tens(element.getBoundingClientRect().height + aroundInFrame);
}

/** A height that does not change with every pixel. @param {number} height */
export function tens(height) {
  return Math.ceil(height / 10) * 10;
}

/** @param {any} element */
export function subjectOf(element) {
  return element.localName === "where-exercise" ? exerciseSubject(element) : figureSubject(element);
}

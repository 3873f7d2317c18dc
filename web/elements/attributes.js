// What the page around a figure asks of it, by attributes or by its own address: taken, or refused with a sentence.
import { readEntries } from "../figures/settings.js";
import { readHidden } from "./hidden.js";

/** @typedef {import("../figures/types.js").Setting} Setting */
/** @typedef {import("./figure.js").WhereFigure} WhereFigure */

/**
 * Takes settings as they are written, and says which of them cannot be had, alone or beside the others.
 * @param {WhereFigure} element
 * @param {[Setting, string][]} entries
 * @returns {string[]} those that were refused
 */
export function takeEntries(element, entries) {
  const { values, problems } = readEntries(element.figure, entries, element.state);
  // What has not begun begins, also with nothing of its own.
  if (Object.keys(values).length > 0 || !element.values) element.change(values);
  for (const { setting, problem, entry } of problems) element.refuse(setting, problem, entry);
  const refused = problems.map(({ setting }) => setting.name);
  for (const name of refused) element.reportRefused(name);
  return refused;
}

/** What attributes set is what the figure begins with. @param {WhereFigure} element @param {Setting[]} settings */
export function takeAttributes(element, settings) {
  const entries = settings.flatMap((setting) => {
    const written = element.getAttribute(setting.name);
    return written === null ? [] : [/** @type {[Setting, string]} */ ([setting, written])];
  });
  const refused = takeEntries(element, entries);
  for (const [{ name }] of entries) if (!refused.includes(name)) element.first[name] = element.state[name];
}

/**
 * Controls that the page does not want, or all links; a name that is none of these is said.
 * @param {WhereFigure} element
 * @param {string} written
 */
export function hideControls(element, written) {
  const allowed = [...element.figure.settings.map(({ name }) => name), "links"];
  const { names, unknown } = readHidden(written, allowed);
  element.unwanted = new Set(names);
  element.refused.delete("hide");
  if (unknown !== undefined) {
    const sentence = element.text("problem.hide", { unknown, allowed: allowed.join(", ") });
    element.refused.set("hide", { entry: written, sentence });
    element.reportRefused("hide");
  }
  element.requestUpdate();
}

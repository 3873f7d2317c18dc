// The words of a figure, from the section "figure" of a message catalogue, or from where the engine has its own.
import { strictText } from "../engine/sentences.js";

/**
 * A function from a key to a sentence. It looks among the figure's own messages first, then among the common ones, then in the
 * whole catalogue ("experiment.A1.title"). A missing message is a mistake of ours and throws.
 * @param {{ figure: any, [section: string]: any }} catalogue
 * @param {string} name the figure's embed name
 * @returns {import("./types.js").Text}
 */
export function createText(catalogue, name) {
  return strictText([catalogue.figure[name], catalogue.figure.common, catalogue], `figure.${name}`);
}

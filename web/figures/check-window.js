// The longest window that a reading really read: a text shorter than the window asked for has none of that length.
import { readArms, tokensRead } from "./check-reading.js";
import { plain } from "./number.js";

/** @typedef {import("./types.js").State} State */

/**
 * As `readArms`; what it gives, and shows, says the longest window too.
 * @param {import("./checks.js").Specimen} specimen
 * @param {State} state
 * @param {import("./checks.js").Control} control
 * @param {Parameters<typeof readArms>[3]} change
 */
export async function readWindows(specimen, state, control, change) {
  const { tokens } = await specimen.material(state);
  const window = Math.min(state.window, tokensRead(tokens, state).length);
  const show = (/** @type {any} */ run) => control.show({ ...run, window });
  return { ...(await readArms(specimen, state, { ...control, show }, change)), window };
}

/**
 * What stands below a drawing: the windows that were read.
 * @param {{ title: string, window: number }} run
 * @param {State} state
 * @param {import("./types.js").Text} text
 */
export function windowNote({ title, window }, state, text) {
  const fields = { title, window: plain(window), stride: plain(state.stride) };
  return text(window < state.window ? "reading.note_short" : "reading.note", fields);
}

// Entries that a figure does not take stay in their fields to be mended. What it would run meanwhile is of the entries before.
import { isControlled } from "../figures/settings.js";

/**
 * Whether a field that counts for what is shown holds an entry that is not taken.
 * @param {{ figure: { settings: import("../figures/types.js").Setting[] }, refused: Map<string, unknown>, state: import("../figures/types.js").State }} element
 */
export function entryRefused({ figure, refused, state }) {
  return figure.settings.some((setting) => refused.has(setting.name) && isControlled(setting, state));
}

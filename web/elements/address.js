// The settings of a figure in the page's address, so that a set-up can be sent to somebody.
import { readSetting, writeSetting } from "../figures/settings.js";

/** @typedef {import("../figures/types.js").Setting} Setting */
/** @typedef {import("../figures/types.js").State} State */

/**
 * The entries that an address has for these settings, as written there.
 * @param {Setting[]} settings
 * @param {string} search
 * @returns {[Setting, string][]}
 */
export function entriesIn(settings, search) {
  const written = new URLSearchParams(search);
  return settings.flatMap((setting) => {
    const entry = written.get(setting.name);
    return entry === null ? [] : [/** @type {[Setting, string]} */ ([setting, entry])];
  });
}

/**
 * The address with every setting that differs from `first`, and without those that do not. What else it holds stays.
 * @param {Setting[]} settings
 * @param {State} state
 * @param {State} first
 * @param {string} address
 */
export function addressOf(settings, state, first, address) {
  const url = new URL(address);
  for (const { name } of settings) url.searchParams.delete(name);
  for (const setting of settings) {
    const written = writeSetting(setting, state[setting.name]);
    if (written !== writeSetting(setting, first[setting.name]))
      url.searchParams.append(setting.name, readable(setting, written));
  }
  return url.href.replaceAll("%2C", ",");
}

/** Numbers as programs write them. @param {Setting} setting @param {string} written */
function readable(setting, written) {
  return setting.type === "number" || setting.type === "whole" ? String(readSetting(setting, written)) : written;
}

// What the address of a frame asks for: settings of the figure or the exercise, and how the page itself shows them.

/**
 * What a frame page knows of itself; the build writes it into the page.
 * @typedef {object} About
 * @property {string} name the embed name
 * @property {string} script the address of the element's script
 * @property {string[]} settings attributes of the element that an address may set
 * @property {Record<string, string>} [written] the settings of the picture that stands in the page
 * @property {Record<string, string>} languages by language, the address of the script with its words; English needs none
 * @property {Record<string, { parameters: string[], lesson: string, address: string }>} [exercises] by id
 * @property {Record<string, string>} sentences
 */

/**
 * @typedef {object} Wanted
 * @property {Record<string, string>} attributes
 * @property {string} language
 * @property {{ key: string, fields: Record<string, string> }[]} problems sentences to show, by key
 */

export const themes = ["auto", "light", "dark"];

/** Platforms and advertisers add these to every address. */
const foreign = /^(utm_|lti_|custom_)|^(fbclid|gclid|forceview)$/;

/**
 * What an address asks for; of several entries of one name the first holds. The values of settings are checked by the element.
 * @param {string} search
 * @param {About} about
 * @returns {Wanted}
 */
export function readAddress(search, { settings, languages, exercises }) {
  const written = new URLSearchParams(search);
  const asked = written.get("exercise") ?? "";
  const own = exercises && Object.hasOwn(exercises, asked) ? exercises[asked].parameters : [];
  const taken = [...settings, ...own, "hide"];
  const page = ["theme", "lang"];
  /** @type {Wanted} */
  const wanted = { attributes: {}, language: "en", problems: [] };
  const refuse = (/** @type {string} */ key, /** @type {Record<string, string>} */ fields) =>
    wanted.problems.push({ key, fields });
  for (const key of new Set(written.keys())) {
    const value = /** @type {string} */ (written.get(key));
    if (taken.includes(key)) wanted.attributes[key] = value;
    else if (!page.includes(key) && !foreign.test(key))
      refuse("unknown", { name: key, allowed: [...taken, ...page].join(", ") });
  }
  const [theme, lang] = [written.get("theme") ?? "auto", written.get("lang") ?? "en"];
  if (!themes.includes(theme)) refuse("not_one_of", { name: "theme", value: theme, allowed: themes.join(", ") });
  if (lang === "en" || Object.hasOwn(languages, lang)) wanted.language = lang;
  else refuse("not_one_of", { name: "lang", value: lang, allowed: ["en", ...Object.keys(languages)].join(", ") });
  return wanted;
}

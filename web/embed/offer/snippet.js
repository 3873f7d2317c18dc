// What an author pastes to have a figure or an exercise in a page: a frame, or the element. Only what differs from the declared
// first values is written; the addresses are those of this site.

/** @typedef {import("../../figures/types.js").Setting} Setting */
/** @typedef {import("../../figures/types.js").State} State */

/**
 * @typedef {object} Wanted
 * @property {string} name the embed name
 * @property {string} title what the frame is called, for who cannot see it
 * @property {Record<string, string>} settings as they are written, in the order in which they are to be taken
 * @property {string[]} hide
 * @property {string} theme
 * @property {string} lang
 */

/** What an exercise has without a word about it. */
export const firstSeed = "1";

/** As programs write them: an address is no place for groups of digits and typographic signs. @param {any} value */
function written(value) {
  return Array.isArray(value) ? value.map(String).join(",") : String(value);
}

/**
 * The settings that are not as the figure declares them, in the order of their declaration: one may bound the next.
 * @param {Setting[]} settings
 * @param {State} state
 * @returns {Record<string, string>}
 */
export function changedSettings(settings, state) {
  const all = settings.map((setting) => [setting.name, written(state[setting.name]), written(setting.default)]);
  return Object.fromEntries(all.filter(([, now, first]) => now !== first).map(([name, now]) => [name, now]));
}

/** @param {Wanted} wanted what is not as it is without a word */
function said({ name, settings, hide, theme, lang }) {
  const options = {
    hide: hide.join(","),
    theme: theme === "auto" ? "" : theme,
    lang: lang === "en" ? "" : lang,
  };
  const { seed, ...others } = settings;
  const own = name === "exercise" && seed === firstSeed ? others : settings;
  return Object.entries({ ...own, ...options }).filter(([key, value]) => value !== "" || key in own);
}

/**
 * @param {string} site its address, with a slash at its end
 * @param {Wanted} wanted
 */
export function frameAddress(site, wanted) {
  const query = said(wanted).map(([key, value]) => `${key}=${encodeURIComponent(value).replaceAll("%2C", ",")}`);
  return `${site}embed/v1/${wanted.name}/${query.length > 0 ? "?" : ""}${query.join("&")}`;
}

/**
 * @param {string} site
 * @param {Wanted} wanted
 * @param {{ height: number, fits: boolean }} frame in pixels; whether it comes with the script that keeps it as high as its content
 */
export function frameSnippet(site, wanted, { height, fits }) {
  const attributes = {
    src: frameAddress(site, wanted),
    title: wanted.title,
    width: "100%",
    height: String(height),
    style: "border: 0; max-width: 45rem",
    loading: "lazy",
    // An attempt code is copied at a button: a page of another site may write to the clipboard only where the frame allows it.
    ...(wanted.name === "exercise" ? { allow: "clipboard-write" } : {}),
  };
  const script = fits ? `\n<script src="${escaped(`${site}embed/host.js`)}" defer></script>` : "";
  return `<iframe${attributesOf(Object.entries(attributes))}></iframe>${script}`;
}

/** @param {string} site @param {Wanted} wanted */
export function elementSnippet(site, wanted) {
  const tag = `where-${wanted.name}`;
  return `<script type="module" src="${escaped(`${site}embed/v1/whereabouts.js`)}"></script>
<${tag}${attributesOf(said(wanted))}></${tag}>`;
}

/** Whether an address leads to its site on this machine alone. @param {string} site */
export function isLocal(site) {
  const { protocol, hostname } = new URL(site);
  return protocol === "file:" || hostname === "[::1]" || /^(?:.+\.)?localhost$|^127(?:\.\d+){3}$/.test(hostname);
}

/** @param {[string, string][]} attributes */
function attributesOf(attributes) {
  return attributes.map(([name, value]) => ` ${name}="${escaped(value)}"`).join("");
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

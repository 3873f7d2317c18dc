// The look of elements in other people's pages: nothing of the page reaches them but whether it is dark, and what it sets on purpose.
import { content, ink, key, line, paper, position, query, quiet, sum, value } from "../figures/colour.js";

const colours = { ink, quiet, line, paper, content, position, query, key, value, sum };
const settable = Object.entries(colours).map(([name, each]) => [name, each.replace("var(--", "var(--where-")]);

/** The family of the drawings, under a name that no page has given to another. */
export const font = "Whereabouts Sans";

/** What a page may set, by the custom property that the figures read. @type {Record<string, string>} */
const properties = {
  ...Object.fromEntries(settable),
  sans: `var(--where-font, "${font}", system-ui, sans-serif)`,
  serif: "var(--where-formula-font, Georgia, serif)",
  mono: "var(--where-code-font, ui-monospace, monospace)",
  // What a page calls its root's size may be anything: text no smaller than usual.
  rem: "var(--where-size, max(1rem, 16px))",
  radius: "var(--where-radius, 3px)",
};

const declared = Object.entries(properties)
  .map(([name, value]) => `--${name}: ${value};`)
  .join("\n");

const guestStyles = `
:host { display: block; min-height: 3em; margin-block: 1.5em; }
:host([hidden]) { display: none; }
.room {
  all: initial;
  display: block;
  visibility: inherit;
  pointer-events: inherit;
  color-scheme: inherit;
  ${declared}
  --light-map: inline;
  --dark-map: none;
  color: inherit;
  font: 400 var(--rem)/1.5 var(--sans);
  outline: 0 solid color-mix(in srgb, currentcolor, currentcolor);
  column-rule: 0 solid light-dark(#000, #fff);
  transition: 1ms;
}
.room > * { color: var(--ink); color-scheme: light; }
.room.dark { --light-map: none; --dark-map: inline; }
.room.dark > * { color-scheme: dark; }
:host([theme="light"]) .room { color: #000; color-scheme: only light; padding: 1rem; background: var(--paper); }
:host([theme="dark"]) .room { color: #fff; color-scheme: only dark; padding: 1rem; background: var(--paper); }
@media (forced-colors: active) {
  .room { --ink: CanvasText; --sum: CanvasText; --quiet: CanvasText; --line: GrayText; --paper: Canvas; }
}
img { display: block; max-width: 100%; height: auto; }
.problem { margin: 0.75em 0 0; padding-inline-start: 0.75em; border-inline-start: 3px solid var(--position); overflow-wrap: anywhere; }
.waiting { margin: 0; }
button {
  min-height: 44px;
  padding: 0;
  border: 0;
  background: none;
  color: var(--quiet);
  font: inherit;
  text-decoration: underline;
  text-underline-offset: 3px;
  cursor: pointer;
}
`;

/**
 * Whether what stands in a room is to be dark. The page's text tells how dark its ground is, also where the page says nothing else of it;
 * where the text is neither light nor dark, its colour scheme does.
 * @param {Pick<CSSStyleDeclaration, "outlineColor" | "columnRuleColor">} room as computed: "color(srgb …)", the text; white in the dark scheme
 */
export function isDark({ outlineColor, columnRuleColor }) {
  const [, red, green, blue] = outlineColor.split(" ").map((part) => parseFloat(part) ** 2);
  // About seven to one in contrast, to white and to black.
  return 0.2 * red + 0.7 * green + 0.1 * blue > (/255/.test(columnRuleColor) ? 0.1 : 0.3);
}

/** @param {string} text @returns {CSSStyleSheet} */
export function sheet(text) {
  const made = new CSSStyleSheet();
  made.replaceSync(text);
  return made;
}

/** Rules of our own pages, where 1rem is what the reader chose, and corners are the same everywhere. @param {string} text */
export function adapted(text) {
  return text
    .replace(/(?<![\w.-])(\d*\.?\d+)rem\b/g, "calc($1 * var(--rem))")
    .replaceAll("border-radius: 3px", "border-radius: var(--radius)");
}

/** @type {CSSStyleSheet | undefined} */
let made;

export function guestSheet() {
  made ??= sheet(guestStyles);
  return made;
}

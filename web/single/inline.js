// A page with all that it loads taken into it: style sheets with their fonts, and parts that its scripts open.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";

import { folders } from "../course/paths.js";
import { partsPlace, policyPlace } from "./pages.js";

/**
 * @param {string} html a page that names its style sheets by their address below the site
 * @param {string} site the folder
 * @param {Record<string, string>} parts packed, by name
 * @param {string} opening the script that opens them
 */
export function inlined(html, site, parts, opening) {
  /** @type {string[]} */
  const styles = [];
  const own = readFileSync(path.join(folders.web, "styles", "single.css"), "utf8");
  const styled = thinned(html).replace(/<link rel="stylesheet" href="([^"]+)" \/>/g, (_, address) => {
    styles.push(sheet(path.join(site, address), classesOf(html)));
    return `<style>${styles.at(-1)}</style>`;
  });
  const carried = Object.entries(parts).map(
    ([name, text]) => `<script type="text/plain" data-part="${name}">${text}</script>\n`,
  );
  // Between these tags a script may hold no end of one.
  if (/<\/script|<!--/i.test(opening)) throw new Error("the opening script would end too early in a page");
  const script = `<script type="module">${opening}</script>`;
  return styled
    .replace("</head>", () => `<style>${own}</style></head>`)
    .replace(policyPlace, policy(opening, [...styles, own]))
    .replace(partsPlace, () => carried.join("") + script);
}

/**
 * Still pictures say in every line what a page of ours knows: the colours' names are enough, a line that is not drawn has no width, and
 * blanks between attributes need not be many.
 * @param {string} html
 */
function thinned(html) {
  return html
    .replace(/var\((--[\w-]+), light-dark\(#\w+, #\w+\)\)/g, "var($1)")
    .replace(/\s+stroke="none" stroke-width="0" paint-order="stroke" stroke-linejoin="round"\s*/g, " ")
    .replace(/<(?:svg|g|text|rect|line|path|circle|tspan)\b[^>]*>/g, (tag) => tag.replace(/\s+/g, " "));
}

/** Every class that stands in a page. @param {string} html */
function classesOf(html) {
  return new Set([...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names]) => names.split(/\s+/)));
}

/**
 * A style sheet with its fonts in it, but for those cuts of formulas that this page has no use for.
 * @param {string} file
 * @param {Set<string>} classes that the page has
 */
function sheet(file, classes) {
  const css = readFileSync(file, "utf8");
  const used = formulaCuts(css, classes);
  // What is there already is not to be done without.
  return css
    .replaceAll("font-display:optional", "font-display:block")
    .replace(/@font-face\s*\{[^}]*\}/g, (face) => {
      const cut = cutOf(face);
      return cut === undefined || used.has(cut) ? face : "";
    })
    .replace(/url\("?(?!data:)([^")]+\.woff2)"?\)/g, (_, name) => {
      const font = readFileSync(path.join(path.dirname(file), name));
      return `url(data:font/woff2;base64,${font.toString("base64")})`;
    });
}

/** The font of formulas that declarations ask for: family, weight, slant. @param {string} declarations */
function cutOf(declarations) {
  const family = /KaTeX_\w+/.exec(declarations)?.[0];
  const bold = /font-weight:\s*(?:700|bold)\b/.test(declarations);
  const italic = /font-style:\s*italic/.test(declarations);
  return family && [family, bold && "bold", italic && "italic"].filter(Boolean).join(" ");
}

/** The cuts that those rules name which hold for these classes. @param {string} css @param {Set<string>} classes */
function formulaCuts(css, classes) {
  const rules = css.replace(/@font-face\s*\{[^}]*\}/g, "").matchAll(/([^{}]+)\{([^{}]*)\}/g);
  const cuts = [...rules].flatMap(([, selectors, declarations]) => {
    const holds = selectors.split(",").some((selector) => {
      const named = [...selector.matchAll(/\.([\w-]+)/g)].map(([, name]) => name);
      return named.every((name) => classes.has(name));
    });
    // What is only made bold or slanted within a formula is in the font of its text.
    const within = /\.katex\s/.test(selectors) && /font-(?:weight|style)/.test(declarations) ? "KaTeX_Main" : "";
    const cut = holds ? cutOf(declarations.includes("KaTeX_") ? declarations : `${within};${declarations}`) : undefined;
    return cut === undefined ? [] : [cut];
  });
  return new Set(cuts);
}

/**
 * Nothing may be asked of anyone: scripts are the one that stands in the page and those that it opens; styles those that stand in it.
 * @param {string} opening
 * @param {string[]} styles
 */
function policy(opening, styles) {
  const hash = (/** @type {string} */ text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  return [
    "default-src 'none'",
    `script-src ${hash(opening)} blob: 'wasm-unsafe-eval'`,
    `style-src ${styles.map(hash).join(" ")}`,
    "style-src-attr 'unsafe-inline'",
    "img-src data:",
    "font-src data:",
    "worker-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

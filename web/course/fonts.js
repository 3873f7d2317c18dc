// Fonts cut down to the characters that the course uses, and the style sheets that name them. Each text font has a fallback
// whose metrics are adjusted to it, so that lines stand where they will stand when the font has arrived.
import { createHash } from "node:crypto";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
// @ts-expect-error: the package has no types
import subsetFont from "subset-font";

import { createMarkdown, renderFormula } from "./markdown.js";
import { checkedNumber, readShown, splitChecked, texNumber } from "./numerals.js";
import { folders } from "./paths.js";

const resolve = createRequire(import.meta.url).resolve;

/** @typedef {{ family: string, weight: number, style: "normal" | "italic", source: string }} Face */

/** @type {Face[]} */
const faces = [
  face("Source Serif 4", "source-serif-4", "400Regular", 400, "normal"),
  face("Source Serif 4", "source-serif-4", "400Regular_Italic", 400, "italic"),
  face("Source Serif 4", "source-serif-4", "600SemiBold", 600, "normal"),
  face("Source Sans 3", "source-sans-3", "400Regular", 400, "normal"),
  face("Source Sans 3", "source-sans-3", "600SemiBold", 600, "normal"),
];

/**
 * @param {string} family
 * @param {string} folder
 * @param {string} cut
 * @param {number} weight
 * @param {"normal" | "italic"} style
 * @returns {Face}
 */
function face(family, folder, cut, weight, style) {
  const file = `${family.replaceAll(" ", "")}_${cut}.ttf`;
  return { family, weight, style, source: resolve(`@expo-google-fonts/${folder}/${cut}/${file}`) };
}

/**
 * Stand-ins from the fonts of the system. `size` is the ratio of the average widths of English text in the two cuts (Georgia from
 * its published metrics, the others measured on a lesson with the metric twins of Times and Arial); ascent and descent are those of
 * the font that is awaited. Georgia's other cuts are left to the browser, which slants and thickens.
 */
const serif = { ascent: 1.036, descent: 0.335 };
const sans = { ascent: 1.024, descent: 0.4 };
const normal = { weight: 400, style: "normal" };
const italic = { weight: 400, style: "italic" };
const bold = { weight: 600, style: "normal" };
const fallbacks = [
  { family: "Adjusted Georgia", locals: ["Georgia", "Gelasio"], size: 1.0745, ...serif, ...normal },
  { family: "Adjusted Times", locals: ["Times New Roman", "Liberation Serif"], size: 1.18, ...serif, ...normal },
  {
    family: "Adjusted Times",
    locals: ["Times New Roman Italic", "Liberation Serif Italic"],
    size: 1.079,
    ...serif,
    ...italic,
  },
  {
    family: "Adjusted Times",
    locals: ["Times New Roman Bold", "Liberation Serif Bold"],
    size: 1.12,
    ...serif,
    ...bold,
  },
  { family: "Adjusted Arial", locals: ["Arial", "Helvetica", "Liberation Sans"], size: 0.9335, ...sans, ...normal },
  {
    family: "Adjusted Arial",
    locals: ["Arial Bold", "Helvetica Bold", "Liberation Sans Bold"],
    size: 0.8956,
    ...sans,
    ...bold,
  },
];

/** Signs that the page and the figures make themselves, beside printable ASCII. */
const ownCharacters = "−–—‘’“”…×·±≤≥≈→←↑↓′″⁰¹²³⁴⁵⁶⁷⁸⁹⁻₀₁₂₃₄₅₆₇₈₉πωθλΔ√∞½°¶§" + String.fromCharCode(0xa0, 0x202f);

/** Kerning, ligatures and accents; digits of these fonts are tabular by default. */
const keepFeatures = ["kern", "liga", "locl", "mark", "mkmk", "ccmp"];

/**
 * Every character of the texts, and printable ASCII.
 * @param {string[]} texts
 */
function charactersOf(texts) {
  const ascii = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index));
  const all = new Set([...ascii, ...ownCharacters, ...texts.join("")]);
  return [...all]
    .filter((character) => character >= " ")
    .toSorted()
    .join("");
}

/** What is stressed are words: their font needs no digits, no signs and no letters that stand for numbers. @param {string} characters */
function wordsOnly(characters) {
  return characters.replace(/[^\p{L}\p{M} ,.’–-]|\p{Script=Greek}/gu, "");
}

/**
 * Every character that KaTeX sets for the formulas of these lessons.
 * @param {string[]} bodies
 */
function formulaCharacters(bodies) {
  const characters = new Set();
  const tokens = bodies.flatMap((body) => createMarkdown().parse(body, {}));
  for (const token of tokens.flatMap((each) => [each, ...(each.children ?? [])])) {
    if (token.type !== "math_inline" && token.type !== "math_block") continue;
    const html = setLeniently(token.content, token.type === "math_block");
    const visible = html.replace(/<span class="katex-mathml">[\s\S]*?<\/math><\/span>/g, "").replace(/<[^>]*>/g, "");
    for (const character of visible) characters.add(character);
  }
  return [...characters].toSorted().join("");
}

/** The lesson's own build reports what is wrong with a formula; here it has no characters. */
function setLeniently(/** @type {string} */ content, /** @type {boolean} */ display) {
  const source = content.replace(new RegExp(checkedNumber.source, "g"), (_, inside) => {
    const shown = readShown(splitChecked(inside)?.shown ?? "");
    return shown === null ? "" : texNumber(shown);
  });
  try {
    return renderFormula(source, display);
  } catch {
    return "";
  }
}

/**
 * Writes build/styles: text.css and formulas.css with their fonts beside them. Nothing is done where nothing changed.
 * @param {string[]} texts all that pages may show
 * @param {string[]} bodies the Markdown of the lessons
 */
export async function makeFonts(texts, bodies) {
  const text = charactersOf(texts);
  const formula = formulaCharacters(bodies);
  const katex = path.dirname(resolve("katex/package.json"));
  const ours = await readFile(new URL(import.meta.url), "utf8");
  const lock = await readFile(new URL("../package-lock.json", import.meta.url), "utf8");
  const stamp = createHash("sha256")
    .update(JSON.stringify([text, formula, ours, lock]))
    .digest("hex");
  const stampFile = path.join(folders.styles, "stamp");
  if ((await readFile(stampFile, "utf8").catch(() => "")) === stamp) return;

  await rm(folders.styles, { recursive: true, force: true });
  await mkdir(folders.styles, { recursive: true });
  const rules = await Promise.all(
    faces.map((each) => makeFace(each, each.style === "italic" ? wordsOnly(text) : text)),
  );
  await writeFile(path.join(folders.styles, "text.css"), [...rules, ...fallbacks.map(fallbackRule)].join("\n"));
  await makeFormulaFonts(path.join(katex, "dist"), formula);
  // Written last: a build that was interrupted starts again.
  await writeFile(stampFile, stamp);
}

/**
 * @param {Face} face
 * @param {string} characters
 */
async function makeFace({ family, weight, style, source }, characters) {
  const font = await subsetFont(await readFile(source), characters, { targetFormat: "woff2", keepFeatures });
  const name = `${family.toLowerCase().replaceAll(" ", "-")}-${weight}${style === "italic" ? "-italic" : ""}.woff2`;
  await writeFile(path.join(folders.styles, name), font);
  // "optional": a font that comes late waits for the next page, and never moves text that is being read.
  return (
    `@font-face { font-family: "${family}"; font-weight: ${weight}; font-style: ${style}; font-display: optional; ` +
    `src: url("./${name}") format("woff2"); }`
  );
}

/** @param {(typeof fallbacks)[number]} fallback */
function fallbackRule({ family, locals, size, ascent, descent, weight, style }) {
  const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(2)}%`;
  return (
    `@font-face { font-family: "${family}"; font-weight: ${weight}; font-style: ${style}; src: ${locals.map((name) => `local("${name}")`).join(", ")}; ` +
    `size-adjust: ${percent(size)}; ascent-override: ${percent(ascent / size)}; ` +
    `descent-override: ${percent(descent / size)}; line-gap-override: 0%; }`
  );
}

/**
 * KaTeX's own style sheet, with subset fonts.
 * @param {string} katex its folder dist
 * @param {string} characters
 */
async function makeFormulaFonts(katex, characters) {
  const files = (await readdir(path.join(katex, "fonts"))).filter((name) => name.endsWith(".woff2"));
  for (const name of files) {
    const font = await subsetFont(await readFile(path.join(katex, "fonts", name)), characters, {
      targetFormat: "woff2",
    });
    await writeFile(path.join(folders.styles, name), font);
  }
  const css = await readFile(path.join(katex, "katex.css"), "utf8");
  const woff2Only = css.replace(
    /src:\s*url\(["']?fonts\/([\w-]+\.woff2)["']?\)[^;}]*/g,
    'src: url("./$1") format("woff2")',
  );
  if (woff2Only.includes("fonts/"))
    throw new Error("KaTeX's style sheet names fonts in a way that fonts.js does not know");
  await writeFile(path.join(folders.styles, "formulas.css"), woff2Only);
}

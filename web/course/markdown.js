// The Markdown of lessons: CommonMark with tables, TeX between dollar signs, checked numbers, and figures and exercises as blocks
// of one line. Parsing finds what is there; lesson.js checks it and fills it in.
import katex from "katex";
import MarkdownIt from "markdown-it";
import { tex } from "@mdit/plugin-tex";

import { checkedNumber, countBreaks } from "./numerals.js";
import { together } from "./typography.js";

/** @typedef {import("markdown-it").Token} Token */
/** @typedef {{ kind: string, name: string, attributes: Record<string, string> }} Block */

/**
 * A formula as HTML for the eye and MathML for screen readers. Formulas side by side, with \qquad between them, are set one by one,
 * so that they stand below each other where there is no room. A fault in the formula throws.
 * @param {string} source
 * @param {boolean} display
 */
export function renderFormula(source, display) {
  const set = (/** @type {string} */ part) =>
    katex.renderToString(part, { displayMode: display, throwOnError: true, strict: "error", output: "htmlAndMathml" });
  return (display ? sideBySide(source) : [source]).map(set).join("");
}

/** @param {string} source */
function sideBySide(source) {
  const parts = source.split("\\qquad");
  const count = (/** @type {string} */ part, /** @type {RegExp} */ pattern) => part.match(pattern)?.length ?? 0;
  // A part that opens what another closes is no formula of its own.
  const whole = parts.every(
    (part) => count(part, /\{|\\begin|\\left/g) === count(part, /\}|\\end|\\right/g) && part.trim() !== "",
  );
  return whole ? parts : [source];
}

/** Formulas are rendered by lesson.js, which knows their lines; their tokens then hold HTML. */
const formulaHtml = (/** @type {string} */ html) => html;

/**
 * @param {Token[]} tokens
 * @param {number} index
 */
function renderFilled(tokens, index) {
  return tokens[index].meta.html;
}

export function createMarkdown() {
  const markdown = new MarkdownIt({ html: true, typographer: true, quotes: "“”‘’" });
  markdown.use(tex, { delimiters: "dollars", render: formulaHtml });
  markdown.inline.ruler.before("escape", "checked_number", parseCheckedNumber);
  markdown.block.ruler.before("paragraph", "embed", parseEmbed, {
    alt: ["paragraph", "reference", "blockquote", "list"],
  });
  markdown.core.ruler.push("together", keepTogether);
  markdown.renderer.rules.checked_number = renderFilled;
  markdown.renderer.rules.embed = renderFilled;
  // A wide table or formula scrolls by itself; the page does not (browser/regions.js gives it the focus it then needs).
  markdown.renderer.rules.table_open = () => '<div class="wide"><table>\n';
  markdown.renderer.rules.table_close = () => "</table></div>\n";
  markdown.renderer.rules.math_block = (tokens, index) => `<div class="wide formula">${tokens[index].content}</div>\n`;
  return markdown;
}

/** @param {import("markdown-it").StateCore} state */
function keepTogether({ tokens }) {
  for (const { children } of tokens) {
    for (const child of children ?? []) if (child.type === "text") child.content = together(child.content);
  }
}

/**
 * @param {import("markdown-it").StateInline} state
 * @param {boolean} silent
 */
function parseCheckedNumber(state, silent) {
  checkedNumber.lastIndex = state.pos;
  const match = checkedNumber.exec(state.src);
  if (match === null) return false;
  if (!silent) {
    const token = state.push("checked_number", "", 0);
    token.content = match[1];
    token.meta = { breaks: countBreaks(state.src.slice(0, state.pos)) };
  }
  state.pos += match[0].length;
  return true;
}

/**
 * "::figure position-table base=10000" on a line of its own.
 * @param {import("markdown-it").StateBlock} state
 * @param {number} startLine
 * @param {number} _endLine
 * @param {boolean} silent
 */
function parseEmbed(state, startLine, _endLine, silent) {
  const start = state.bMarks[startLine] + state.tShift[startLine];
  if (!state.src.startsWith("::", start)) return false;
  if (silent) return true;
  const token = state.push("embed", "", 0);
  token.content = state.src.slice(start, state.eMarks[startLine]);
  token.map = [startLine, startLine + 1];
  token.block = true;
  state.line = startLine + 1;
  return true;
}

/**
 * The parts of a block's line, or what is wrong with it.
 * @param {string} line
 * @returns {Block | string}
 */
export function readBlock(line) {
  const match = /^::(\w+)[ \t]+([\w-]+)((?:[ \t]+[a-zA-Z_][\w-]*=(?:"[^"]*"|[^\s"]+))*)[ \t]*$/.exec(line);
  if (match === null)
    return `"${line.trim()}" is no block: write ::figure NAME key=value or ::exercise ID key="a value"`;
  const [, kind, name, rest] = match;
  if (kind !== "figure" && kind !== "exercise") return `unknown block "::${kind}"; there are ::figure and ::exercise`;
  const attributes = [...rest.matchAll(/([a-zA-Z_][\w-]*)=(?:"([^"]*)"|(\S+))/g)];
  return {
    kind,
    name,
    attributes: Object.fromEntries(attributes.map(([, key, quoted, bare]) => [key, quoted ?? bare])),
  };
}

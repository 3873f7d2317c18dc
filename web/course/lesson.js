// One lesson, from its Markdown to the HTML of its column. Everything that can be wrong with it is found here, with its line.
import { collectPassages } from "../ask/passages.js";
import { html as markup } from "../figures/markup.js";
import { createMarkdown, readBlock, renderFormula } from "./markdown.js";
import {
  AllowList,
  checkNumber,
  checkedNumber,
  countBreaks,
  proseNumber,
  readShown,
  splitChecked,
  texNumber,
} from "./numerals.js";
import { Problems } from "./problem.js";
import { curly } from "./typography.js";

/** @typedef {import("markdown-it").Token} Token */
/** @typedef {import("./front-matter.js").Head} Head */
/** @typedef {import("./front-matter.js").Parts} Parts */
/** @typedef {import("./markdown.js").Block} Block */

/**
 * What a lesson's text refers to, and how it is filled in.
 * @typedef {object} Context
 * @property {import("./numerals.js").Evaluate} evaluate a checked number's expression
 * @property {(block: Block) => Promise<import("./embeds.js").Embed>} embed a figure or an exercise; throws what is wrong
 * @property {(href: string, from: string) => string} link the address of an internal link; throws what is wrong
 */

/**
 * @typedef {object} Rendered
 * @property {string} html
 * @property {{ id: string, html: string }[]} sections the headings of the second level
 * @property {string[]} elements the custom elements in it, by file name
 * @property {boolean} formulas whether it has any
 * @property {import("../ask/passages.js").Passage[]} passages what questions are answered with
 * @property {import("./embeds.js").Skill[]} skills that its exercises ask for, each another one, in their order
 */

const allowedTags = /^<\/?(?:details|summary)>$/;
const anyTag = /<!--[\s\S]*?-->|<[^>]*>/g;

/** "What it does not know" becomes "what-it-does-not-know". */
function slugOf(/** @type {string} */ heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}

/** Where a lesson asks for a skill. @param {string} skill "interpolate method=ntk" */
export function exerciseAnchor(skill) {
  return `exercise-${skill.replace(/[^\w]+/g, "-")}`;
}

/** The anchors of a lesson, for links from other lessons. */
export function anchorsOf(/** @type {string} */ body) {
  const tokens = createMarkdown().parse(body, {});
  return tokens
    .filter((token, index) => tokens[index - 1]?.type === "heading_open")
    .map((token) => slugOf(plainText(token)));
}

/** @param {Token} inline */
function plainText(inline) {
  return (inline.children ?? []).map((child) => child.content).join("");
}

/**
 * Throws a LessonError with everything that is wrong.
 * @param {string} file as it is printed
 * @param {Parts} parts
 * @param {Context} context
 * @returns {Promise<Rendered>}
 */
export async function renderLesson(file, parts, context) {
  const lesson = new Lesson(file, parts, context);
  return lesson.render();
}

class Lesson {
  /** @type {Set<string>} */
  #elements = new Set();
  #formulas = false;
  /** By line. @type {Map<number, import("./embeds.js").Skill>} */
  #skills = new Map();

  /** @param {string} file @param {Parts} parts @param {Context} context */
  constructor(file, parts, context) {
    this.parts = parts;
    this.context = context;
    this.problems = new Problems(file);
    this.allowed = new AllowList(parts.head.numbers);
  }

  async render() {
    const { head, body, bodyLine, lineOf } = this.parts;
    for (const key of /** @type {const} */ (["title", "question", "summary"])) this.#checkText(head[key], lineOf(key));

    const markdown = createMarkdown();
    const tokens = markdown.parse(body, {});
    const lines = body.split("\n");
    /** @type {{ id: string, inline: Token }[]} */
    const sections = [];
    let line = bodyLine;
    for (const [index, token] of tokens.entries()) {
      if (token.map !== null) line = bodyLine + token.map[0];
      if (token.type === "heading_open") {
        const id = slugOf(plainText(tokens[index + 1]));
        if (sections.some((section) => section.id === id))
          this.problems.add(line, `there is a heading "${id}" already`);
        if (token.tag === "h1") this.problems.add(line, "a lesson's title stands in its front matter: start with ##");
        token.attrSet("id", id);
        if (token.tag === "h2") sections.push({ id, inline: tokens[index + 1] });
      } else if (token.type === "inline") {
        this.#fillInline(token, line);
      } else if (token.type === "math_block") {
        // A formula starts behind its dollar signs, which mostly have a line to themselves.
        const alone = lines[(token.map ?? [0])[0]].trim() === "$$";
        token.content = this.#formula(token.content, true, line + (alone ? 1 : 0));
      } else if (token.type === "html_block") {
        this.#checkHtml(token.content, line);
        token.content = curly(token.content);
      } else if (token.type === "embed") {
        token.meta = { html: await this.#embed(token.content, line) };
      }
    }
    for (const entry of this.allowed.unused) {
      this.problems.add(lineOf("numbers", entry), `the allow-list has "${entry}", which the lesson nowhere needs`);
    }
    this.problems.raise();

    const renderInline = (/** @type {Token[]} */ children) =>
      markdown.renderer.renderInline(children, markdown.options, {});
    // Before the page is rendered: it gives each passage its anchor.
    const passages = collectPassages(tokens, renderInline);
    return {
      html: markdown.renderer.render(tokens, markdown.options, {}),
      sections: sections.map(({ id, inline }) => ({ id, html: renderInline(inline.children ?? []) })),
      passages,
      elements: [...this.#elements],
      formulas: this.#formulas,
      skills: [...this.#skills.values()],
    };
  }

  /** @param {Token} inline @param {number} first the line of its first character */
  #fillInline(inline, first) {
    let line = first;
    for (const token of inline.children ?? []) {
      if (token.type === "softbreak" || token.type === "hardbreak") {
        line += 1;
      } else if (token.type === "text") {
        this.#checkText(token.content, line);
        if (token.content.includes("{{")) this.problems.add(line, 'a "{{" is not closed');
      } else if (token.type === "checked_number") {
        line = first + token.meta.breaks;
        token.meta = { html: this.#number(token.content, line, proseNumber) };
        line += countBreaks(token.content);
      } else if (token.type === "code_inline") {
        const marked = token.content.replace(checkedEverywhere, (_, inside) => this.#number(inside, line, codeNumber));
        this.#checkText(token.content.replace(checkedEverywhere, ""), line, "code");
        token.content = marked;
      } else if (token.type === "math_inline") {
        const breaks = countBreaks(token.content);
        token.content = this.#formula(token.content, false, line);
        line += breaks;
      } else if (token.type === "html_inline") {
        this.#checkHtml(token.content, line);
      } else if (token.type === "image") {
        this.problems.add(
          line,
          "a lesson has no pictures of its own: draw it as a figure, which every language can share",
        );
      } else if (token.type === "link_open") {
        this.#fillLink(token, line);
      }
    }
  }

  /**
   * @param {string} text
   * @param {number} line
   * @param {"prose" | "code"} [kind]
   */
  #checkText(text, line, kind = "prose") {
    for (const { numeral, breaks } of this.allowed.unmarked(String(text), kind)) {
      this.problems.add(
        line + breaks,
        `the numeral ${numeral} is not checked: write {{${numeral} = expression}}, or allow it with a reason under "numbers"`,
      );
    }
  }

  /**
   * @param {string} inside
   * @param {number} line
   * @param {(shown: import("./numerals.js").Shown) => string} write
   */
  #number(inside, line, write) {
    const parts = splitChecked(inside);
    if (parts === null) {
      this.problems.add(line, `"{{${inside}}}" is no checked number: write {{shown = expression}}`);
      return "";
    }
    const problem = checkNumber(parts.shown, parts.expression, this.context.evaluate);
    if (problem !== null) this.problems.add(line, problem);
    const shown = readShown(parts.shown);
    return shown === null ? "" : write(shown);
  }

  /**
   * @param {string} source
   * @param {boolean} display
   * @param {number} line
   */
  #formula(source, display, line) {
    this.#formulas = true;
    const bare = source.replace(checkedEverywhere, (whole) => "\n".repeat(countBreaks(whole)));
    this.#checkText(bare, line);
    const filled = source.replace(checkedEverywhere, (_, inside, offset) =>
      this.#number(inside, line + countBreaks(source.slice(0, offset)), texNumber),
    );
    try {
      return renderFormula(filled, display);
    } catch (error) {
      this.problems.add(line, `the formula cannot be set: ${error.message}`);
      return "";
    }
  }

  /** @param {string} html @param {number} line */
  #checkHtml(html, line) {
    for (const match of html.matchAll(anyTag)) {
      if (allowedTags.test(match[0])) continue;
      const at = line + countBreaks(html.slice(0, match.index));
      this.problems.add(at, `${match[0]} is not allowed: of HTML, lessons may use <details> and <summary>`);
    }
    this.#checkText(html.replace(anyTag, ""), line);
  }

  /** @param {Token} token @param {number} line */
  #fillLink(token, line) {
    const href = token.attrGet("href") ?? "";
    if (/^https:\/\//.test(href)) return;
    try {
      token.attrSet("href", this.context.link(decodeURI(href), this.parts.head.slug));
    } catch (error) {
      this.problems.add(line, error.message);
    }
  }

  /** @param {string} source @param {number} line */
  async #embed(source, line) {
    const block = readBlock(source);
    if (typeof block === "string") {
      this.problems.add(line, block);
      return "";
    }
    try {
      const { html, element, skill, choices = [] } = await this.context.embed(block);
      this.#elements.add(element);
      if (skill === undefined) return html;
      // Room for the sign that it is passed (browser/signs.js).
      const sign = markup`<p class="sign" data-of="${skill.skill}"></p>\n`;
      const [first] = [...this.#skills].find(([, each]) => each.skill === skill.skill) ?? [];
      if (first !== undefined) this.problems.add(line, twice(skill.skill, first, choices));
      this.#skills.set(line, skill);
      return `${sign}${html.replace(/^<where-[\w-]+/, `$& id="${exerciseAnchor(skill.skill)}"`)}`;
    } catch (error) {
      this.problems.add(line, error.message);
      return "";
    }
  }
}

/**
 * Two exercises of one skill would both be called passed with the first.
 * @param {string} skill
 * @param {number} first the line of the other exercise
 * @param {string[]} choices that make another skill of it
 */
function twice(skill, first, choices) {
  const mend = choices.length > 0 ? `fix another choice of ${choices.join(", ")} here, or take` : "take";
  return `the exercise in line ${first} asks for the same skill, "${skill}", so that one answer would pass both: ${mend} one of the two away`;
}

const checkedEverywhere = new RegExp(checkedNumber.source, "g");

/** In code a number stays as it was typed. */
function codeNumber(/** @type {import("./numerals.js").Shown} */ { sign, digits, exponent }) {
  return sign + digits + (exponent === null ? "" : `e${exponent}`);
}

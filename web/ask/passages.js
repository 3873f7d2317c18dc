// The passages of a lesson: what an answer shows, each with an anchor of its own in the page. Works on the tokens of a lesson whose
// numbers and formulas are filled in already (course/lesson.js), and gives the tokens their ids.

/** @typedef {import("markdown-it").Token} Token */

/**
 * @typedef {object} Passage
 * @property {string} id its anchor in the page: the section's, a point, a number
 * @property {{ id: string, html: string }} section the heading above it; empty before the first one
 * @property {string} html short inline HTML: no links, formulas as MathML alone
 * @property {string} text what is searched
 */

/** Anchors of what stands before the first heading. */
const beginning = "start";

/** Commands of TeX that are no words: what remains of a formula are its names, Greek letters and numbers. */
const layout =
  /\\(?:begin|end)\{\w+\}|\\(?:mathrm|mathbf|text|left|right|quad|qquad|cdot|dots|frac|in|times|[bB]igg?|displaystyle)\b|\\[^a-zA-Z]/g;

/**
 * @param {Token[]} tokens
 * @param {(children: Token[]) => string} render inline tokens to HTML
 * @returns {Passage[]}
 */
export function collectPassages(tokens, render) {
  const collector = new Collector(render);
  for (const [index, token] of tokens.entries()) collector.take(token, tokens[index + 1]);
  return collector.passages.filter(({ text }) => text.trim() !== "");
}

class Collector {
  /** @type {Passage[]} */
  passages = [];
  #section = { id: "", html: "" };
  #count = 0;
  #lists = 0;
  #headings = 0;
  /** Whether the last passage ends with a formula, so that what follows may go on with its sentence. */
  #formula = false;
  /** The names of a table's columns, and the cell that is being read. @type {string[]} */
  #columns = [];
  #cell = 0;
  #inHead = false;
  #inTable = false;

  /** @param {(children: Token[]) => string} render */
  constructor(render) {
    this.render = render;
  }

  /** @param {Token} token @param {Token | undefined} next */
  take(token, next) {
    const { type } = token;
    if (type === "heading_open" && next) {
      this.#section = { id: token.attrGet("id") ?? "", html: this.#inline(next).html };
      this.#count = 0;
      this.#headings = 1;
    } else if (type === "heading_close") {
      this.#headings = 0;
    } else if (/^(bullet|ordered)_list_open$/.test(type)) {
      this.#lists += 1;
    } else if (/^(bullet|ordered)_list_close$/.test(type)) {
      this.#lists -= 1;
    } else if (type === "list_item_open" && this.#lists === 1) {
      this.#open(token);
    } else if (type === "paragraph_open" && this.#lists === 0) {
      if (!this.#goesOn(next)) this.#open(token);
    } else if (type === "math_block") {
      this.#add({ html: ` ${mathOf(token.content)}`, text: texWords(token.content) });
      this.#formula = true;
      return;
    } else if (type === "html_block") {
      this.#summary(token);
    } else {
      this.#table(token);
    }
    if (type === "inline" && this.#headings === 0) this.#addInline(token);
    if (type !== "paragraph_open") this.#formula = false;
  }

  /** @param {Token} token that gets the anchor */
  #open(token) {
    const id = this.#begin();
    token.attrSet("id", id);
  }

  #begin() {
    this.#count += 1;
    const id = `${this.#section.id || beginning}.${this.#count}`;
    this.passages.push({ id, section: this.#section, html: "", text: "" });
    return id;
  }

  /** A sentence that a formula interrupted goes on with a small letter. @param {Token | undefined} inline */
  #goesOn(inline) {
    return this.#formula && /^\p{Ll}/u.test(inline?.content ?? "");
  }

  /** @param {{ html: string, text: string }} more */
  #add({ html, text }) {
    const last = this.passages.at(-1);
    if (last === undefined || last.section !== this.#section) return;
    last.html += html;
    last.text += text;
  }

  /** @param {Token} token */
  #addInline(token) {
    const { html, text } = this.#inline(token);
    if (this.#inHead) {
      this.#columns.push(text);
    } else if (this.#inTable) {
      const column = this.#columns[this.#cell];
      const name = column === undefined || column === "" ? "" : `${escaped(column)}: `;
      this.#add({ html: (this.#cell === 0 ? "" : "; ") + name + html, text: ` ${name}${text}` });
      this.#cell += 1;
    } else {
      const space = this.passages.at(-1)?.html ? " " : "";
      this.#add({ html: space + html, text: ` ${text}` });
    }
  }

  /** A row of a table is a passage that names its columns. @param {Token} token */
  #table(token) {
    if (token.type === "table_open") this.#inTable = true;
    else if (token.type === "table_close") this.#inTable = false;
    else if (token.type === "thead_open") [this.#inHead, this.#columns] = [true, []];
    else if (token.type === "thead_close") this.#inHead = false;
    else if (token.type === "tr_open" && !this.#inHead) {
      this.#open(token);
      this.#cell = 0;
    }
  }

  /** What is folded away is found by the line that stands over it. @param {Token} token */
  #summary(token) {
    token.content = token.content.replace(/<summary>([\s\S]*?)<\/summary>/g, (_, inside) => {
      const id = this.#begin();
      this.#add({ html: inside.trim(), text: inside });
      return `<summary id="${id}">${inside}</summary>`;
    });
  }

  /** @param {Token} inline */
  #inline({ children }) {
    const kept = (children ?? []).filter(({ type }) => !/^(link_open|link_close|image)$/.test(type));
    const shown = kept.map((token) =>
      token.type === "math_inline" ? Object.assign(Object.create(token), { content: mathOf(token.content) }) : token,
    );
    return { html: this.render(shown), text: kept.map(textOf).join("") };
  }
}

/** KaTeX's MathML without the rest: every browser sets it by itself. @param {string} html */
function mathOf(html) {
  const formulas = html.match(/<math[\s\S]*?<\/math>/g) ?? [];
  return formulas.map((formula) => formula.replace(/<annotation[\s\S]*?<\/annotation>|<\/?semantics>/g, "")).join(" ");
}

/** @param {string} html of a formula, as KaTeX made it */
function texWords(html) {
  const sources = [...html.matchAll(/<annotation[^>]*>([\s\S]*?)<\/annotation>/g)].map((match) => match[1]);
  return ` ${sources.join(" ").replace(layout, " ")} `;
}

/** @param {Token} token */
function textOf({ type, content, meta }) {
  if (type === "math_inline") return texWords(content);
  if (type === "checked_number") return meta.html.replace(/<[^>]*>/g, "");
  return type === "softbreak" || type === "hardbreak" ? " " : content;
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
}

// The ask box at work: fetches the passages once, answers while the reader types, and shows where each answer stands. Loaded when
// the box is first opened.
import { Search } from "./search.js";
import { filled } from "../engine/sentences.js";
import { wordsOf } from "./words.js";

/** @typedef {import("./index.js").AskFile} AskFile */
/** @typedef {import("./search.js").Reply} Reply */

const searchAfter = 250;
const announceAfter = 900;
/** So many words of a question are repeated at most, and so many letters of each. */
const quoted = 3;
const longest = 24;
/** The question outlives the page: who follows an answer and comes back finds it again. */
const storageKey = "whereabouts-ask";

class AskBox {
  /** @type {AskFile | null} */
  #file = null;
  /** @type {Search | null} */
  #search = null;
  /** The passages on their way: who asks meanwhile waits for the same ones. @type {Promise<AskFile> | null} */
  #coming = null;
  /** What was answered last, so that the same question is not answered twice. @type {string | null} */
  #answered = null;
  #typing = 0;
  #speaking = 0;

  /** @param {HTMLDialogElement} dialog */
  constructor(dialog) {
    this.dialog = dialog;
    const part = (/** @type {string} */ selector) =>
      /** @type {HTMLElement} */ (dialog.querySelector(`:scope ${selector}`));
    this.input = /** @type {HTMLInputElement} */ (part("input"));
    this.says = part(".says");
    this.status = part("[role=status]");
    this.answers = part(".answers");
    this.suggestion = part(".suggestion");
    this.examples = part(".examples");
    this.input.value = stored() ?? "";
    this.input.addEventListener("input", () => this.#typed());
    this.input.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.isComposing) this.ask();
    });
    part(".find").addEventListener("click", () => this.ask());
    part(".close").addEventListener("click", () => dialog.close());
    for (const example of this.examples.querySelectorAll("button")) {
      example.addEventListener("click", () => {
        this.#askInstead(example.textContent ?? "");
      });
    }
    this.suggestion.addEventListener("click", () => this.#askInstead(this.suggestion.dataset.question ?? ""));
    // A click beside the dialog is a click on its backdrop, which belongs to the dialog itself.
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close();
    });
  }

  open() {
    this.dialog.showModal();
    this.input.select();
    if (this.input.value.trim() !== "" || this.#file === null) this.ask();
  }

  /** @param {string} question */
  #askInstead(question) {
    this.input.value = question;
    this.input.focus();
    this.ask();
  }

  #typed() {
    clearTimeout(this.#typing);
    this.#typing = window.setTimeout(() => this.ask({ unfinished: true }), searchAfter);
  }

  /** @param {{ unfinished?: boolean }} [options] */
  async ask(options = {}) {
    clearTimeout(this.#typing);
    const question = this.input.value.trim();
    store(question);
    if (!(await this.#load())) return;
    // Another question may have been asked while the passages came.
    if (question !== this.input.value.trim()) return;
    const asked = `${question} ${options.unfinished === true}`;
    if (asked === this.#answered) return;
    this.#answered = asked;
    const search = /** @type {Search} */ (this.#search);
    this.#show(question === "" ? null : search.answer(question, options));
  }

  /** @returns {Promise<boolean>} whether the passages are there */
  async #load() {
    if (this.#search !== null) return true;
    const { loading = "", failed = "" } = this.says.dataset;
    this.#say(loading);
    this.#coming ??= fetchPassages(new URL(this.dialog.dataset.file ?? "", document.baseURI));
    try {
      this.#file = await this.#coming;
    } catch {
      this.#coming = null;
      this.#say(failed);
      return false;
    }
    this.#search ??= new Search(this.#file);
    this.#say("");
    return true;
  }

  /** @param {Reply | null} reply null where nothing was asked */
  #show(reply) {
    this.#say(reply === null ? "" : this.#sentence(reply));
    this.answers.replaceChildren(...(reply?.answers ?? []).map((answer) => this.#answer(answer)));
    const suggestion = reply?.suggestion ?? "";
    this.suggestion.hidden = suggestion === "";
    this.suggestion.dataset.question = suggestion;
    this.suggestion.textContent = suggestion === "" ? "" : this.#text("suggest", { question: suggestion });
    this.examples.hidden = (reply?.answers.length ?? 0) > 0;
  }

  /** @param {string} sentence seen at once, spoken when the reader pauses */
  #say(sentence) {
    this.says.textContent = sentence;
    clearTimeout(this.#speaking);
    this.#speaking = window.setTimeout(() => (this.status.textContent = sentence), announceAfter);
  }

  /** @param {string} key @param {Record<string, unknown>} [fields] */
  #text(key, fields = {}) {
    const { say } = /** @type {AskFile} */ (this.#file);
    return filled(say[key] ?? key, fields, (_, placeholder) => placeholder);
  }

  /** A long question is not repeated: some of its words, and those not whole. @param {string[]} words */
  #list(words) {
    const { language } = /** @type {AskFile} */ (this.#file);
    const shown = words.length > quoted + 1 ? words.slice(0, quoted) : words;
    const quotes = shown.map((word) => {
      const letters = [...word];
      return this.#text("quote", { word: letters.length > longest ? `${letters.slice(0, longest).join("")}…` : word });
    });
    const more = words.length - shown.length;
    const all = more > 0 ? [...quotes, this.#text("more", { count: more })] : quotes;
    return new Intl.ListFormat(language, { type: "disjunction" }).format(all);
  }

  /** @param {Reply} reply */
  #sentence({ kind, answers, unknown, words }) {
    const text = this.#text.bind(this);
    const list = this.#list.bind(this);
    if (kind === "answers" && unknown.length > 0) return text("rest", { words: list(unknown) });
    if (kind === "answers") return text(answers.length === 1 ? "answer" : "answers", { count: answers.length });
    if (kind === "elsewhere") return text("elsewhere", { words: list(words) });
    if (kind === "empty") return text("empty");
    return unknown.length > 0 ? text("unknown", { words: list(unknown) }) : text("nothing");
  }

  /** @param {import("./search.js").Answer} answer */
  #answer({ passage, lesson, terms }) {
    const { language } = /** @type {AskFile} */ (this.#file);
    const item = document.createElement("li");
    if (lesson.language !== language) Object.assign(item, { lang: lesson.language, dir: "ltr" });
    const link = document.createElement("a");
    const address = new URL(`${this.dialog.dataset.site}${lesson.address}#${passage.id}`, document.baseURI);
    link.href = address.href;
    // A section's heading is our own lessons' HTML, as the page shows it; a title is plain text.
    if (passage.section) link.innerHTML = passage.section;
    else link.textContent = lesson.title;
    link.addEventListener("click", () => this.#follow(address));
    const where = document.createElement("p");
    where.className = "where";
    where.append(link);
    if (passage.section) where.append(span("lesson", lesson.title));
    const text = document.createElement("p");
    text.className = "passage";
    text.innerHTML = passage.html;
    mark(text, terms, language);
    item.append(where, text);
    return item;
  }

  /** A place in this very page: the box gives way, and the focus goes there. @param {URL} address */
  #follow(address) {
    const here = new URL(location.href);
    if (address.origin + address.pathname !== here.origin + here.pathname) return;
    this.dialog.close();
    requestAnimationFrame(() => {
      const place = document.getElementById(decodeURIComponent(address.hash.slice(1)));
      place?.setAttribute("tabindex", "-1");
      place?.focus({ preventScroll: true });
    });
  }
}

/** @param {URL} address @returns {Promise<AskFile>} */
async function fetchPassages(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(String(response.status));
  return response.json();
}

/** @param {string} name @param {string} text */
function span(name, text) {
  const element = document.createElement("span");
  element.className = name;
  element.textContent = text;
  return element;
}

/**
 * Marks the words of the question in a passage; formulas stay as they are.
 * @param {HTMLElement} passage
 * @param {Set<string>} terms
 * @param {string} language
 */
function mark(passage, terms, language) {
  const walker = document.createTreeWalker(passage, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest("math") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  /** @type {Text[]} */
  const texts = [];
  while (walker.nextNode()) texts.push(/** @type {Text} */ (walker.currentNode));
  for (const text of texts) {
    // As words.js splits: a number with its commas, a name with its number, or letters.
    const parts = text.data.split(/(\p{L}+-\d+(?![\p{L}\d.])|\p{L}[\p{L}\p{M}]*\d*|\d(?:,?\d)*(?:\.\d+)?)/u);
    if (parts.length === 1) continue;
    const marked = parts.map((part, index) => {
      const isAsked = index % 2 === 1 && wordsOf(part, language).some(({ term }) => terms.has(term));
      if (!isAsked) return part;
      const element = document.createElement("mark");
      element.textContent = part;
      return element;
    });
    text.replaceWith(...marked);
  }
}

function stored() {
  try {
    return sessionStorage.getItem(storageKey);
  } catch {
    return null; // no storage here
  }
}

/** @param {string} question */
function store(question) {
  try {
    sessionStorage.setItem(storageKey, question);
  } catch {
    // Without storage the question lasts as long as the page.
  }
}

/** @type {AskBox | undefined} */
let box;

/** Opens the page's ask box. @param {HTMLDialogElement} dialog */
export function openAskBox(dialog) {
  box ??= new AskBox(dialog);
  box.open();
}

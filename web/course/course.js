// All lessons of all languages. English is the language that is complete; another one may lack lessons.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { splitLesson } from "./front-matter.js";
import { anchorsOf } from "./lesson.js";
import { folders, shortName } from "./paths.js";
import { LessonError, Problems } from "./problem.js";

/** @typedef {import("./front-matter.js").Head} Head */
/** @typedef {{ file: string, language: string, head: Head, parts: import("./front-matter.js").Parts }} Lesson */

export class Course {
  /** @type {Map<string, Map<string, Lesson>>} by language, then by slug */
  #lessons = new Map();
  /** @type {Map<string, string[]>} by file */
  #anchors = new Map();

  /** @param {string} [folder] with one folder a language */
  constructor(folder = folders.lessons) {
    const languages = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && /^[a-z]{2,3}(-[A-Za-z]+)?$/.test(entry.name))
      .map((entry) => entry.name);
    this.languages = ["en", ...languages.filter((language) => language !== "en").toSorted()];
    /** @type {import("./problem.js").Problem[]} */
    const problems = [];
    for (const language of this.languages) this.#lessons.set(language, readLanguage(folder, language, problems));
    if (problems.length === 0) this.#checkNames(problems);
    if (problems.length > 0) throw new LessonError(problems);
    /** In the order in which they are read. */
    this.slugs = [...this.#english.values()]
      .toSorted((a, b) => a.head.order - b.head.order)
      .map(({ head }) => head.slug);
  }

  get #english() {
    return this.#lessons.get("en") ?? new Map();
  }

  /** The lesson in this language, or in English where it has not been translated. */
  lesson(/** @type {string} */ slug, /** @type {string} */ language) {
    const lesson = this.#lessons.get(language)?.get(slug) ?? this.#english.get(slug);
    if (lesson === undefined) throw new Error(`there is no lesson "${slug}"`);
    return /** @type {Lesson} */ (lesson);
  }

  lessons(/** @type {string} */ language) {
    return this.slugs.map((slug) => this.lesson(slug, language));
  }

  /**
   * The address of a link in a lesson. Lessons link to each other by file name, as in "rope.md#who-uses-it".
   * @param {string} href
   * @param {string} from the slug of the lesson that holds it
   * @param {string} language
   */
  link(href, from, language) {
    const match = /^(?:([\w-]+)\.md)?(?:#(.+))?$/.exec(href);
    if (match === null || href === "") {
      throw new Error(
        `the link "${href}" leads nowhere: link to https://…, to another lesson as slug.md, or to #a-heading`,
      );
    }
    const [, slug = from, anchor] = match;
    if (!this.slugs.includes(slug)) throw new Error(`the link "${href}" leads to a lesson that does not exist`);
    const lesson = this.lesson(slug, language);
    if (lesson.head.written === false) throw new Error(`the link "${href}" leads to a lesson that is not yet written`);
    if (anchor !== undefined && !this.#anchorsOf(lesson).includes(anchor)) {
      throw new Error(
        `the link "${href}" leads to a heading that does not exist; there are ${this.#anchorsOf(lesson).join(", ")}`,
      );
    }
    return (slug === from ? "" : `../${slug}/`) + (anchor === undefined ? "" : `#${anchor}`);
  }

  /** @param {Lesson} lesson */
  #anchorsOf(lesson) {
    const known = this.#anchors.get(lesson.file) ?? anchorsOf(lesson.parts.body);
    this.#anchors.set(lesson.file, known);
    return known;
  }

  /** @param {import("./problem.js").Problem[]} problems */
  #checkNames(problems) {
    for (const [language, lessons] of this.#lessons) {
      for (const { file, head, parts } of lessons.values()) {
        const add = (/** @type {string} */ key, /** @type {string} */ message) =>
          problems.push({ file: shortName(file), line: parts.lineOf(key), message });
        if (language !== "en" && !this.#english.has(head.slug))
          add("slug", `there is no English lesson "${head.slug}"`);
        for (const key of /** @type {const} */ (["depends_on", "leads_to"])) {
          for (const slug of head[key] ?? []) {
            if (!this.#english.has(slug))
              add(key, `front matter: "${key}" names "${slug}", a lesson that does not exist`);
          }
        }
        for (const other of lessons.values()) {
          if (other !== lessons.get(head.slug) && other.head.order === head.order && other.file < file) {
            add("order", `front matter: ${shortName(other.file)} has this "order" too`);
          }
        }
      }
    }
  }
}

/**
 * @param {string} folder
 * @param {string} language
 * @param {import("./problem.js").Problem[]} problems
 */
function readLanguage(folder, language, problems) {
  /** @type {Map<string, Lesson>} */
  const lessons = new Map();
  for (const name of readdirSync(path.join(folder, language)).filter((name) => name.endsWith(".md"))) {
    const file = path.join(folder, language, name);
    const found = new Problems(shortName(file));
    const parts = splitLesson(readFileSync(file, "utf8"), found);
    if (parts !== null && found.found.length === 0 && `${parts.head.slug}.md` !== name) {
      found.add(parts.lineOf("slug"), `front matter: the slug "${parts.head.slug}" must be the name of the file`);
    }
    problems.push(...found.found);
    if (parts !== null) lessons.set(parts.head.slug, { file, language, head: parts.head, parts });
  }
  return lessons;
}

// The kinds of page: the list of lessons, a lesson, the learner's progress, and the instructor's reading of attempt codes.
import { html, Markup } from "../figures/markup.js";
import { instructorAddress, instructorContent, knownAddress } from "../lms/attempts/page.js";
import { sectionText } from "./catalogue.js";
import { references } from "./citations.js";
import { progressContent } from "./progress-page.js";
import { progressAddress, relative, renderPage } from "./shell.js";
import { countedExercises, ending, skillNames } from "./skills.js";

export { instructorAddress, progressAddress };

/** @typedef {import("./course.js").Course} Course */
/** @typedef {import("./course.js").Lesson} Lesson */
/** @typedef {import("./lesson.js").Rendered} Rendered */
/** @typedef {import("./catalogue.js").PageText} PageText */
/** @typedef {import("./catalogue.js").Tree} Tree */
/** @typedef {Map<string, import("./embeds.js").Skill[]>} Skills by lesson */

/** English stands at the top of the site, every other language below its own name. */
export function overviewAddress(/** @type {string} */ language) {
  return language === "en" ? "" : `${language}/`;
}

/** @param {string} language @param {string} slug */
export function lessonAddress(language, slug) {
  return `${overviewAddress(language)}lessons/${slug}/`;
}

/** Where the ask box of a language finds its passages. */
export function askAddress(/** @type {string} */ language) {
  return `ask/${language}.json`;
}

export class Pages {
  /**
   * @param {Course} course
   * @param {import("./assets.js").Assets} assets
   * @param {(language: string) => Tree} catalogue
   * @param {(language: string) => Skills} skills
   */
  constructor(course, assets, catalogue, skills) {
    this.course = course;
    this.skills = skills;
    this.assets = assets;
    this.catalogue = catalogue;
    this.text = (/** @type {string} */ language) => sectionText(catalogue(language), "page");
    this.ask = (/** @type {string} */ language) => ({
      text: sectionText(catalogue(language), "ask"),
      examples: Object.keys(/** @type {any} */ (catalogue(language).ask).examples),
      file: askAddress(language),
    });
  }

  /** Of the whole course, each once. @param {string} language */
  #skillNames(language) {
    return [...new Set([...this.skills(language).values()].flat().map(({ skill }) => skill))];
  }

  /** @param {(language: string) => string} address */
  #translations(address) {
    return this.course.languages.map((language) => ({
      language,
      name: this.text(language)("language"),
      address: address(language),
    }));
  }

  /** @param {string} language */
  overview(language) {
    const text = this.text(language);
    const skills = this.skills(language);
    const address = overviewAddress(language);
    const items = this.course
      .lessons(language)
      .map((lesson) => overviewItem(lesson, skills.get(lesson.head.slug) ?? [], language, address, text));
    const content = html`<main id="content" class="overview">
      <h1>${text("course_title")}</h1>
      <p class="lead">${text("course_lead")}</p>
      <ol class="lessons">
        ${items}
      </ol>
    </main>`;
    return renderPage(
      {
        ...{ language, text, address, content, overview: address, ask: this.ask(language) },
        title: `${text("site")}: ${text("course_title")}`,
        description: text("course_lead"),
        spoken: language,
        skills: this.#skillNames(language),
        elements: [],
        exercises: [],
        formulas: false,
        translations: this.#translations(overviewAddress),
      },
      this.assets,
    );
  }

  /**
   * A page beside the lessons, without elements.
   * @param {string} language
   * @param {(language: string) => string} addressOf in each language
   * @param {{ title: string, lead: string }} said
   * @param {Pick<import("./shell.js").Page, "content" | "scripts" | "sheets">} parts
   */
  beside(language, addressOf, { title, lead }, parts) {
    const text = this.text(language);
    return renderPage(
      {
        ...{
          language,
          text,
          address: addressOf(language),
          overview: overviewAddress(language),
          ask: this.ask(language),
        },
        title: `${title} · ${text("site")}`,
        description: lead,
        spoken: language,
        skills: this.#skillNames(language),
        elements: [],
        exercises: [],
        formulas: false,
        translations: this.#translations(addressOf),
        ...parts,
      },
      this.assets,
    );
  }

  /** @param {string} language */
  progress(language) {
    const skills = this.skills(language);
    const address = progressAddress(language);
    const tree = this.catalogue(language);
    const lessons = this.course
      .lessons(language)
      .filter(({ head }) => skills.has(head.slug))
      .map(({ head: { slug, title } }) => {
        return { slug, title, address: lessonAddress(language, slug), skills: skills.get(slug) ?? [] };
      });
    const own = sectionText(tree, "progress");
    const content = progressContent({
      ...{ address, lessons, text: own, words: /** @type {any} */ (tree.progress) },
      script: (element) => this.assets.file(`web/elements/${element}.js`),
    });
    const said = { title: own("title"), lead: own("lead") };
    return this.beside(language, progressAddress, said, { content, scripts: ["web/course/browser/progress.js"] });
  }

  /** @param {string} language */
  instructor(language) {
    const address = instructorAddress(language);
    const tree = this.catalogue(language);
    const own = sectionText(tree, "instructor");
    const known = relative(address, knownAddress(language));
    const content = instructorContent({ known, text: own, words: /** @type {any} */ (tree.instructor) });
    const scripts = ["web/lms/attempts/instructor.js"];
    const said = { title: own("title"), lead: own("lead") };
    return this.beside(language, instructorAddress, said, { content, scripts, sheets: ["web/styles/instructor.css"] });
  }

  /**
   * @param {string} language of the page; the lesson may be in English where it has not been translated
   * @param {Lesson} lesson
   * @param {Rendered} rendered
   */
  lesson(language, lesson, rendered) {
    const text = this.text(language);
    const { head } = lesson;
    const address = lessonAddress(language, head.slug);
    const untranslated = lesson.language !== language;
    const foreign = untranslated ? html` lang="${lesson.language}" dir="ltr"` : "";
    const content = html`<div class="page">
      ${contents(rendered, text)}
      <main id="content" class="lesson" data-embeds="${relative(address, "")}" data-regions="${regionNames(text)}">
        ${untranslated ? html`<p class="notice">${text("untranslated")}</p>` : ""}
        <article${foreign}>
          <h1>${head.title}</h1>
          ${this.#facts(head, rendered.skills, language, text)}
          <noscript><p class="notice">${text("no_script")}</p></noscript>
          ${new Markup(rendered.html)}
          ${references(head, text)}
        </article>
        ${ending(rendered.skills, relative(address, progressAddress(language)), text)}
        ${this.#neighbours(head.slug, language, text)}
      </main>
    </div>`;
    return renderPage(
      {
        ...{ language, text, address, content, elements: rendered.elements, formulas: rendered.formulas },
        exercises: [...new Set(rendered.skills.map(({ exercise }) => exercise))],
        title: `${head.title} · ${text("site")}`,
        description: head.summary,
        translations: this.#translations((other) => lessonAddress(other, head.slug)),
        spoken: lesson.language,
        skills: this.#skillNames(language),
        overview: overviewAddress(language),
        ask: this.ask(language),
      },
      this.assets,
    );
  }

  /**
   * Reading time, exercises, what to read before and what this leads to.
   * @param {Lesson["head"]} head
   * @param {import("./embeds.js").Skill[]} skills
   * @param {string} language
   * @param {PageText} text
   */
  #facts(head, skills, language, text) {
    const row = (/** @type {"depends_on" | "leads_to"} */ key) => {
      const lessons = head[key].map((slug) => html`<dd>${this.#reference(slug, language, text)}</dd>`);
      return lessons.length === 0 ? "" : html`<div><dt>${text(key)}</dt>${lessons}</div>`;
    };
    return html`<dl class="facts">
      <div>
        <dt>${text("reading_time")}</dt>
        <dd>${text("minutes", { minutes: head.minutes })}</dd>
      </div>
      ${skills.length > 0 ? html`<div><dt>${text("exercises")}</dt><dd data-skills="${skillNames(skills)}">${skills.length}</dd></div>` : ""}
      ${row("depends_on")}${row("leads_to")}
    </dl>`;
  }

  /** @param {string} slug @param {string} language @param {PageText} text */
  #reference(slug, language, text) {
    const { head } = this.course.lesson(slug, language);
    if (head.written === false) return html`${head.title} (${text("not_written")})`;
    return html`<a href="../${slug}/">${head.title}</a>`;
  }

  /** @param {string} slug @param {string} language @param {PageText} text */
  #neighbours(slug, language, text) {
    const written = this.course.lessons(language).filter(({ head }) => head.written !== false);
    const index = written.findIndex(({ head }) => head.slug === slug);
    const link = (/** @type {Lesson | undefined} */ lesson, /** @type {string} */ key) =>
      lesson === undefined
        ? ""
        : html`<a class="${key}" rel="${key === "next" ? "next" : "prev"}" href="../${lesson.head.slug}/">
            <span>${text(key)}</span> ${lesson.head.title}</a>`;
    return html`<nav class="neighbours" aria-label="${text("neighbours")}">
      ${link(written[index - 1], "previous")}${link(written[index + 1], "next")}
    </nav>`;
  }
}

/** The names that browser/regions.js gives to what scrolls. @param {PageText} text */
export function regionNames(text) {
  return JSON.stringify(
    Object.fromEntries(["formula", "table", "program"].map((key) => [key, text(`regions.${key}`)])),
  );
}

/**
 * @param {Lesson} lesson
 * @param {import("./embeds.js").Skill[]} skills
 * @param {string} language
 * @param {string} address
 * @param {PageText} text
 */
function overviewItem({ head }, skills, language, address, text) {
  if (head.written === false) {
    return html`<li class="planned">
      <p class="title">${head.title}</p>
      <p>${head.summary}</p>
      <p class="note">${text("not_written")}</p>
    </li> `;
  }
  const href = relative(address, lessonAddress(language, head.slug));
  return html`<li>
    <p class="title"><a href="${href}">${head.title}</a></p>
    <p>${head.summary}</p>
    <p class="note">${text("minutes", { minutes: head.minutes })}${skills.length > 0 ? html` · ${countedExercises(skills, text)}` : ""}</p>
  </li> `;
}

/** @param {Pick<Rendered, "sections">} rendered @param {PageText} text */
export function contents({ sections }, text) {
  const items = sections.map(({ id, html: heading }) => html`<li><a href="#${id}">${new Markup(heading)}</a></li> `);
  return html`<nav class="contents" aria-labelledby="contents-title">
    <p id="contents-title">${text("contents")}</p>
    <ol>
      ${items}
      <li><a href="#references">${text("references")}</a></li>
    </ol>
  </nav>`;
}

// The page of a learner's progress, as it stands before any script has run: everything at nothing, in the room that it will need.
import { html } from "../figures/markup.js";
import { exerciseAnchor } from "./lesson.js";
import { relative } from "./shell.js";

/** @typedef {import("./catalogue.js").PageText} PageText */
/** @typedef {{ slug: string, title: string, address: string, skills: import("./embeds.js").Skill[] }} LessonOfCourse */

/** The three numbers at the top. */
const numbers = ["lessons", "points", "streak"];

/**
 * @param {object} page
 * @param {string} page.address of the page
 * @param {LessonOfCourse[]} page.lessons
 * @param {PageText} page.text of the section "progress"
 * @param {Record<string, any>} page.words that section as it stands in the catalogue
 * @param {(element: string) => string} page.script the address of an element's script below the site
 */
export function progressContent({ address, lessons, text, words, script }) {
  const to = (/** @type {string} */ target) => relative(address, target);
  const known = lessons.map(({ slug, title, skills }) => ({
    ...{ slug, title },
    skills: skills.map(({ element, ...skill }) => ({ ...skill, element, script: to(script(element)) })),
  }));
  return html`<main id="content" class="progress" data-course="${JSON.stringify(known)}" data-words="${JSON.stringify(words)}">
    <h1>${text("title")}</h1>
    <p class="lead">${text("lead")}</p>
    <noscript><p class="notice">${text("no_script")}</p></noscript>
    <p class="notice" id="notice" role="status" hidden></p>
    <dl class="totals">
      ${numbers.map((name) => html`<div><dt>${text(`totals.${name}`)}</dt><dd id="${name}">0</dd><dd class="note" id="${name}-note">${text(`notes.${name}`, { count: lessons.length })}</dd></div> `)}
    </dl>
    <section aria-labelledby="reviews">
      <h2 id="reviews">${text("reviews")}</h2>
      <div class="reviews">
        <p id="due" role="status">${text("nothing_yet")}</p>
        <p><button type="button" class="main" id="review" hidden>${text("review")}</button></p>
        <ol id="due-skills" hidden></ol>
        <div id="reviewing"></div>
        <p><button type="button" class="main" id="next-review" hidden>${text("next_review")}</button></p>
      </div>
      <details>
        <summary>${text("how_reviews")}</summary>
        <p>${text("about_reviews")}</p>
        <p>${text("about_points")}</p>
        <p>${text("about_streak")}</p>
      </details>
    </section>
    <section aria-labelledby="lessons-title">
      <h2 id="lessons-title">${text("lessons")}</h2>
      <ol class="standings">
        ${lessons.map((lesson) => lessonItem(lesson, to, text))}
      </ol>
    </section>
    <section aria-labelledby="keep">
      <h2 id="keep">${text("keep")}</h2>
      <p>${text("about_keeping")}</p>
      <div class="keeping">
        <button type="button" id="export" disabled>${text("export")}</button>
        <button type="button" id="import" disabled>${text("import")}</button>
        <input type="file" id="file" accept=".json,application/json" aria-label="${text("file")}" tabindex="-1" hidden>
        <button type="button" id="reset" aria-expanded="false" aria-controls="confirm" disabled>${text("reset")}</button>
      </div>
      <div id="confirm" role="group" aria-labelledby="confirm-question" hidden>
        <p id="confirm-question"></p>
        <button type="button" id="keep-it">${text("keep_it")}</button>
        <button type="button" id="delete-it">${text("delete_it")}</button>
      </div>
      <p id="kept" role="status"></p>
    </section>
  </main>`;
}

/**
 * @param {LessonOfCourse} lesson
 * @param {(address: string) => string} to
 * @param {PageText} text
 */
function lessonItem({ title, address, skills }, to, text) {
  const items = skills.map(
    (skill) =>
      html`<li data-skill="${skill.skill}"><a href="${to(address)}#${exerciseAnchor(skill.skill)}">${skill.title}</a> <span class="note">${text("open")}</span></li> `,
  );
  return html`<li>
    <p class="title"><a href="${to(address)}">${title}</a></p>
    <p class="note" data-skills="${JSON.stringify(skills.map(({ skill }) => skill))}">${text("exercises", { count: skills.length })}</p>
    <ul>
      ${items}
    </ul>
  </li> `;
}

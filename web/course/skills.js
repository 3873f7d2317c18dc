// What pages say of the skills that their exercises ask for: how many there are, and which, for the scripts that count them.
import { html } from "../figures/markup.js";

/** @typedef {import("./embeds.js").Skill} Skill */
/** @typedef {import("./catalogue.js").PageText} PageText */

/** What browser/signs.js counts. @param {Skill[]} skills */
export function skillNames(skills) {
  return JSON.stringify(skills.map(({ skill }) => skill));
}

/** @param {Skill[]} skills @param {PageText} text */
export function countedExercises(skills, text) {
  const key = skills.length === 1 ? "one_exercise" : "count_exercises";
  return html`<span data-skills="${skillNames(skills)}">${text(key, { count: skills.length })}</span>`;
}

/**
 * The reader stands here when the last exercise is done.
 * @param {Skill[]} skills
 * @param {string} progress
 * @param {PageText} text
 */
export function ending(skills, progress, text) {
  if (skills.length === 0) return "";
  return html`<p class="ending">${text("this_lesson")} <span data-skills="${skillNames(skills)}">${skills.length}</span>. <a href="${progress}">${text("progress_link")}</a></p>`;
}

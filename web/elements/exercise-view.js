// What an exercise shows: the question, what it is answered with, the verdict, hints and the worked solution.
import { html, nothing } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { embedButton } from "./embed-button.js";
import { choices } from "./exercise-choices.js";
import { comparison, comparisonRows, trialRows } from "./exercise-comparison.js";
import { fieldsOf } from "./exercise-fields.js";
import { givenTable } from "./exercise-given.js";
import { isComparable, numbersOf, verdictOf } from "./exercise-verdict.js";
import { say } from "./exercise-words.js";
import { guests } from "./registry.js";

/** @typedef {import("./exercise.js").WhereExercise} WhereExercise */

/** @param {WhereExercise} exercise */
export function exerciseView(exercise) {
  const { instance, work, problem } = exercise;
  if (instance === null)
    return html`<slot></slot>${problem ? html`<p class="problem" role="alert">${problem}</p>` : nothing}
      ${exercise.missing ? html`<button type="button" @click=${() => exercise.start()}>${say("try_again")}</button>` : nothing}`;
  return html`<div class="exercise" part="exercise" role="group" aria-labelledby="prompt" @keydown=${exercise.onKey}>
    <h3 class="unseen">${say("heading", { title: exercise.heading })}</h3>
    <p class="prompt" part="prompt" id="prompt" aria-live="polite">${keyed(instance, instance.prompt)}</p>
    ${instance.given ? givenTable(instance.given) : nothing} ${answer(exercise)} ${actions(exercise)}
    ${exercise.grade && exercise.edited && !exercise.program?.running ? html`<p class="quiet earlier">${say("earlier_answer")}</p>` : nothing}
    <div class="verdict" part="verdict" role="status">${exercise.grade || exercise.program?.running ? verdict(exercise) : nothing}</div>
    ${besideVerdict(exercise)}
    ${exercise.comparing && !exercise.program?.running ? mistakeBeside(exercise) : nothing}
    ${exercise.attempt.render()}
    <div aria-live="polite">${hints(exercise)}</div>
    ${work.solution && exercise.tried && !exercise.unwanted.includes("solution") ? solution(exercise) : nothing}
    ${exercise.kept ? nothing : html`<p class="quiet">${say(guests() ? "not_kept_here" : "not_kept")}</p>`}
    ${exercise.refused ? html`<p class="problem" role="alert">${exercise.refused}</p>` : nothing}
  </div>`;
}

/** What it is answered with. @param {WhereExercise} exercise */
function answer(exercise) {
  const { instance, work } = exercise;
  const choose = (/** @type {string} */ choice) => exercise.remember({ choice });
  return html`${
    instance.answer === "order"
      ? exercise.ordering.orderList(
          exercise.order,
          instance.choices,
          (/** @type {string} */ step, /** @type {number} */ by) => exercise.ordering.arrange(exercise, step, by),
          exercise.moved,
        )
      : instance.choices
        ? choices(instance.choices, work.choice, choose, { lines: instance.lines, wrong: exercise.wrong })
        : nothing
  }
  ${
    instance.fields
      ? fieldsOf(instance, work.typed, exercise.marked, (index, text) => exercise.type(index, text))
      : nothing
  }
  ${exercise.program?.render() ?? nothing}`;
}

/** @param {WhereExercise} exercise */
function actions(exercise) {
  const { instance, work, program } = exercise;
  const more = exercise.engine.hint(instance, work.hints) !== null;
  const shown = (/** @type {string} */ name, /** @type {unknown} */ button) =>
    exercise.unwanted.includes(name) ? nothing : button;
  return html`<div class="actions" part="actions">
    <button class="check" type="button" aria-disabled=${program?.running ?? false} @click=${exercise.check}>
      ${say(program?.running ? "running" : "check")}
    </button>
    ${shown(
      "hint",
      html`<button
        type="button"
        class="next-hint"
        aria-disabled=${!more}
        @click=${() => more && exercise.remember({ hints: work.hints + 1 })}
      >
        ${say("hint")}
      </button>`,
    )}
    ${shown(
      "solution",
      html`<button
        type="button"
        class="open-solution"
        aria-expanded=${work.solution}
        ?disabled=${!exercise.tried}
        @click=${exercise.toggleSolution}
      >
        ${say(exercise.tried ? "solution" : "solution_waits")}
      </button>`,
    )}
    ${shown(
      "next",
      html`<button type="button" ?disabled=${!exercise.others} @click=${exercise.next}>${say("next")}</button>`,
    )}
    ${embedButton(exercise, say)}
  </div>`;
}

/** Made anew for each answer, so that the same sentence is announced once more. @param {WhereExercise} exercise */
function verdict(exercise) {
  const { checked, instance, program, marks, wrong } = exercise;
  const grade = /** @type {import("../engine/types.js").Grade} */ (exercise.grade);
  return keyed(
    program?.running ? null : grade,
    program?.verdict() ?? verdictOf(grade, checked, instance, marks, wrong),
  );
}

/** Stands apart from what is announced, so that opening the comparison does not say the verdict again. @param {WhereExercise} exercise */
function besideVerdict(exercise) {
  const { grade, comparing, program } = exercise;
  const comparable = program ? program.comparable : isComparable(grade);
  const shown = comparable && !exercise.unwanted.includes("solution");
  const toggle = html`<button type="button" class="compare" aria-expanded=${comparing} @click=${exercise.toggleComparison}>
    ${say(comparing ? "hide_mistake" : "show_mistake")}
  </button>`;
  return html`${shown ? toggle : nothing}${program?.besideVerdict() ?? nothing}`;
}

/** What the mistake leads to, beside what is right. @param {WhereExercise} exercise */
function mistakeBeside({ program, grade, instance, engine }) {
  if (program) return program.comparison();
  const { misconception } = /** @type {import("../engine/types.js").Grade} */ (grade);
  const { title, mistaken, trial = [] } = /** @type {any} */ (misconception);
  const numbers = numbersOf(mistaken);
  const right = numbers.length > 0 ? numbersOf(engine.solution(instance).answer) : [];
  const rows = comparisonRows(right, numbers, instance.fields ?? []);
  return comparison(title, [...rows, ...trialRows(trial)], trial.length > 0);
}

/** @param {WhereExercise} exercise */
function hints({ work, engine, instance }) {
  if (work.hints === 0) return nothing;
  const taken = Array.from({ length: work.hints }, (_, n) => engine.hint(instance, n));
  return html`<p class="heading">${say("hints")}</p>
    <ol class="hints">
      ${taken.map((hint) => html`<li>${hint}</li>`)}
    </ol>`;
}

/** @param {WhereExercise} exercise */
function solution({ program, engine, instance, ordering }) {
  const { answer, steps } = engine.solution(instance);
  return html`<div class="solution" part="solution">
    <p class="heading">${say("solution_title")}</p>
    ${program?.solution() ?? nothing}
    ${
      instance.answer === "order"
        ? ordering.rightOrder(instance.choices, answer, steps)
        : html`<ol class="steps">
            ${steps.map((/** @type {string} */ step) => html`<li>${step}</li>`)}
          </ol>`
    }
  </div>`;
}

// The part of an exercise in which a function is written. The page shows the program as it is kept; editor and interpreter are
// loaded when they are asked for, so that a lesson without a writer pays for neither.
import { fetched } from "../engine/fetched.js";
import { html, nothing } from "lit";
import { comparison, comparisonRows } from "./exercise-comparison.js";
import { programLines, say } from "./exercise-words.js";

/** @typedef {import("../code/check.js").Checked} Checked */

export class Program {
  /** @param {any} exercise the element */
  constructor(exercise) {
    this.exercise = exercise;
    /** What is loaded later. @type {any} */
    this.code = undefined;
    this.editing = false;
    this.running = false;
    /** Whether a program of the learner's has run: an honest try even where it failed. */
    this.ran = false;
    /** A program takes about as long as so many numbers by hand. */
    this.asked = 10;
    this.problem = "";
    /** @type {Checked | null} */
    this.checked = null;
  }

  get text() {
    return this.exercise.work.typed[0] ?? this.exercise.instance.starter;
  }

  /** What the verdict that is shown is about. */
  get current() {
    return this.checked?.grade === this.exercise.grade ? this.checked : null;
  }

  /** Whether the program is no longer the one that the verdict is about. */
  get edited() {
    return this.text !== (this.exercise.checked.typed[0] ?? this.exercise.instance.starter);
  }

  async load() {
    try {
      this.code ??= await fetched(() => import("../code/exercise.js"));
      this.problem = "";
    } catch (error) {
      this.problem = say("program_problem", { message: error.message });
    }
    this.exercise.requestUpdate();
    return this.code !== undefined;
  }

  /** A click into the program opens the editor, unless it ends a selection. */
  click() {
    if (getSelection()?.isCollapsed ?? true) this.edit();
  }

  /** Opens the editor; with a line, its cursor stands there. @param {number} [line] */
  async edit(line) {
    if (!(await this.load())) return;
    this.editing = true;
    this.exercise.requestUpdate();
    await this.exercise.updateComplete;
    const editor = this.exercise.renderRoot.querySelector("where-editor");
    if (line === undefined) editor.focus();
    else editor.goTo(line);
  }

  async check() {
    this.running = true;
    const { exercise } = this;
    const { work, instance, engine } = exercise;
    const program = this.text;
    exercise.requestUpdate();
    try {
      if (!(await this.load())) return;
      const checked = await this.code.check(engine, instance, program);
      if (exercise.instance !== instance) return; // gone on meanwhile
      this.checked = checked;
      this.ran ||= checked.ran && program !== instance.starter;
      exercise.take(checked.grade, work);
    } catch (error) {
      this.problem = say("program_problem", { message: error.message });
    } finally {
      this.running = false;
      exercise.requestUpdate();
    }
  }

  render() {
    return html`<div class="program" part="program">
        <div class="program-head">
          <span class="label">${say("program")}</span>
          ${
            this.editing
              ? html`<button type="button" @click=${() => this.exercise.type(0, this.exercise.instance.starter)}>
                  ${say("start_over")}
                </button>`
              : html`<button type="button" @click=${() => this.edit()}>${say("edit")}</button>`
          }
        </div>
        ${
          this.editing
            ? html`<where-editor
                .program=${this.text}
                .line=${this.edited ? null : (this.current?.line ?? null)}
                @where-program=${(/** @type {CustomEvent} */ event) => this.exercise.type(0, event.detail.program)}
                @where-check=${() => this.exercise.check()}
              ></where-editor>`
            : html`<pre class="code" @click=${() => this.click()}>${programLines(this.text).map((line) => html`<span class="line">${line}</span>`)}</pre>`
        }
      </div>
      ${this.problem ? html`<p class="problem" role="alert">${this.problem}</p>` : nothing}`;
  }

  /** Null where there is none of a program that ran. */
  verdict() {
    // What was said is about the program before.
    if (this.running) return html`<p class="quiet">${say("running_note")}</p>`;
    return this.current && this.code.programVerdict(this.current);
  }

  /** What can be done about it, and what the program wrote. */
  besideVerdict() {
    if (this.running || this.current === null) return nothing;
    return this.code.besideVerdict(this.current, (/** @type {number} */ line) => this.edit(line));
  }

  get comparable() {
    return !this.running && Boolean(this.current?.compared);
  }

  comparison() {
    const { compared, grade } = /** @type {any} */ (this.current);
    const rows = comparisonRows(
      compared.right,
      compared.mistaken,
      this.code.entryFields(grade.first_mismatch.row, compared.right.length),
    );
    return comparison(grade.misconception.title, rows);
  }

  solution() {
    const { program } = this.exercise.engine.solution(this.exercise.instance);
    return html`<pre class="code">${programLines(program).map((line) => html`<span class="line">${line}</span>`)}</pre>`;
  }
}

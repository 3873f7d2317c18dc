// <where-exercise exercise="sinusoid_row" seed="7">: one check-yourself exercise. The engine draws, grades and explains; this
// element holds what the learner typed and shows what the engine says. Other attributes fix parameters of the instance; they
// are read whenever `exercise` or `seed` is set, so a page that changes one of them sets one of these two after it.
import { fetched } from "../engine/fetched.js";
import { LitElement } from "lit";
import { sharedEngine } from "./engine.js";
import { report, score } from "./events.js";
import { answerOf, isEdited, isUntouched, noAnswer, tellsNumbers } from "./exercise-answer.js";
import { AttemptCode } from "./exercise-attempt.js";
import { Learner } from "./exercise-learner.js";
import { isRounded, marksOf, wrongChoice } from "./exercise-marks.js";
import { Memory, newWork } from "./exercise-memory.js";
import { Program } from "./exercise-program.js";
import { sentences } from "./exercise-sentences.js";
import { isSeed, readSeed } from "./exercise-seed.js";
import { kindOf, skillName } from "./exercise-skill.js";
import { styles } from "./exercise-styles.js";
import { exerciseView } from "./exercise-view.js";
import { readParameters, say } from "./exercise-words.js";
import { readHidden } from "./hidden.js";
import { register } from "./registry.js";

const hideable = ["hint", "solution", "next"];

export class WhereExercise extends LitElement {
  static styles = styles;

  static properties = { exercise: {}, seed: { converter: readSeed }, hide: {} };

  constructor() {
    super();
    this.exercise = "";
    this.seed = readSeed(null);
    /** Buttons that the page does not want. */
    this.hide = "";
    /** Their names. @type {string[]} */
    this.unwanted = [];
    this.refused = "";
    /** @type {any} what the engine drew; null until it is there */
    this.instance = null;
    /** What it is called. */
    this.heading = "";
    /** How often it was started: what an earlier start still waits for is no longer wanted. */
    this.starts = 0;
    this.work = newWork(this.seed);
    /** @type {import("../engine/types.js").Grade | null} of the answer as it was when it was checked */
    this.grade = null;
    /** The answer that the grade is about. @type {import("./exercise-memory.js").Work} */
    this.checked = this.work;
    /** Fields of it that are off. @type {import("./exercise-marks.js").Mark[]} */
    this.marks = [];
    /** The choice in it, where that is wrong. */
    this.wrong = "";
    /** Where a function is to be written. @type {Program | undefined} */
    this.program = undefined;
    this.comparing = false;
    this.attempt = new AttemptCode(this);
    this.learner = new Learner(this);
    /** What shows an order, once one is asked for. @type {any} */
    this.ordering = null;
    /** The step that was moved last. @type {string | undefined} */
    this.moved = undefined;
    this.kept = true;
    /** Whether other seeds give other instances: not where the page fixes every parameter. */
    this.others = true;
    this.problem = "";
    /** Whether it lacks something that may come if it is asked for again. */
    this.missing = false;
    /** When the instance was first seen. @type {number | undefined} */
    this.began = undefined;
    this.onSight = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) this.began ??= performance.now();
    });
    this.onStorage = (/** @type {StorageEvent} */ event) => {
      if (this.instance !== null && this.memory?.holds(event.key, this.work.seed)) this.remember({});
    };
  }

  connectedCallback() {
    super.connectedCallback();
    window.addEventListener("storage", this.onStorage);
    this.onSight.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    window.removeEventListener("storage", this.onStorage);
    this.onSight.disconnect();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("exercise") || changed.has("seed")) this.start();
    if (changed.has("hide")) this.checkHidden();
  }

  checkHidden() {
    const { names, unknown } = readHidden(this.hide, hideable);
    this.unwanted = names;
    this.refused = unknown === undefined ? "" : say("hide", { unknown, allowed: hideable.join(", ") });
    if (this.refused) this.report("where-error", { setting: "hide", message: this.refused });
  }

  /** Takes up where the learner left off, or begins with the seed of the page. */
  async start() {
    const start = ++this.starts;
    const overtaken = () => start !== this.starts;
    /** @type {any} */
    let known;
    try {
      // What the engine cannot say yet comes beside it.
      const brought = Object.hasOwn(sentences, this.exercise) ? fetched(sentences[this.exercise]) : undefined;
      this.engine = (await Promise.all([sharedEngine(this), brought]))[0];
      if (overtaken()) return;
      known = this.engine.exercises().find((/** @type {any} */ each) => each.id === this.exercise);
      if (known?.answer === "order") this.ordering = await fetched(() => import("./exercise-order.js"));
      await this.learner.load();
      if (overtaken()) return;
      this.missing = false;
    } catch (error) {
      if (overtaken()) return;
      this.missing = true;
      return this.fail("problem", error);
    }
    try {
      const parameters = known?.parameters ?? [];
      this.fixed = readParameters(this, parameters);
      this.heading = known?.title ?? "";
      this.skill = skillName(this.exercise, kindOf(parameters, this.fixed));
      this.others = Object.keys(this.fixed).length < parameters.length;
      const seed = this.learner.seed(this.skill, this.seed);
      this.memory = new Memory(`where-exercise ${this.exercise} ${seed} ${JSON.stringify(this.fixed)}`);
      this.work = this.memory.recall() ?? newWork(seed);
      this.draw();
      this.report("where-ready", { parameters: this.instance.parameters });
    } catch (error) {
      const asked = await fetched(() => import("./exercise-asked.js")).catch(() => null);
      if (overtaken()) return;
      this.fail("problem_of_page", asked?.whyRefused(this, this.engine.exercises(), error) ?? error);
    }
  }

  /** @param {string} key of the sentence: what the reader can mend, and what only the author of the page can @param {any} error */
  fail(key, { message, setting }) {
    this.instance = null;
    this.problem = say(key, { message });
    this.report("where-error", setting ? { setting, message } : { message });
    this.requestUpdate();
  }

  draw() {
    this.instance = this.engine.createInstance(this.exercise, { seed: this.work.seed, parameters: this.fixed });
    this.program = this.instance.answer === "code" ? new Program(this) : undefined;
    Object.assign(this, { grade: null, marks: [], wrong: "", comparing: false, moved: undefined });
    this.attempt.clear();
    this.problem = "";
    this.began = undefined;
    // Observed anew: what is in sight already is reported once more.
    this.onSight.unobserve(this);
    this.onSight.observe(this);
    this.requestUpdate();
  }

  /**
   * What another tab has kept of the same instance stays, but for what changes here.
   * @param {Partial<import("./exercise-memory.js").Work>} changes
   */
  remember(changes) {
    const memory = /** @type {Memory} */ (this.memory);
    this.work = { ...this.work, ...memory.recall(this.work.seed), ...changes };
    if (Object.keys(changes).length > 0) this.kept = memory.keep(this.work);
    this.requestUpdate();
  }

  /** The steps of an order as they stand. @returns {import("./exercise-order.js").Step[]} */
  get order() {
    return this.ordering.arranged(this.instance.choices, this.work.typed);
  }

  /** Whether a field holds something else than what was checked. @param {number} index */
  changed(index) {
    return (this.work.typed[index] ?? "") !== (this.checked.typed[index] ?? "");
  }

  /** Whether the answer is no longer the one that the verdict is about. */
  get edited() {
    return isEdited(this);
  }

  /** Enter checks. This is no form: one in a sandboxed frame would never say that it is submitted. @param {KeyboardEvent} event */
  onKey(event) {
    if (event.key !== "Enter" || !(/** @type {Element} */ (event.target).matches("input"))) return;
    event.preventDefault();
    this.check();
  }

  check() {
    if (this.program?.running) return;
    const { instance, engine } = this;
    if (isUntouched(this)) return this.take(noAnswer(say(`untouched.${instance.answer}`)), this.work);
    if (this.program) return this.program.check();
    const answer = answerOf(this);
    const grade = engine.grade(instance, answer);
    const wrong = wrongChoice(engine, instance, this.work.choice, grade);
    this.take(grade, this.work, marksOf(engine, instance, answer, grade), wrong);
  }

  /**
   * @param {import("../engine/types.js").Grade} grade
   * @param {import("./exercise-memory.js").Work} checked what it is about
   * @param {import("./exercise-marks.js").Mark[]} [marks]
   * @param {string} [wrong] the choice in it, where that is wrong
   */
  take(grade, checked, marks = [], wrong = "") {
    Object.assign(this, { grade, checked, marks, wrong, comparing: false });
    const { misconception, passed } = grade;
    // Who rounded too far is asked for decimals: it costs no more than a field left empty.
    const verdict = misconception === null && isRounded(marks) ? "malformed" : grade.verdict;
    if (verdict !== "malformed") this.remember({ tries: this.work.tries + 1 });
    else this.focusField(grade.first_mismatch?.index);
    const effort = this.effort();
    const graded = { verdict, passed, score: score(passed, effort.solution), misconception: misconception?.id ?? null };
    this.report("where-answer", { ...effort, ...graded });
    this.attempt.make({ ...effort, ...graded });
    this.requestUpdate();
  }

  /** What it has taken so far: what is asked, tries, hints, whether the solution was ever open, milliseconds. */
  effort() {
    const { parameters, fields = [], choices } = this.instance;
    const { tries, hints, solution, shown = solution } = this.work;
    const duration = Math.round(performance.now() - (this.began ?? performance.now()));
    const asked = fields.length + Number(choices !== undefined) + (this.program?.asked ?? 0);
    return { skill: this.skill, parameters, asked, tries, hints, solution: shown, duration };
  }

  /** Whether there was an honest try, after which the solution can be seen. */
  get tried() {
    return this.work.tries > 0 || (this.program?.ran ?? false);
  }

  toggleSolution() {
    this.remember({ solution: !this.work.solution, shown: true });
    if (this.work.solution) this.report("where-solution", this.effort());
  }

  async focusField(/** @type {number | undefined} */ index) {
    await this.updateComplete;
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(`#field-${index}`))?.focus();
  }

  /** A new instance of the same skill. */
  async next() {
    const seed = isSeed(this.work.seed + 1) ? this.work.seed + 1 : 0;
    this.work = /** @type {Memory} */ (this.memory).recall(seed) ?? newWork(seed);
    this.remember({ seed });
    this.draw();
    this.report("where-change", { parameters: this.instance.parameters });
    await this.updateComplete;
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector("input, .movable button"))?.focus();
  }

  /** @param {string} type @param {Record<string, unknown>} detail */
  report(type, detail) {
    report(this, type, { name: "exercise", exercise: this.exercise, seed: this.work.seed, ...detail });
  }

  /** @param {number} index @param {string} text */
  type(index, text) {
    const typed = [...(this.memory?.recall(this.work.seed) ?? this.work).typed];
    typed[index] = text;
    for (let each = 0; each < index; ++each) typed[each] ??= "";
    this.remember({ typed });
  }

  render() {
    return exerciseView(this);
  }

  /** The fields that are off, each until something else stands there. */
  get marked() {
    return this.marks.filter(({ index }) => !this.changed(index));
  }

  toggleComparison() {
    this.comparing = !this.comparing;
    // Where it shows numbers that are asked for, these are known from then on.
    this.remember(this.comparing && tellsNumbers(this) ? { shown: true } : {});
  }

  updated() {
    // What the page brought along has done its work.
    if (this.instance !== null) this.replaceChildren();
  }
}

register("where-exercise", WhereExercise);

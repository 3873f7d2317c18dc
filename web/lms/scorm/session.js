// One session of a packaged lesson with its platform. What the platform keeps is read first: a score or status that stands is never
// lowered, and what could not be read is not written over. Nothing is written before the learner does something.
import { timespan } from "./state.js";

/** After how long what is typed is reported, and what failed is tried again. */
const soon = 2000;
const again = 15_000;

/** A status over which "incomplete" may be written; any other is as high or higher. */
const open = ["", "not attempted", "browsed", "incomplete"];

/** Elements that a platform need not have: that it does not is no trouble. */
const optional = ["cmi.core.score.min", "cmi.core.score.max"];
const notImplemented = "401";

/** A key of the words, and the fields of its sentence. @typedef {[string, Record<string, string | number>]} Said */

/** Where a session is shown. @typedef {{ stand: (...said: Said) => void, warn: (troubles: Said[]) => void }} Shown */

export class Session {
  /** Whether the platform only shows the lesson. */
  looking = false;
  /** Whether the learner has answered anything in this session. */
  answered = false;
  /** Whether what exercises keep has changed. */
  typed = false;
  /** Whether the kept data is none of ours. */
  unreadable = false;
  over = false;
  /** The status that stood. */
  status = "";
  /** The score that stood. */
  least = -Infinity;
  /** The heading that the reader is at, and the one that the platform had. */
  place = "";
  cameTo = "";
  /** Why an element could not be read. @type {Map<string, string>} */
  unread = new Map();
  #timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);

  /** @param {import("./platform.js").Platform} platform @param {import("./state.js").State} state @param {Shown} shown */
  constructor(platform, state, shown) {
    this.platform = platform;
    this.state = state;
    this.shown = shown;
    this.began = performance.now();
  }

  /** Reads what the platform keeps. */
  begin() {
    this.looking = ["review", "browse"].includes(this.#read("cmi.core.lesson_mode"));
    // The mode may be left out, and is written nowhere.
    this.unread.delete("cmi.core.lesson_mode");
    this.status = this.#read("cmi.core.lesson_status");
    const score = Number.parseFloat(this.#read("cmi.core.score.raw"));
    if (!Number.isNaN(score)) this.least = score;
    this.place = this.cameTo = this.#read("cmi.core.lesson_location");
    this.unreadable = !this.state.read(this.#read("cmi.suspend_data"));
    if (this.looking) return this.shown.stand("looking", {});
    this.state.changed = () => {
      this.typed = true;
      this.later(soon);
    };
    this.#show([]);
  }

  /** @param {string} element @returns {string} "" where it could not be read */
  #read(element) {
    try {
      return this.platform.get(element);
    } catch (error) {
      this.unread.set(element, error.message);
      return "";
    }
  }

  /** @param {{ skill: string, passed: boolean, score: number }} answer */
  answer(answer) {
    if (this.looking) return;
    this.answered = true;
    this.state.answered(answer);
    this.report();
  }

  /** The reader has come to a heading. @param {string} place its id */
  come(place) {
    if (place === this.place || this.looking) return;
    this.place = place;
    this.later(soon);
  }

  /** @param {number} wait */
  later(wait) {
    if (!this.over) this.#timer ??= setTimeout(() => this.report(), wait);
  }

  report() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.over) return;
    const refusals = this.#tell(this.#due());
    this.#show(refusals);
    if (refusals.length > 0) this.later(again);
  }

  /** What there is to say, the most important first; what the platform did not take before is said again. @returns {[string, string][]} */
  #due() {
    const { state, status, least, answered } = this;
    /** @type {[string, string][]} */
    const due = [];
    const scored = answered ? state.score >= least : state.score > Math.max(least, 0);
    if (scored) due.push(["cmi.core.score.raw", String(state.score)]);
    // Of a session that leaves "not attempted" platforms make a completed one.
    if (open.includes(status) || (state.done && status === "failed"))
      due.push(["cmi.core.lesson_status", state.done ? "completed" : "incomplete"]);
    if (answered || (this.typed && !this.unreadable)) due.push(["cmi.suspend_data", state.write()]);
    if (this.place !== this.cameTo) due.push(["cmi.core.lesson_location", this.place.slice(0, 255)]);
    if (scored && !this.unread.has("cmi.core.score.raw")) due.push(["cmi.core.score.min", "0"], ["cmi.core.score.max", "100"]); // prettier-ignore
    return due.filter(([element]) => !this.unread.has(element));
  }

  /** Each on its own: one that is refused stops no other. @param {[string, string][]} due @returns {string[]} the refusals */
  #tell(due) {
    const refusals = due.map(([element, value]) => this.#try(element, () => this.platform.set(element, value)));
    return [...refusals, this.#try("", () => this.platform.commit())].filter((refusal) => refusal !== "");
  }

  /** @param {string} element @param {() => void} call @returns {string} why it was refused, or "" */
  #try(element, call) {
    try {
      call();
    } catch (error) {
      if (optional.includes(element) && error.code === notImplemented) return "";
      return error.message;
    }
    return "";
  }

  /** @param {string[]} refusals */
  #show(refusals) {
    const { state, unread, unreadable, answered, shown, least } = this;
    /** @type {Said[]} */
    const troubles = [];
    if (unread.size > 0) troubles.push(["unread", { message: [...unread.values()].join("; ") }]);
    if (unreadable && !answered) troubles.push(["unreadable", {}]);
    if (refusals.length > 0) troubles.push(["failed", { message: refusals.join("; ") }]);
    if (state.dropped) troubles.push(["full", {}]);
    shown.warn(troubles);
    const fields = { passed: state.passed, count: state.skills.length, score: Math.max(state.score, least) };
    const kept = refusals.length === 0 && unread.size === 0;
    if (kept) shown.stand(state.done ? "done" : "standing", fields);
    else shown.stand("unkept", fields);
  }

  /** The learner leaves. */
  end() {
    if (this.over) return;
    this.over = true;
    clearTimeout(this.#timer);
    /** @type {[string, string][]} */
    const leaving = [
      ["cmi.core.session_time", timespan(performance.now() - this.began)],
      // Of a completed lesson too: another exit would have the platform give its data up.
      ["cmi.core.exit", "suspend"],
    ];
    const refusals = this.looking ? [] : this.#tell([...this.#due(), ...leaving]);
    const refusal = this.#try("", () => this.platform.finish());
    if (refusal !== "") refusals.push(refusal);
    if (refusals.length > 0) this.#show(refusals);
  }
}

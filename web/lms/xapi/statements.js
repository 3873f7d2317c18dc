// What is said of a learner in a lesson, as statements of xAPI 1.0.3.

const verbs = "http://adlnet.gov/expapi/verbs/";
const activities = "http://adlnet.gov/expapi/activities/";

/** Names of what xAPI has no place for. @param {string} name */
export const extension = (name) => `urn:x-whereabouts:${name}`;

/** @typedef {Record<string, any>} Statement */

export class Statements {
  /**
   * @param {import("./launch.js").Launch} launch
   * @param {{ language: string, title: string, skills: { skill: string, title: string }[] }} lesson
   */
  constructor({ actor, activity, registration }, { language, title, skills }) {
    this.actor = actor;
    this.activity = activity;
    this.registration = registration;
    this.language = language;
    this.titles = new Map(skills.map((each) => [each.skill, each.title]));
    this.lesson = this.#object(activity, "lesson", title);
  }

  /** The learner has opened the lesson. @returns {Statement} */
  experienced() {
    return this.#statement("experienced", this.lesson);
  }

  /**
   * An answer was checked.
   * @param {any} answer the detail of a "where-answer" (web/embed/README.md)
   * @returns {Statement}
   */
  answered({ exercise, skill, seed, verdict, passed, score, misconception, tries, hints, solution, duration }) {
    const extensions = {
      ...{ exercise, seed, verdict, tries, hints, solution },
      ...(misconception !== null && { misconception }),
    };
    // An address has one fragment: where the lesson's has one already the skill is a further part of it.
    const part = this.activity.includes("#") ? "/" : "#";
    const object = this.#object(`${this.activity}${part}${encodeURIComponent(skill)}`, "question", this.titles.get(skill) ?? skill); // prettier-ignore
    return {
      ...this.#statement("answered", object, { parent: [this.lesson] }),
      result: {
        success: passed,
        score: { scaled: score, raw: score, min: 0, max: 1 },
        duration: period(duration),
        extensions: Object.fromEntries(Object.entries(extensions).map(([name, value]) => [extension(name), value])),
      },
    };
  }

  /** Every skill of the lesson was passed. @param {number} score from 0 to 1 @param {number} duration @returns {Statement} */
  completed(score, duration) {
    return {
      ...this.#statement("completed", this.lesson),
      result: { completion: true, success: true, score: { scaled: score }, duration: period(duration) },
    };
  }

  /** @param {string} verb @param {any} object @param {any} [contextActivities] @returns {Statement} */
  #statement(verb, object, contextActivities) {
    return {
      id: newId(),
      actor: this.actor,
      verb: { id: `${verbs}${verb}`, display: { "en-US": verb } },
      object,
      context: {
        ...(this.registration && { registration: this.registration }),
        platform: "Whereabouts",
        language: this.language,
        ...(contextActivities && { contextActivities }),
      },
      timestamp: new Date().toISOString(),
    };
  }

  /** @param {string} id @param {string} type @param {string} name */
  #object(id, type, name) {
    return {
      objectType: "Activity",
      id,
      definition: { type: `${activities}${type}`, name: { [this.language]: name } },
    };
  }
}

/** How long something took, as ISO 8601 writes it, to the hundredth: "PT65.25S". @param {number} milliseconds */
export function period(milliseconds) {
  return `PT${(Math.max(0, milliseconds) / 1000).toFixed(2)}S`;
}

/** A random UUID, also where the page is no secure context. */
export function newId() {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

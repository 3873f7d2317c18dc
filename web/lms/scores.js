// The best score of each skill of a lesson, and what they come to together.

/** @typedef {{ passed: boolean, score: number }} Best */

export class Scores {
  /** @param {string[]} skills of the lesson, in their order */
  constructor(skills) {
    this.skills = skills;
    /** @type {Map<string, Best>} */
    this.best = new Map();
  }

  /** @param {{ skill: string, passed: boolean, score: number }} answer */
  answered({ skill, passed, score }) {
    if (!this.skills.includes(skill) || !passed) return;
    this.best.set(skill, { passed, score: Math.max(score, this.best.get(skill)?.score ?? 0) });
  }

  get passed() {
    return this.skills.filter((skill) => this.best.get(skill)?.passed).length;
  }

  get done() {
    return this.passed === this.skills.length;
  }

  /** From 0 to 100. */
  get score() {
    const sum = this.skills.reduce((sum, skill) => sum + (this.best.get(skill)?.score ?? 0), 0);
    return this.skills.length === 0 ? 0 : Math.round((100 * sum) / this.skills.length);
  }
}

// What a browser keeps of a launch: statements, and how far the learner has come.

/** @typedef {{ passed: boolean, score: number }} Best */
/** @typedef {{ waiting: any[], refused: any[], best: [string, Best][], completed: boolean }} Kept statements that wait and that the store refused for good; the best answer of each skill; whether completion was told */

/**
 * What is sound of a text that was kept: anything else that stands there, by whatever mishap, is passed over.
 * @param {string | null} text
 * @returns {Kept}
 */
export function soundKept(text) {
  const { waiting, refused, best, completed } = parsed(text) ?? {};
  return {
    waiting: listed(waiting).filter(isStatement),
    refused: listed(refused).filter(isStatement),
    best: listed(best).filter(isBest),
    completed: completed === true,
  };
}

/** @param {string | null} text */
function parsed(text) {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

/** @param {unknown} value @returns {any[]} */
const listed = (value) => (Array.isArray(value) ? value : []);

/** @param {any} value */
const isStatement = (value) => typeof value?.id === "string";

/** @param {any} entry */
function isBest(entry) {
  if (!Array.isArray(entry) || entry.length !== 2) return false;
  const [skill, best] = entry;
  return typeof skill === "string" && typeof best?.passed === "boolean" && best.score >= 0 && best.score <= 1;
}

/**
 * Of two tabs: the best of each skill, every statement once, and none waiting that either knows to be refused.
 * @param {Kept} one
 * @param {Kept} other
 * @returns {Kept}
 */
export function merged(one, other) {
  const refused = united(one.refused, other.refused);
  const settled = new Set(refused.map(({ id }) => id));
  const best = new Map(one.best);
  for (const [skill, { passed, score }] of other.best) {
    const own = best.get(skill) ?? { passed: false, score: 0 };
    best.set(skill, { passed: own.passed || passed, score: Math.max(own.score, score) });
  }
  return {
    waiting: united(one.waiting, other.waiting).filter(({ id }) => !settled.has(id)),
    refused,
    best: [...best],
    completed: one.completed || other.completed,
  };
}

/** @param {any[]} one @param {any[]} other */
function united(one, other) {
  const known = new Set(one.map(({ id }) => id));
  return [...one, ...other.filter(({ id }) => !known.has(id))];
}

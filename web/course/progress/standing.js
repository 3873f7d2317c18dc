// Where a learner stands, in short: kept beside the log, so that a page can show it at once without opening the database.

/** By skill: whether it is passed, and the day on which it is due. @typedef {Record<string, { passed: boolean, due: string }>} Standing */

const key = "whereabouts-standing";

/** What other pages of this tab's browser show; it lasts as long as the page where storage is refused. @type {Standing | undefined} */
let unkept;

/** @returns {Standing} */
export function readStanding() {
  if (unkept) return unkept;
  try {
    return sound(JSON.parse(localStorage.getItem(key) ?? "{}"));
  } catch {
    return {}; // storage refused, or not JSON
  }
}

/** @param {any} kept @returns {Standing} */
function sound(kept) {
  const entries = Object.entries(kept ?? {}).filter(
    ([, value]) => typeof value?.passed === "boolean" && /^\d{4}-\d\d-\d\d$/.test(value.due),
  );
  return Object.fromEntries(entries);
}

/** @param {Standing} standing */
export function keepStanding(standing) {
  try {
    if (Object.keys(standing).length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(standing));
    unkept = undefined;
  } catch {
    unkept = standing;
  }
  dispatchEvent(new Event("whereabouts-standing"));
}

/** @param {() => void} listener called when it changes, here or in another tab */
export function onStanding(listener) {
  addEventListener("whereabouts-standing", listener);
  addEventListener("storage", (event) => {
    if (event.key === key || event.key === null) listener();
  });
}

/**
 * @typedef {object} Part how far the exercises of a lesson are
 * @property {number} count
 * @property {number} passed
 * @property {number} due
 */

/**
 * @param {Standing} standing
 * @param {string[]} skills of its exercises: two may ask for the same one, and pass together, but one review is due
 * @param {string} today
 * @returns {Part}
 */
export function partOf(standing, skills, today) {
  const known = (/** @type {string[]} */ names) =>
    names.map((name) => standing[name]).filter((each) => each !== undefined);
  return {
    count: skills.length,
    passed: known(skills).filter(({ passed }) => passed).length,
    // Days of one shape compare as texts.
    due: known([...new Set(skills)]).filter(({ due }) => due <= today).length,
  };
}

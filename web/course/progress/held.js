// Reports on their way to the log: held in storage from the moment they are made, so that a reader who turns to the next page
// before the log is loaded loses nothing. Each has a place of its own: two tabs never write over each other.

/** @typedef {{ key?: string, type: string, at: number, detail: any }} Held */

const prefix = "whereabouts-report ";

/** @param {string} type of an exercise's event @param {any} detail @returns {Held} without a key where storage is refused */
export function hold(type, { skill, seed, tries, hints, solution, duration, asked }) {
  const report = { type, at: Date.now(), detail: { skill, seed, tries, hints, solution, duration, asked } };
  const key = `${prefix}${report.at} ${Math.random()}`;
  try {
    localStorage.setItem(key, JSON.stringify(report));
    return { ...report, key };
  } catch {
    return report;
  }
}

/** What earlier pages could not hand over. @returns {Held[]} */
export function heldReports() {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    return keys.flatMap((key) => read(key, localStorage.getItem(key)));
  } catch {
    return []; // storage refused
  }
}

/** What is no report of ours is left alone. @param {string} key @param {string | null} text @returns {Held[]} */
function read(key, text) {
  try {
    const { type, at, detail } = JSON.parse(text ?? "");
    return Number.isFinite(at) && typeof detail?.skill === "string" ? [{ key, type, at, detail }] : [];
  } catch {
    return [];
  }
}

/** @param {Held} report that is in the log now */
export function release({ key }) {
  if (key !== undefined) localStorage.removeItem(key);
}

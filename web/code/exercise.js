// Everything that an exercise needs where a program is written and run; loaded when the first one is opened or checked.
import "./editor-element.js";

import { checkProgram } from "./check.js";
import { Runner } from "./runner.js";
import { startWorker } from "./start-worker.js";

export { besideVerdict, entryFields, programVerdict } from "./verdict.js";
export { say } from "./words.js";

const runner = new Runner(startWorker);
/** @type {Promise<unknown>} */
let before = Promise.resolve();

/**
 * One after the other, whatever exercises of a page are checked at once.
 * @param {any} engine
 * @param {any} instance
 * @param {string} program
 * @returns {Promise<import("./check.js").Checked>}
 */
export function check(engine, instance, program) {
  const checked = before.then(() => checkProgram(engine, instance, program, (request) => runner.run(request)));
  before = checked.catch(() => {}); // its own caller hears of it
  return checked;
}

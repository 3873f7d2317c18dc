// Checking a program: run on the cases of an instance, graded by the engine, and explained.
import { explainFailure, explainNumber, explainOutput } from "./explain.js";

/** @typedef {import("./sandbox.js").Outcome} Outcome */
/** @typedef {import("./sandbox.js").Request} Request */

/**
 * @typedef {object} Checked
 * @property {any} grade of the engine
 * @property {string[]} sentences about what is wrong, none where all is right
 * @property {number | null} line of the program that they mean
 * @property {string[]} printed
 * @property {boolean} ran whether the program got as far as running: an honest try
 * @property {{ right: number[], mistaken: number[] } | null} compared the row that is off beside the mistaken one
 */

/**
 * @param {any} engine
 * @param {any} instance
 * @param {string} program
 * @param {(request: Request) => Promise<Outcome>} run
 * @returns {Promise<Checked>}
 */
export async function checkProgram(engine, instance, program, run) {
  const { function: name } = instance;
  const cases = engine.codeCases(instance);
  const calls = cases.map((/** @type {any} */ each) => each.arguments);
  const { outputs, failure, printed } = await run({ program, name, calls });
  const grade = engine.grade(instance, outputs);
  const right = grade.right ?? engine.solution(instance).answer;
  const at = grade.first_mismatch;
  const about = {
    grade,
    printed,
    ran: failure === null || !["syntax", "missing", "load", "slow"].includes(failure.kind),
    compared: null,
  };
  if (grade.passed) return { ...about, sentences: [], line: null };
  if (grade.verdict === "malformed") {
    const rows = Array.isArray(right[0][0]);
    const explained =
      failure !== null && outputs.length <= at.index
        ? explainFailure(failure, program, name, cases)
        : explainOutput(outputs[at.index], right[at.index], program, name, cases[at.index], rows);
    return { ...about, ...explained };
  }
  const compared = comparable(grade, right, cases);
  return { ...about, sentences: [explainNumber(at, right[at.index], name, cases[at.index])], line: null, compared };
}

/**
 * The first row that is off, as it is and as the mistake has it; not of hidden cases.
 * @param {any} grade
 * @param {any[]} right
 * @param {{ hidden: boolean }[]} cases
 */
function comparable({ misconception, first_mismatch: { index, row } }, right, cases) {
  if (misconception === null || cases[index].hidden) return null;
  const rowOf = (/** @type {any} */ outputs) => (row === undefined ? outputs[index] : outputs[index][row]);
  return { right: rowOf(right), mistaken: rowOf(misconception.mistaken) };
}

// Why an exercise cannot be shown as its page asks for it: what was written, and what is allowed. Loaded where the engine refused.
import { isSeed } from "./exercise-seed.js";
import { readParameter, say } from "./exercise-words.js";

/** What the engine lists of a parameter. @typedef {{ name: string, type: string, minimum: number, maximum: number, choices?: string[] }} Parameter */

/** What was not taken, where it is one setting, and the sentence. @typedef {{ setting?: string, message: string }} Refusal */

/** The largest seed that the engine takes. */
const largest = String(Number.MAX_SAFE_INTEGER);

/** What the engine refuses of parameters that can each be had by themselves, and of lists by their length. */
const together = new Set("not_different not_even not_larger out_of_range unknown_choice wrong_length entry_out_of_range length_exact length_not_even length_out_of_range".split(" ")); // prettier-ignore

/** The sentence for a parameter, by its type. @type {Record<string, string>} */
const sentences = { integer: "whole", number: "number", integers: "wholes", numbers: "numbers", choice: "choice" };

/**
 * @param {{ exercise: string, seed: number, getAttribute: (name: string) => string | null }} element
 * @param {any[]} exercises all that the engine has, as it lists them
 * @param {Error & { key?: string, fields?: Record<string, any> }} error what the engine said
 * @returns {Refusal}
 */
export function whyRefused(element, exercises, error) {
  const { exercise, seed } = element;
  const refusal = (
    /** @type {string} */ setting,
    /** @type {string} */ key,
    /** @type {Record<string, string>} */ fields,
  ) => {
    return { setting, message: say(`asked.${key}`, { name: setting, ...fields }) };
  };
  const known = exercises.find(({ id }) => id === exercise);
  if (!known) {
    const allowed = exercises.map(({ id }) => id).join(", ");
    return refusal("exercise", exercise ? "exercise" : "no_exercise", { written: exercise, allowed });
  }
  if (!isSeed(seed)) {
    const written = Number.isNaN(seed) ? element.getAttribute("seed") : null;
    return refusal("seed", "whole", { written: written ?? String(seed), minimum: "0", maximum: largest });
  }
  for (const parameter of /** @type {Parameter[]} */ (known.parameters)) {
    const { name, type, minimum, maximum, choices = [] } = parameter;
    const written = element.getAttribute(name);
    if (written === null || fits(parameter, readParameter(written, type))) continue;
    const range = { minimum: String(minimum), maximum: String(maximum), allowed: choices.join(", ") };
    return refusal(name, sentences[type], { written, ...range });
  }
  return { message: refusedTogether(error) ?? error.message };
}

/**
 * What parameters cannot be together, which the engine knows by names of its own: `parameters.tokens.length`.
 * @param {{ key?: string, fields?: Record<string, any> }} error
 */
function refusedTogether({ key, fields = {} }) {
  const named = (/** @type {unknown} */ argument) =>
    /^parameters\.(\w+)(?:\[(\d+)\])?(\.length)?$/.exec(String(argument));
  const [, name, index, length] = named(fields.argument) ?? [];
  const exact = length && key === "out_of_range" && fields.minimum === fields.maximum;
  const sentence = exact ? "length_exact" : `${index ? "entry_" : length ? "length_" : ""}${key}`;
  if (name === undefined || !together.has(sentence)) return undefined;
  const written = Object.entries(fields).map(([field, value]) => [field, named(value)?.[1] ?? String(value)]);
  return say(`asked.together.${sentence}`, { ...Object.fromEntries(written), name, entry: String(Number(index) + 1) });
}

/** @param {Parameter} parameter @param {any} value */
function fits({ type, minimum, maximum, choices = [] }, value) {
  if (type === "choice") return choices.includes(value);
  if (Array.isArray(value) !== type.endsWith("s")) return false;
  return [value].flat().every((number) => {
    const whole = !type.startsWith("integer") || Number.isInteger(number);
    return typeof number === "number" && number >= minimum && number <= maximum && whole;
  });
}

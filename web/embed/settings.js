// What pages may set on elements, by embed name: the settings of a figure, the parameters of exercises. The build writes it down.
import { figureModule } from "../course/figure-module.js";

/** What every exercise takes beside its parameters. */
export const ofExercises = ["exercise", "seed", "learner"];

/**
 * What a page of all exercises knows of them: what each takes of its own, and what else is to be known of it.
 * @template More
 * @param {{ exercises: () => { id: string, lesson: string, parameters: { name: string }[] }[] }} engine
 * @param {(lesson: string) => More} more
 * @returns {{ settings: string[], exercises: Record<string, { parameters: string[] } & More> }}
 */
export function aboutExercises(engine, more) {
  const known = engine.exercises().map(({ id, lesson, parameters }) => {
    const own = { parameters: parameters.map(({ name }) => name), ...more(lesson) };
    return /** @type {const} */ ([id, own]);
  });
  return { settings: ofExercises, exercises: Object.fromEntries(known) };
}

/**
 * Names of attributes, `hide` aside, which all elements have.
 * @param {string} name of the element
 * @param {{ exercises: () => { parameters: { name: string }[] }[] }} engine
 * @returns {Promise<string[]>} those of all exercises, each once
 */
export async function settingsOf(name, engine) {
  if (name === "exercise") {
    const parameters = engine.exercises().flatMap((each) => each.parameters.map((parameter) => parameter.name));
    return [...ofExercises, ...new Set(parameters)];
  }
  return (await figureModule(name)).settings.map((setting) => setting.name);
}

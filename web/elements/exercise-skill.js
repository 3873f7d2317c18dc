// What is learnt, kept and reviewed is a skill, not an answer: an exercise, or one kind of it where a lesson fixes which.

/**
 * The parameters that make a skill of its own: those that a page fixes and that choose between kinds, as `method` does between two
 * ways of scaling. Fixed numbers only choose an instance.
 * @param {{ name: string, type: string }[]} parameters of the exercise
 * @param {Record<string, any>} fixed by the page
 * @returns {Record<string, any>}
 */
export function kindOf(parameters, fixed) {
  const names = parameters.filter(({ name, type }) => type === "choice" && name in fixed).map(({ name }) => name);
  return Object.fromEntries(names.toSorted().map((name) => [name, fixed[name]]));
}

/**
 * The name that progress is kept under: "wavelength", or "interpolate method=ntk".
 * @param {string} exercise
 * @param {Record<string, any>} kind
 */
export function skillName(exercise, kind) {
  return [exercise, ...Object.entries(kind).map(([name, value]) => `${name}=${value}`)].join(" ");
}

// The values to try for the parameters of exercises and tasks, made from their descriptions.
import { Strange, boolean, choice, foreign } from "./bad-values.js";

/**
 * The values to try for one parameter of an exercise or a task, by its description: `bad` ones must be refused with the parameter's
 * name; `edge` ones, at its limits and between them, may also go together badly with what is drawn for the others.
 * @param {{ name: string, type: string, minimum?: number, maximum?: number, choices?: string[] }} described
 * @returns {{ bad: any[], edge: any[] }}
 */
export function exerciseParameter({ type, minimum = 0, maximum = 0, choices = [] }) {
  if (type === "boolean") return { bad: boolean().bad, edge: [true, false] };
  if (type === "choice") return { bad: choice().bad, edge: choices };
  const fractions = type.startsWith("number");
  const outside = [minimum - 1, maximum + 1, -1e300, 1e300, 2 ** 53, -(2 ** 53)];
  const wrong = [NaN, Infinity, -Infinity, ...outside, ...(fractions ? [] : [minimum + 0.5, maximum - 0.5])];
  const inside = [-1e6, -3, -0.5, 0, 0.5, 3, 1e5].filter((value) => value >= minimum && value <= maximum);
  const within = [minimum, maximum, ...inside.filter((value) => fractions || Number.isInteger(value))];
  if (type === "integer" || type === "number")
    return { bad: [...wrong, "4", "", true, {}, [], [4], new Strange(), ...foreign], edge: within };
  const lists = [1, 2, 3, 4, 8, 64, 65, 1000].flatMap((length) =>
    within.map((value) => Array.from({ length }, () => value)),
  );
  const ascending = Array.from({ length: 5 }, (_, index) => minimum + index).filter((value) => value <= maximum);
  return {
    bad: [
      ...wrong.flatMap((value) => [[value], [minimum, minimum, minimum, value], Float64Array.of(minimum, value)]),
      ...[5, "1,2", true, {}, [[1]], ["1"], [null], [{}], [true], [1n], new Array(4), new Array(4294967295)],
      ...foreign,
    ],
    edge: [[], new Float32Array(0), ...lists, ascending],
  };
}

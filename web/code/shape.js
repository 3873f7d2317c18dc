// Whether what a program returned has the form that is asked for, and what is wrong with it: the key of a sentence below
// "code.output" and its fields. Values that are no numbers come from the sandbox as { is, text? }.

/** @typedef {{ key: string, fields: Record<string, any> }} Misfit */

/**
 * @param {any} output
 * @param {any[]} expected a row of numbers, or a list of such rows
 * @param {boolean} rows whether it is a list of rows
 * @returns {Misfit | null}
 */
export function misfit(output, expected, rows) {
  if (!Array.isArray(output))
    return { key: output.is === "undefined" ? "nothing" : "no_list", fields: { got: output } };
  if (!rows) return rowMisfit(output, expected, {});
  const flat = output.findIndex((row) => typeof row === "number");
  if (flat !== -1) return { key: "flat", fields: { entry: flat } };
  if (output.length !== expected.length)
    return { key: "rows", fields: { got: output.length, expected: expected.length } };
  for (const [row, numbers] of output.entries()) {
    if (!Array.isArray(numbers)) return { key: "no_row", fields: { row, got: numbers } };
    const wrong = rowMisfit(numbers, expected[row], { row });
    if (wrong) return wrong;
  }
  return null;
}

/**
 * @param {any[]} numbers
 * @param {number[]} expected
 * @param {{ row?: number }} where
 * @returns {Misfit | null}
 */
function rowMisfit(numbers, expected, where) {
  const entry = numbers.findIndex((value) => typeof value !== "number");
  const got = numbers[entry];
  const kind =
    entry === -1 || numbers.length !== expected.length ? "entries" : got?.is === "NaN" ? "not_a_number" : "entry";
  if (kind === "entries") {
    if (numbers.length === expected.length) return null;
    const key = where.row === undefined ? "entries" : "row_entries";
    return { key, fields: { ...where, got: numbers.length, expected: expected.length } };
  }
  return { key: where.row === undefined ? kind : `row_${kind}`, fields: { ...where, entry, got } };
}

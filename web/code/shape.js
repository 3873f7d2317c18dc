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
  if (!Array.isArray(output)) {
    const keys = new Map([
      ["undefined", "nothing"],
      ["long", "long"],
    ]);
    return { key: keys.get(output.is) ?? "no_list", fields: { got: output } };
  }
  if (!rows) return rowMisfit(output, expected, {});
  const flat = output.findIndex((row) => typeof row === "number");
  if (flat !== -1) return { key: "flat", fields: { entry: flat } };
  if (output.some((row) => Array.isArray(row) && row.length > 0 && row.every(Array.isArray)))
    return { key: "deep", fields: {} };
  if (output.length !== expected.length)
    return { key: "rows", fields: { got: output.length, expected: expected.length } };
  for (const [row, numbers] of output.entries()) {
    if (!Array.isArray(numbers))
      return { key: numbers.is === "long" ? "row_long" : "no_row", fields: { row, got: numbers } };
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
  const list = numbers.findIndex(Array.isArray);
  if (list !== -1) return { key: where.row === undefined ? "nested" : "row_nested", fields: { ...where, entry: list } };
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

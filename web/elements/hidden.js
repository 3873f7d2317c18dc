// The attribute `hide`: what a page leaves out of a figure or an exercise, by names.

/**
 * @param {string | null} written names parted by blanks or commas
 * @param {string[]} allowed
 * @returns {{ names: string[], unknown: string | undefined }} and the first one that is not allowed
 */
export function readHidden(written, allowed) {
  const names = (written ?? "").split(/[\s,]+/).filter(Boolean);
  return { names, unknown: names.find((name) => !allowed.includes(name)) };
}

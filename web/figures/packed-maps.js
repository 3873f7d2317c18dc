// Weights of attention as text, a character each: what a recording keeps of them.

/** Weights of attention are written down in so many steps from 0 to 1. */
export const attentionSteps = 90;

/** Each step is one printable character, from this one on. */
const firstCode = 35;

/** @param {ArrayLike<number>} weights */
export function packed(weights) {
  // A backslash would take two.
  const written = Array.from(weights, (weight) => firstCode + Math.round(weight * attentionSteps));
  return String.fromCharCode(...written.map((code) => (code === 92 ? 33 : code)));
}

/** @param {string} written */
export function unpacked(written) {
  return Float32Array.from(written, (character) => {
    const code = character.charCodeAt(0);
    return ((code === 33 ? 92 : code) - firstCode) / attentionSteps;
  });
}

// The colours of figures. Meanings are custom properties, so that a page sets them once, light and dark; each has a fallback for
// pages that set none. Maps of values are computed in OKLab, so that equal steps of a value look like equal steps.

/** @param {string} name @param {string} light @param {string} dark */
const meaning = (name, light, dark) => `var(--${name}, light-dark(${light}, ${dark}))`;

export const content = meaning("content", "#51617a", "#9fb0c8");
export const position = meaning("position", "#b4530a", "#f0a35c");
export const query = meaning("query", "#4a4fb5", "#a3a8f5");
export const key = meaning("key", "#0f766e", "#4fc4b8");
export const value = meaning("value", "#66701a", "#bcc65f");
export const sum = meaning("sum", "#1c1c1e", "#f2efe9");
export const ink = meaning("ink", "#1c1c1e", "#eceae4");
export const quiet = meaning("quiet", "#63636b", "#a3a29c");
export const line = meaning("line", "#d5d3cc", "#3c3d43");
export const paper = meaning("paper", "#fdfcf9", "#17181b");

/** OKLab to 8-bit sRGB (Björn Ottosson, "A perceptual color space for image processing", 2020). */
function rgb(/** @type {number} */ lightness, /** @type {number} */ a, /** @type {number} */ b) {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((linear) => {
    const inside = Math.min(1, Math.max(0, linear));
    return Math.round(255 * (inside <= 0.0031308 ? 12.92 * inside : 1.055 * inside ** (1 / 2.4) - 0.055));
  });
}

/** One arm of a diverging map: from the neutral middle (0) to a saturated end (1) at one hue. */
function arm(/** @type {number} */ share, /** @type {number} */ hue, /** @type {boolean} */ dark) {
  const lightness = dark ? 0.25 + 0.55 * share : 0.97 - 0.57 * share;
  const chroma = 0.125 * Math.sin((Math.PI / 2) * Math.min(1, share * 1.25));
  const angle = (hue * Math.PI) / 180;
  return rgb(lightness, chroma * Math.cos(angle), chroma * Math.sin(angle));
}

/**
 * Signed values: blue below zero, red-brown above, neutral at exactly zero; 255 steps, the middle one is zero.
 * @param {boolean} dark
 */
export function divergingPalette(dark) {
  return Array.from({ length: 255 }, (_, index) => {
    const signed = (index - 127) / 127;
    return arm(Math.abs(signed), signed < 0 ? 250 : 35, dark);
  });
}

/** Index into the palette for a value of [-limit, limit]. */
export function divergingIndex(/** @type {number} */ value, /** @type {number} */ limit) {
  return 127 + Math.round(127 * Math.min(1, Math.max(-1, value / limit)));
}

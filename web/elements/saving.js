// What a figure shows, saved as files: its numbers as CSV, its drawing as PNG.
import { csvText } from "../figures/csv.js";
import { svg as markup } from "../figures/markup.js";
import { paragraph } from "../figures/picture.js";

/** Pixels of the picture for one unit of the drawing. */
const scale = 2;
const margin = 16;

/** @param {Blob} blob @param {string} name */
function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser begins to read it in a task of its own.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** @param {unknown[][]} lines @param {string} name */
export function saveTable(lines, name) {
  save(new Blob([csvText(lines)], { type: "text/csv;charset=utf-8" }), name);
}

/**
 * The drawing as it stands, in the colours of the page, with a sentence under it. What is hidden in it stays away.
 * @param {SVGSVGElement} drawing
 * @param {string} words
 * @returns {Promise<Blob>}
 */
async function pictureOf(drawing, words) {
  const copy = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
  const [originals, copies] = [drawing, copy].map((root) => [root, ...root.querySelectorAll("*")]);
  for (const [index, original] of originals.entries()) {
    const style = getComputedStyle(original);
    for (const name of ["fill", "stroke", "font-family"])
      if (copies[index].getAttribute(name)?.includes("var("))
        copies[index].setAttribute(name, style.getPropertyValue(name));
  }
  for (const [index, original] of originals.entries())
    if (getComputedStyle(original).display === "none") copies[index].remove();
  const { width, height } = drawing.viewBox.baseVal;
  const lines = String(paragraphMarkup(words, height, width));
  const tall = height + 24 + 20 * lines.split("<text").length;
  const { color, backgroundColor } = getComputedStyle(ground(drawing));
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-margin} ${-margin} ${width + 2 * margin} ${tall + 2 * margin}"
    width="${scale * (width + 2 * margin)}" height="${scale * (tall + 2 * margin)}" font-family="${getComputedStyle(drawing).fontFamily.replaceAll('"', "'")}">
    <rect x="${-margin}" y="${-margin}" width="100%" height="100%" fill="${backgroundColor}"/>
    <g fill="${color}">${new XMLSerializer().serializeToString(copy)}${lines}</g></svg>`;
  return drawn(whole, color);
}

/** @param {string} words @param {number} height @param {number} width */
function paragraphMarkup(words, height, width) {
  return markup`${paragraph(markup, 0, height + 24, width, words, { size: 14, fill: "currentColor" })}`;
}

/** What the drawing stands on: the nearest ground that is not clear. @param {Element} element @returns {Element} */
function ground(element) {
  const root = /** @type {any} */ (element.getRootNode());
  const above = element.parentElement ?? root.host;
  const clear = /^(transparent|rgba\(.*, 0\))$/.test(getComputedStyle(element).backgroundColor);
  return clear && above ? ground(above) : element;
}

/** @param {string} whole @param {string} colour @returns {Promise<Blob>} */
async function drawn(whole, colour) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(whole.replaceAll("currentColor", colour))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("canvas"))), "image/png"),
  );
}

/** @param {SVGSVGElement} drawing @param {string} words @param {string} name */
export async function savePicture(drawing, words, name) {
  save(await pictureOf(drawing, words), name);
}

// What a check of a checkpoint has come to, saved as files. It comes when something is saved.
import * as figure from "../figures/checkpoint.js";
import { savePicture, saveTable } from "./saving.js";

/** @typedef {import("./training-figure.js").WhereTrainingFigure} WhereTrainingFigure */

/** @param {WhereTrainingFigure} element @param {string} ending */
function fileName({ values: { title, check } }, ending) {
  return `${title.replace(/[^\w.-]+/g, "-")}-${check}.${ending}`;
}

/** @param {WhereTrainingFigure} element */
export function saveNumbers(element) {
  const lines = figure.csv(element.drawn ?? {}, element.values) ?? [];
  saveTable(lines, fileName(element, "csv"));
}

/** @param {WhereTrainingFigure} element */
export async function saveDrawing(element) {
  const { drawn, values, text } = element;
  const drawing = /** @type {any} */ (element.renderRoot.querySelector("svg.picture"));
  await savePicture(
    drawing,
    `${values.title}: ${figure.sentence(drawn ?? {}, values, text)}`,
    fileName(element, "png"),
  );
}

// The last position of a model and the one after it, asked of the model itself; what it says is what is shown.
import { scaleLinear } from "./scale.js";
import * as colour from "./colour.js";
import { plain } from "./number.js";
import { label, paragraph, picture, round, stroke } from "./picture.js";

/** @typedef {import("./checks.js").Check} Check */
/** @typedef {{ position: number, refusal: string | null }} Answer */

/** @type {Check["isDone"]} */
export const isDone = () => true;

/** The positions that are asked for: around the end, and the one that the reader wants. @param {number | null} rows @param {number} asked */
function positionsOf(rows, asked) {
  const around = rows === null ? [0, asked] : [0, rows - 1, rows, asked];
  return [...new Set(around)].sort((a, b) => a - b);
}

/** @type {Check["run"]} */
export async function run({ model, facts }, { asked }, { progress, turn }) {
  const wanted = positionsOf(facts.rows, asked);
  /** @type {Answer[]} */
  const answers = [];
  for (const [index, position] of wanted.entries()) {
    await turn();
    answers.push({ position, refusal: await refusalOf(() => model.run([0], { positions: [position] })) });
    progress({ done: index + 1, total: wanted.length + 1 });
  }
  // The same without positions of its own: a text with one token too many.
  const length = facts.rows === null ? null : facts.rows + 1;
  const tooLong = length === null ? null : await refusalOf(() => model.run(new Int32Array(length)));
  progress({ done: wanted.length + 1, total: wanted.length + 1 });
  return { answers, length, tooLong };
}

/**
 * What the engine says where it has no such position; null where it runs. Anything else that goes wrong is no answer.
 * @param {() => any} ask
 */
async function refusalOf(ask) {
  try {
    await ask();
    return null;
  } catch (error) {
    if (error.code !== "out_of_range") throw error;
    return error.message;
  }
}

/** @type {Check["draw"]} */
export function draw(svg, state, { run: { answers, length, tooLong }, facts }, text, view) {
  const strip = { y: 44, height: 26 };
  const last = facts.rows ?? state.asked + 1;
  const across = scaleLinear([0, Math.max(last * 1.25, state.asked * 1.1)], [0, view.width]);
  const end = across(last);
  const lines = [
    ...answers.map((/** @type {Answer} */ { position, refusal }) => ({
      refused: refusal !== null,
      words:
        refusal === null
          ? text("edge.runs", { position: plain(position) })
          : text("edge.refused", { position: plain(position), refusal }),
    })),
    ...(length === null
      ? []
      : [
          {
            refused: tooLong !== null,
            words:
              tooLong === null
                ? text("edge.long_runs", { length: plain(length) })
                : text("edge.long_refused", { length: plain(length), refusal: tooLong }),
          },
        ]),
  ];
  let y = strip.y + strip.height + 66;
  const paragraphs = lines.map(({ refused, words }) => {
    const fill = refused ? colour.position : colour.ink;
    const written = paragraph(svg, 0, y, view.width, words, { size: 14, fill, weight: refused ? 600 : 400 });
    y += 20 * written.length + 12;
    return written;
  });
  return picture(svg, view, { height: Math.round(y), label: text("edge.label") }, [
    label(
      svg,
      0,
      strip.y - 14,
      facts.rows === null ? text("edge.no_table") : text("edge.table", { rows: plain(facts.rows) }),
      {
        size: 12,
        fill: colour.position,
        weight: 600,
      },
    ),
    svg`<rect x="0" y="${strip.y}" width="${round(end)}" height="${strip.height}" fill="${colour.position}" opacity="${facts.rows === null ? 0.3 : 1}"/>`,
    facts.rows === null
      ? ""
      : stroke(svg, end, strip.y - 6, end, strip.y + strip.height + 6, { colour: colour.ink, width: 2 }),
    answers.map((/** @type {Answer} */ { position, refusal }) => [
      stroke(svg, across(position), strip.y, across(position), strip.y + strip.height + 10, {
        colour: colour.ink,
        dash: refusal === null ? "none" : "2 3",
      }),
    ]),
    label(svg, 0, strip.y + strip.height + 26, "0", { size: 12, fill: colour.quiet }),
    label(svg, round(Math.min(end, view.width - 4)), strip.y + strip.height + 26, plain(last - 1), {
      anchor: "end",
      size: 12,
      fill: colour.quiet,
    }),
    paragraphs,
  ]);
}

/** @type {Check["sentence"]} */
export function sentence(state, { run: { answers }, facts }, text) {
  const last = facts.rows === null ? null : facts.rows - 1;
  const here = answers.find((/** @type {Answer} */ { position }) => position === state.asked);
  const fields = { asked: plain(state.asked), last: last === null ? "" : plain(last) };
  if (last === null) return text(here?.refusal === null ? "edge.sentence_endless" : "edge.sentence_refused", fields);
  return text(here?.refusal === null ? "edge.sentence_inside" : "edge.sentence", fields);
}

/** @type {Check["alternative"]} */
export function alternative(_state, { run: { answers, length, tooLong } }, text) {
  const rows = answers.map((/** @type {Answer} */ { position, refusal }) => [
    plain(position),
    refusal ?? text("edge.ran"),
  ]);
  const long = length === null ? [] : [[text("edge.length", { length: plain(length) }), tooLong ?? text("edge.ran")]];
  return {
    caption: text("edge.label"),
    columns: [text("edge.position"), text("edge.answer")],
    rows: [...rows, ...long],
  };
}

/** @type {Check["csv"]} */
export function csv(_state, { run: { answers, length, tooLong } }) {
  const asked = answers.map((/** @type {Answer} */ { position, refusal }) => [
    "position",
    position,
    refusal === null,
    refusal ?? "",
  ]);
  const long = length === null ? [] : [["text length", length, tooLong === null, tooLong ?? ""]];
  return [["asked", "value", "runs", "message"], ...asked, ...long];
}

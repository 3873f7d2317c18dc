// The instructor's page: reads pasted attempt codes, shows them as a table and their mistakes as bars, saves them as CSV.
import { strictText } from "../../engine/sentences.js";
import { csv } from "./csv.js";
import { counts, histogram, Reading } from "./table.js";

/** @typedef {import("./table.js").Row} Row */

const main = /** @type {HTMLElement} */ (document.querySelector("main.instructor"));
const words = strictText([JSON.parse(main.dataset.words ?? "{}")], "instructor");

/** @type {Promise<import("./table.js").KnownExercise[]> | undefined} */
let known;

/** @type {Row[]} */
let rows = [];

/** @template {HTMLElement} T @param {string} id */
function element(id) {
  return /** @type {T} */ (document.getElementById(id));
}

/** @param {string} id */
function written(id) {
  return /** @type {HTMLTextAreaElement} */ (element(id)).value;
}

/** What codes can be about; a load that failed is tried again. */
function knownExercises() {
  known ??= fetch(new URL(main.dataset.known ?? "", document.baseURI)).then((answer) => {
    if (!answer.ok) throw new Error(`${answer.status}`);
    return answer.json();
  });
  return known;
}

async function read() {
  /** @type {Reading} */
  let reading;
  try {
    reading = new Reading(await knownExercises(), written("names").split(/\r\n|\r|\n/));
    rows = reading.rows(written("codes"));
  } catch (error) {
    known = undefined;
    element("summary").textContent = words("problem", { message: error.message });
    return;
  }
  element("summary").textContent = rows.length === 0 ? words("nothing") : words("summary", counts(rows));
  element("alike").textContent = reading.alike.map((names) => words("alike", { names: names.join(", ") })).join(" ");
  element("results").hidden = rows.length === 0;
  element("saved").textContent = "";
  showBars();
  element("rows")
    .querySelector("tbody")
    ?.replaceChildren(...rows.map(tableRow));
}

function showBars() {
  const bars = histogram(rows);
  const longest = bars[0]?.count ?? 1;
  element("no-mistakes").hidden = bars.length > 0;
  element("bars").hidden = bars.length === 0;
  const lines = bars.map(({ exercise, mistake, count }) => {
    const name = made("th", words("bar", { exercise, mistake }));
    name.setAttribute("scope", "row");
    const bar = made("span", "");
    bar.className = "bar";
    bar.style.inlineSize = `${(100 * count) / longest}%`;
    const drawn = made("td", "");
    drawn.append(bar);
    return filled("tr", [name, made("td", String(count)), drawn]);
  });
  element("bars")
    .querySelector("tbody")
    ?.replaceChildren(...lines);
}

/** @param {Row} row */
function tableRow(row) {
  const { line, beside, problem, code, also, twice, learner = "", exercise = "", seed, tries, seconds } = row;
  const again = [...(also ? [words("also")] : []), ...(twice === null ? [] : [words("twice", { line: twice })])];
  if (problem !== null) {
    const said = cell("problem", words(`problems.${problem}`, { code }));
    said.colSpan = 7;
    const cells = tableRowOf([cell("line", line), cell("beside", beside), said]);
    cells.className = "bad";
    return cells;
  }
  const verdict = words(`verdicts.${row.verdict}`, { mistake: row.mistake ?? "" });
  return tableRowOf([
    ...[cell("line", line), cell("beside", [beside, ...again].filter(Boolean).join(", ")), cell("learner", learner)],
    ...[cell("exercise", exercise), cell("seed", seed), cell("verdict", verdict)],
    ...[cell("solution", row.solution ? words("yes") : ""), cell("tries", tries), cell("seconds", time(seconds ?? 0))],
  ]);
}

/** A cell knows its column, which a phone shows in it. @param {string} column @param {unknown} text */
function cell(column, text) {
  const node = /** @type {HTMLTableCellElement} */ (made("td", String(text ?? "")));
  node.role = "cell";
  node.dataset.column = column;
  if (column !== "problem") node.dataset.name = words(`columns.${column}`);
  return node;
}

/** On a phone a row is no row to the eye: its role says what it is. @param {HTMLElement[]} cells */
function tableRowOf(cells) {
  const row = filled("tr", cells);
  row.role = "row";
  return row;
}

/** "1:05". @param {number} seconds */
function time(seconds) {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** @template {keyof HTMLElementTagNameMap} K @param {K} name @param {string} text @returns {HTMLElementTagNameMap[K]} */
function made(name, text) {
  const node = document.createElement(name);
  node.textContent = text;
  return node;
}

/** @param {"tr"} name @param {HTMLElement[]} children */
function filled(name, children) {
  const node = document.createElement(name);
  node.append(...children);
  return node;
}

function save() {
  // With a mark at the front by which spreadsheets know UTF-8.
  const address = URL.createObjectURL(new Blob(["\ufeff", csv(rows)], { type: "text/csv" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = "whereabouts-attempts.csv";
  link.click();
  // Not before the browser has read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  element("saved").textContent = words("saved", { file: link.download });
}

const button = /** @type {HTMLButtonElement} */ (element("read"));
button.addEventListener("click", read);
button.disabled = false;
element("download").addEventListener("click", save);

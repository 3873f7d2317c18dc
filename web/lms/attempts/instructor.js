// The instructor's page: reads pasted attempt codes, shows them as a table and their mistakes as bars, saves them as CSV.
import { strictText } from "../../engine/sentences.js";
import { counts, csv, histogram, Reading } from "./table.js";

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
  try {
    rows = new Reading(await knownExercises(), written("names").split(/\r\n|\r|\n/)).rows(written("codes"));
  } catch (error) {
    known = undefined;
    element("summary").textContent = words("problem", { message: error.message });
    return;
  }
  element("summary").textContent = rows.length === 0 ? words("nothing") : words("summary", counts(rows));
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
    const said = made("td", words(`problems.${problem}`, { code }));
    said.colSpan = 7;
    const cells = filled("tr", [made("td", String(line)), made("td", beside), said]);
    cells.className = "bad";
    return cells;
  }
  const verdict = words(`verdicts.${row.verdict}`, { mistake: row.mistake ?? "" });
  const texts = [line, [beside, ...again].filter(Boolean).join(", "), learner, exercise, seed, verdict, row.solution ? words("yes") : "", tries, time(seconds ?? 0)]; // prettier-ignore
  return filled(
    "tr",
    texts.map((text) => made("td", String(text))),
  );
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

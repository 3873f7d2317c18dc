// Runs first in a lesson's launch page for xAPI: reads the launch address, and tells the record store what the learner does.
import "../../course/browser/regions.js";
import { strictText } from "../../engine/sentences.js";
import { Scores } from "../scores.js";
import { keeperOf } from "./keeper.js";
import { LaunchError, readLaunch } from "./launch.js";
import { Outbox } from "./outbox.js";
import { Statements } from "./statements.js";

const main = /** @type {HTMLElement} */ (document.querySelector("main.packaged"));
const words = strictText([JSON.parse(main.dataset.words ?? "{}")], "xapi");
const standing = /** @type {HTMLElement} */ (document.getElementById("standing"));
const trouble = /** @type {HTMLElement} */ (document.getElementById("trouble"));

/** @param {string} key @param {Record<string, string | number>} [fields] */
function warn(key, fields) {
  const said = key === "" ? "" : words(key, fields);
  if (trouble.textContent !== said) trouble.textContent = said;
  trouble.hidden = said === "";
}

/** Reading the property throws where storage is blocked. */
function browserStorage() {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}

/** @param {import("./launch.js").Launch} launch */
function begin(launch) {
  /** @type {{ skill: string, title: string }[]} */
  const skills = JSON.parse(main.dataset.skills ?? "[]");
  const title = document.querySelector("h1")?.textContent ?? "";
  const statements = new Statements(launch, { language: document.documentElement.lang, title, skills });
  const scores = new Scores(skills.map(({ skill }) => skill));
  const { statements: address, actor, registration = "", activity } = launch;
  // What another learner of this browser did is not this one's.
  const learner = [address.href, registration, activity, JSON.stringify(actor)].join(" ");
  const storage = browserStorage();
  // Exercises keep what they keep there (elements/exercise-memory.js).
  if (storage !== undefined) Object.assign(globalThis, { whereaboutsKeeper: keeperOf(storage, learner) });
  const outbox = new Outbox({ launch, key: `whereabouts-statements ${learner}`, storage, changed: show });
  scores.best = new Map(outbox.data.best);
  const began = performance.now();

  /** @param {Outbox} outbox */
  function show({ waiting, refused, problem, refusal, kept }) {
    const fields = { passed: scores.passed, count: skills.length, score: scores.score };
    const sent = waiting === 0 ? words("sent") : words("waiting", { count: waiting });
    standing.textContent = `${words("standing", fields)} ${sent}`;
    if (refused > 0) warn("refused", { count: refused, problem: refusal ?? "" });
    else if (waiting > 0 && problem !== null) warn(kept ? "failed" : "failed_unkept", { problem });
    else warn("");
  }

  document.addEventListener("where-answer", (event) => {
    const { detail } = /** @type {CustomEvent} */ (event);
    if (detail.verdict === "malformed") return;
    scores.answered(detail);
    outbox.data.best = [...scores.best];
    void outbox.add(statements.answered(detail));
    // With what another tab has added.
    scores.best = new Map(outbox.data.best);
    if (!scores.done || outbox.data.completed) return;
    outbox.data.completed = true;
    void outbox.add(statements.completed(scores.score / 100, performance.now() - began));
  });
  addEventListener("online", () => outbox.flush());
  addEventListener("beforeunload", (event) => {
    // What the browser keeps is sent at the next launch; what it does not would be lost.
    if (outbox.waiting > 0 && !outbox.kept) event.preventDefault();
  });
  show(outbox);
  void outbox.add(statements.experienced());
}

try {
  const launch = readLaunch(location.href);
  if (launch === null) standing.textContent = words("alone");
  else begin(launch);
} catch (error) {
  if (!(error instanceof LaunchError)) throw error;
  standing.textContent = words("alone");
  warn(`problems.${error.key}`, error.fields);
}

// What a reader sees of a training: how far it is, how long it will take, and buttons for it.
import { html, nothing } from "lit";

import { plain } from "../figures/number.js";

/** @typedef {import("./training.js").Training} Training */
/** @typedef {import("../figures/types.js").Text} Text */

/**
 * "About 4 s left": whole seconds, minutes from ninety on.
 * @param {number | null} seconds
 * @param {Text} text
 */
export function timeLeft(seconds, text) {
  if (seconds === null) return "";
  if (seconds < 90) return text("training.seconds_left", { seconds: plain(Math.max(1, Math.ceil(seconds)), 0) });
  return text("training.minutes_left", { minutes: plain(Math.ceil(seconds / 60), 0) });
}

/**
 * How far it is, for the eye: it changes too often to be spoken.
 * @param {Training} training
 * @param {Text} text
 */
export function progressWords(training, text) {
  const { phase, done, total, words } = training;
  if (!training.active || phase === "loading" || total === 0) return "";
  const steps = words || text("training.steps", { done: plain(done), total: plain(total) });
  return [steps, phase === "running" ? timeLeft(training.secondsLeft, text) : ""].filter(Boolean).join(", ");
}

/**
 * What has happened to it, for the eye and the ear.
 * @param {Training} training
 * @param {Text} text
 */
export function phaseWords(training, text) {
  const { phase, restarts, problem, done, total, words } = training;
  const fields = { far: words || text("training.steps", { done: plain(done), total: plain(total) }), message: problem };
  const early = phase === "stopped" && total === 0 ? "stopped_early" : phase;
  const ended = phase === "failed" && problem === "" ? "silent" : early;
  const said = text(`training.phase.${training.hidden ? "hidden" : ended}`, fields);
  return restarts > 0 ? `${text("training.restarted")} ${said}` : said;
}

/**
 * The row under the controls: its buttons keep their places while it runs.
 * @param {Training} training
 * @param {Text} text
 * @param {() => void} start
 */
export function trainingControls(training, text, start) {
  const { phase, active, share } = training;
  // One button for all of it: whoever pressed it by a key keeps the focus.
  const main = !active ? start : phase === "paused" ? () => training.resume() : () => training.pause();
  const idle = phase === "idle" ? "start" : "again";
  const does = !active ? idle : phase === "paused" ? "resume" : "pause";
  return html`<div class="training" part="training">
    <button class="main" @click=${main}>${text(`training.${does}`)}</button>
    <button aria-disabled=${!active} @click=${() => training.stop()}>${text("training.stop")}</button>
    <progress max="1" .value=${share} aria-label=${text("training.progress")}></progress>
    <p class="far">${progressWords(training, text) || nothing}</p>
    <p class="phase" role="status">${phaseWords(training, text)}</p>
  </div>`;
}

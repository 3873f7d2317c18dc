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
  const { phase, done, total } = training;
  if (!training.active || phase === "loading" || total === 0) return "";
  const steps = text("training.steps", { done: plain(done), total: plain(total) });
  return [steps, phase === "running" ? timeLeft(training.secondsLeft, text) : ""].filter(Boolean).join(", ");
}

/**
 * What has happened to it, for the eye and the ear.
 * @param {Training} training
 * @param {Text} text
 */
export function phaseWords(training, text) {
  const { phase, restarts, problem, done, total } = training;
  const fields = { done: plain(done), total: plain(total), message: problem };
  const stopped = phase === "stopped" && total === 0 ? "stopped_early" : phase;
  const words = text(`training.phase.${training.hidden ? "hidden" : stopped}`, fields);
  return restarts > 0 ? `${text("training.restarted")} ${words}` : words;
}

/**
 * The row under the controls: its buttons keep their places while it runs.
 * @param {Training} training
 * @param {Text} text
 * @param {() => void} start
 */
export function trainingControls(training, text, start) {
  const { phase, active, share } = training;
  const paused = phase === "paused";
  const toggle = () => (paused ? training.resume() : training.pause());
  return html`<div class="training" part="training">
    ${
      active
        ? html`<button class="main" @click=${toggle}>${text(paused ? "training.resume" : "training.pause")}</button>`
        : html`<button class="main" @click=${start}>
            ${text(phase === "idle" ? "training.start" : "training.again")}
          </button>`
    }
    <button ?disabled=${!active} @click=${() => training.stop()}>${text("training.stop")}</button>
    <progress max="1" .value=${share} aria-label=${text("training.progress")}></progress>
    <p class="far">${progressWords(training, text) || nothing}</p>
    <p class="phase" role="status">${phaseWords(training, text)}</p>
  </div>`;
}

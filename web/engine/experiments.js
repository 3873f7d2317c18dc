// Tasks and experiments as the engine lists them, and the long work on them: C++ gives names and numbers; here they get their
// titles and descriptions.
import { handleOf } from "./handles.js";
import { callbacksOf, runJob } from "./slices.js";

/** @typedef {import("./bridge.js").Bridge} Bridge */
/** @import * as types from "./training-types.js" */

/**
 * @param {Bridge} bridge
 * @returns {types.TaskDescription[]}
 */
export function listTasks(bridge) {
  const { texts } = bridge;
  return bridge.call("tasks", {}).map((/** @type {any} */ task) => ({
    ...task,
    title: texts.text(`task.${task.name}.title`),
    parameters: task.parameters.map((/** @type {any} */ parameter) => ({
      ...parameter,
      description: texts.text(`task.${task.name}.${parameter.name}`),
    })),
  }));
}

/**
 * @param {Bridge} bridge
 * @returns {types.ExperimentDescription[]}
 */
export function listExperiments(bridge) {
  const { texts } = bridge;
  return bridge.call("experiments", {}).map((/** @type {any} */ { id, arms, seconds }) => ({
    id,
    title: texts.text(`experiment.${id}.title`),
    claim: texts.text(`experiment.${id}.claim`),
    arms: arms.map((/** @type {string} */ name) => ({ name, title: texts.text(`experiment.arm.${name}`) })),
    seconds,
  }));
}

/**
 * @param {Bridge} bridge
 * @param {unknown} id
 * @param {unknown} options as in Engine.runExperiment
 * @returns {Promise<types.ExperimentResult>}
 */
export async function runExperiment(bridge, id, options) {
  const { rest, callbacks } = callbacksOf(options, bridge.texts);
  const { arm } = /** @type {any} */ (rest) ?? {};
  const named = typeof arm?.name === "string" ? { .../** @type {any} */ (rest), arm: arm.name } : rest;
  return runJob(bridge, () => bridge.call("beginExperiment", { id, options: named }), callbacks);
}

/**
 * @param {Bridge} bridge
 * @param {unknown} model
 * @param {unknown} options as in Engine.positionProbe
 * @returns {Promise<types.ProbeResult>}
 */
export async function positionProbe(bridge, model, options) {
  const { rest, callbacks } = callbacksOf(options, bridge.texts);
  const handle = handleOf(model, bridge, "model");
  return runJob(bridge, () => bridge.call("beginProbe", { model: handle, options: rest }), callbacks);
}

// Encodings as the engine lists them: C++ gives kinds, names and numbers; here they get their titles and descriptions.

/** @import * as types from "./types.js" */

/**
 * @param {import("./bridge.js").Bridge} bridge
 * @returns {types.EncodingDescription[]}
 */
export function listEncodings(bridge) {
  const { texts } = bridge;
  return bridge.call("encodings", {}).map((/** @type {any} */ encoding) => ({
    ...encoding,
    title: texts.text(`encoding.${encoding.kind}.title`),
    parameters: encoding.parameters.map((/** @type {any} */ parameter) => ({
      ...parameter,
      description: texts.text(`encoding.${encoding.kind}.${parameter.name}`),
    })),
  }));
}

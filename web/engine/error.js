/**
 * What kind of thing went wrong:
 * - `"invalid_argument"`: a value of the wrong type, length or name, or not finite;
 * - `"out_of_range"`: a number outside what is allowed;
 * - `"malformed_file"`: weights, a config or the engine's own files are not what they should be;
 * - `"unsupported"`: this browser, build or model cannot do it;
 * - `"out_of_memory"`: more memory wanted than there is;
 * - `"aborted"`: the signal was aborted;
 * - `"disposed"`: the model, trainer, task or engine was disposed of before, or was lost by a fault inside the engine.
 * @typedef {"invalid_argument" | "out_of_range" | "malformed_file" | "unsupported" | "out_of_memory" | "aborted" | "disposed"} ErrorCode
 */

/**
 * The one error that the package throws. The engine stays usable after it, but for the key `"engine_failed"`: then it must be
 * loaded anew.
 */
export class WhereaboutsError extends Error {
  /**
   * @param {ErrorCode} code what kind of thing went wrong
   * @param {string} key the sentence's name in the message catalogue, `error.<key>`
   * @param {Record<string, string | number>} fields the values in the sentence; `argument` names the argument
   * @param {string} message the sentence: what was wrong and what is allowed
   */
  constructor(code, key, fields, message) {
    super(message);
    this.name = "WhereaboutsError";
    this.code = code;
    this.key = key;
    this.fields = fields;
  }
}

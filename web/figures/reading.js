// How well a model reads a text, position by position: asked of the engine piece by piece, so that a figure can draw what it has so
// far and a reader need not wait for the rest.

/**
 * Mean loss at every position of a window, and over how many windows; NaN where nothing was counted.
 * @typedef {{ losses: number[], windows: number }} Reading
 */

/** Some windows at first, for a quick answer; then more at a time. */
const pieces = [8, 8, 16];

/**
 * Reads windows that start every `stride` tokens and are `window` long, and reports after each piece. A window of fewer tokens than
 * the stride reads its beginning: so models with different reach see the same tokens at the same positions.
 * @param {any} model in this thread or in a worker
 * @param {Int32Array} tokens
 * @param {{ window: number, stride?: number, windows: number, signal?: AbortSignal }} options
 * @param {(reading: Reading) => void | Promise<void>} [report] awaited before it reads on
 * @returns {Promise<Reading>}
 */
export async function readText(model, tokens, { window, stride = window, windows, signal }, report) {
  if (tokens.length < windows * stride)
    throw new RangeError(`${windows} windows of ${stride} tokens in ${tokens.length}`);
  const totals = Array.from({ length: window }, () => 0);
  let done = 0;
  for (let piece = 0; done < windows; piece += 1) {
    const count = Math.min(pieces[Math.min(piece, pieces.length - 1)], windows - done);
    const part = new Int32Array(count * window);
    for (let each = 0; each < count; each += 1) {
      const begin = (done + each) * stride;
      part.set(tokens.subarray(begin, begin + window), each * window);
    }
    const { loss_by_position } = await model.perplexity(part, { window, stride: window, signal });
    for (let position = 0; position < window; position += 1) totals[position] += count * loss_by_position[position];
    done += count;
    await report?.({ losses: totals.map((total) => total / done), windows: done });
  }
  return { losses: totals.map((total) => total / done), windows: done };
}

/**
 * Means over blocks of positions; null for a block that nothing was counted in.
 * @param {ArrayLike<number>} losses
 * @param {number} size of a block
 * @param {number} count of blocks
 * @returns {(number | null)[]}
 */
export function blocks(losses, size, count) {
  return Array.from({ length: count }, (_, block) => mean(losses, block * size, (block + 1) * size));
}

/**
 * The mean of the counted positions from `first` to before `end`; null where there are none.
 * @param {ArrayLike<number>} losses
 * @param {number} first
 * @param {number} end
 */
export function mean(losses, first, end) {
  const counted = Array.from(losses).slice(first, end).filter(Number.isFinite);
  return counted.length === 0 ? null : counted.reduce((sum, loss) => sum + loss, 0) / counted.length;
}

/**
 * A property of an engine's object: in a worker it is a method.
 * @param {any} object
 * @param {string} name
 */
export async function property(object, name) {
  return typeof object[name] === "function" ? object[name]() : object[name];
}

/**
 * The tokens of a text as a shipped model knows them.
 * @param {any} model
 * @param {string} text
 * @returns {Promise<Int32Array>}
 */
export async function tokensOf(model, text) {
  const tokenizer = await property(model, "tokenizer");
  return tokenizer.encode(text);
}

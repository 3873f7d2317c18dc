// Small assertions that work in Node and in a browser alike.

/**
 * @param {any} condition
 * @param {string} message
 */
export function assert(condition, message) {
  if (!condition) throw new Error(message);
}

/**
 * @param {any} got
 * @param {any} expected
 * @param {string} what
 */
export function equal(got, expected, what) {
  const [a, b] = [got, expected].map((value) =>
    JSON.stringify(value, (_, entry) => (ArrayBuffer.isView(entry) ? [...entry] : entry)),
  );
  assert(a === b, `${what}: ${shortened(a)}, not ${shortened(b)}`);
}

/**
 * @param {ArrayLike<number>} got
 * @param {ArrayLike<number>} expected
 * @param {number} tolerance
 * @param {string} what
 */
export function close(got, expected, tolerance, what) {
  equal(got.length, expected.length, `${what}, length`);
  for (let i = 0; i < got.length; ++i)
    assert(Math.abs(got[i] - expected[i]) <= tolerance, `${what}[${i}]: ${got[i]}, not ${expected[i]}`);
}

/**
 * Runs `call` and gives the WhereaboutsError that it throws or rejects with; anything else fails.
 * @param {() => any} call
 * @param {string} what
 * @returns {Promise<any>}
 */
export async function failure(call, what) {
  let value;
  try {
    value = await call();
  } catch (error) {
    assert(error?.name === "WhereaboutsError", `${what}: threw ${error?.stack ?? error}, no WhereaboutsError`);
    return error;
  }
  throw new Error(`${what}: no error, but ${String(JSON.stringify(value)).slice(0, 200)}`);
}

/** @param {string | undefined} text */
const shortened = (text) => (text === undefined || text.length < 400 ? text : `${text.slice(0, 400)} …`);

// What a training makes in its worker and lets go of at the end, however it ends.

export class Held {
  /** @type {{ dispose: () => any }[]} */
  #made = [];

  /** @template T @param {T | Promise<T>} making @returns {Promise<T>} */
  async hold(making) {
    const made = await making;
    this.#made.push(/** @type {any} */ (made));
    return made;
  }

  /** The last first. Where the worker has ended so have they; what is told is why it ended. */
  async release() {
    for (const each of this.#made.reverse()) await Promise.resolve(each.dispose()).catch(() => {});
  }
}

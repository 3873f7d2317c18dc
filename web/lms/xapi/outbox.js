// Statements on their way to a record store. Each is kept, in the browser where it can be, until the store says that it has it; what
// fails is tried again, later and later. A statement that the store refuses for good is counted and told of, never dropped in silence.

import { merged, soundKept } from "./kept.js";

/** @typedef {"sent" | "waiting" | "refused"} Outcome */

const shortest = 2000;
const longest = 60_000;

export class Outbox {
  #timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
  #sending = false;
  #wait = shortest;
  /** Ids of what needs no sending any more. @type {Set<string>} */
  #done = new Set();

  /**
   * @param {object} options
   * @param {{ statements: URL, auth: string }} options.launch
   * @param {Pick<Storage, "getItem" | "setItem"> | undefined} options.storage
   * @param {string} options.key under which it is kept
   * @param {(outbox: Outbox) => void} options.changed
   * @param {typeof fetch} [options.send]
   */
  constructor({ launch, storage, key, changed, send = (address, request) => fetch(address, request) }) {
    this.launch = launch;
    this.storage = storage;
    this.key = key;
    this.changed = changed;
    this.send = send;
    /** Why the last attempt failed, in a few words. @type {string | null} */
    this.problem = null;
    /** Why a statement was refused for good. @type {string | null} */
    this.refusal = null;
    /** Whether what waits outlives the page. */
    this.kept = true;
    this.data = soundKept(null);
    this.#read();
  }

  /** How many the store has not said yet that it has. */
  get waiting() {
    return this.data.waiting.length;
  }

  get refused() {
    return this.data.refused.length;
  }

  #read() {
    try {
      this.data = soundKept(this.storage?.getItem(this.key) ?? null);
    } catch {
      this.kept = false;
    }
  }

  /** Keeps what there is, with what another tab of the same launch has done and still has to send: sent twice, a statement is still one. */
  keep() {
    try {
      if (this.storage === undefined) throw new Error("no storage");
      const { waiting, ...other } = soundKept(this.storage.getItem(this.key));
      const pending = waiting.filter(({ id }) => !this.#done.has(id));
      this.data = merged(this.data, { ...other, waiting: pending });
      this.storage.setItem(this.key, JSON.stringify(this.data));
      this.kept = true;
    } catch {
      this.kept = false;
    }
  }

  /** @param {any} statement */
  add(statement) {
    this.data.waiting.push(statement);
    this.keep();
    return this.flush();
  }

  /** Sends what waits, the oldest first; one that fails holds up the others, so that their order stays. */
  async flush() {
    clearTimeout(this.#timer);
    if (this.#sending) return;
    this.#sending = true;
    this.problem = null;
    while (this.waiting > 0) {
      const [statement] = this.data.waiting;
      const outcome = await this.#put(statement);
      if (outcome === "waiting") break;
      this.#wait = shortest;
      // Another tab's news may have come in between.
      this.data.waiting = this.data.waiting.filter(({ id }) => id !== statement.id);
      this.#done.add(statement.id);
      if (outcome === "refused") {
        this.data.refused.push(statement);
        this.refusal = this.problem;
        this.problem = null;
      }
      this.keep();
      this.changed(this);
    }
    this.#sending = false;
    if (this.waiting > 0) {
      this.#timer = setTimeout(() => this.flush(), this.#wait);
      this.#wait = Math.min(2 * this.#wait, longest);
    }
    this.changed(this);
  }

  /** @param {any} statement @returns {Promise<Outcome>} */
  async #put(statement) {
    const address = new URL(this.launch.statements);
    address.searchParams.set("statementId", statement.id);
    try {
      const { status, statusText } = await this.send(address, {
        method: "PUT",
        headers: {
          "Content-Type": "application/json",
          "X-Experience-API-Version": "1.0.3",
          ...(this.launch.auth && { Authorization: this.launch.auth }),
        },
        body: JSON.stringify(statement),
        keepalive: true,
      });
      // In conflict: it came through before, and only the answer was lost.
      if ((status >= 200 && status < 300) || status === 409) return "sent";
      this.problem = `${status} ${statusText}`.trim();
      // Anything else about the request may be mended: credentials, load, an address that is moved.
      return status === 400 || status === 413 ? "refused" : "waiting";
    } catch (error) {
      this.problem = error.message;
      return "waiting";
    }
  }
}

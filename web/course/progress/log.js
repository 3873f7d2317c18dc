// Where the events are kept: one record each in the browser's database, so that tabs only ever add. Where the browser refuses
// (a sandboxed frame, storage blocked or full) they last as long as the page, and `kept` says so.
import { openDB } from "idb";

import { inOrder, isNews, sameInstance } from "./event.js";

/** @typedef {import("./event.js").Event} Event */
/** @typedef {import("idb").IDBPDatabase} Database */

const name = "whereabouts-progress";
const store = "events";

export class Log {
  /** @type {Promise<Database> | undefined} */
  #database;
  /** What the database did not take. @type {Event[]} */
  #unkept = [];
  /** @type {Set<() => void>} */
  #listeners = new Set();
  #channel;

  constructor() {
    this.#channel = channel();
    // Another tab added or cleared something.
    this.#channel?.addEventListener("message", (/** @type {MessageEvent} */ { data }) => {
      if (data === "cleared") this.#unkept = [];
      this.#tell();
    });
  }

  /** Whether everything so far outlives this page. */
  get kept() {
    return this.#unkept.length === 0;
  }

  /** @param {() => void} listener called after every change, of this tab or another; returns what ends that */
  onChange(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Hears and tells nothing any more. */
  close() {
    this.#channel?.close();
    this.#channel = undefined;
  }

  /** Everything, in order. */
  async events() {
    const stored = await this.#try((database) => database.getAll(store));
    const ids = new Set(stored?.map(({ id }) => id));
    return inOrder([...(stored ?? []), ...this.#unkept.filter(({ id }) => !ids.has(id))]);
  }

  /**
   * Adds what is news; of two tabs that report the same at once, one does.
   * @param {Event} event
   * @returns {Promise<boolean>} whether it was
   */
  async add(event) {
    const here = this.#unkept.filter((other) => sameInstance(other, event));
    if (!isNews(event, here)) return false;
    const added = await this.#try(async (database) => {
      const transaction = database.transaction(store, "readwrite");
      const logged = await transaction.store.index("instance").getAll([event.skill, event.seed]);
      const news = isNews(event, logged);
      await Promise.all([news && transaction.store.put(event), transaction.done]);
      return news;
    });
    if (added === undefined) this.#unkept.push(event);
    if (added !== false) this.#changed("added");
    return added !== false;
  }

  /**
   * Adds all of a file's events that are not there yet, or none where the database does not take them all.
   * @param {Event[]} events
   * @returns {Promise<number>} how many were added
   */
  async merge(events) {
    const there = new Set((await this.events()).map(({ id }) => id));
    const added = events.filter(({ id }) => !there.has(id));
    const put = await this.#try((database) => putAll(database, added));
    if (put === undefined) this.#unkept.push(...added);
    this.#changed("added");
    return added.length;
  }

  /** Forgets everything, in every tab. Throws where the database does not let go. */
  async clear() {
    const database = await this.#open().catch(() => undefined);
    await database?.clear(store);
    this.#unkept = [];
    this.#changed("cleared");
  }

  #open() {
    const open = () =>
      openDB(name, 1, {
        upgrade(database) {
          database.createObjectStore(store, { keyPath: "id" }).createIndex("instance", ["skill", "seed"]);
        },
        // A later version of the site that changes the database must not have to wait for this tab.
        blocking: (_current, _blocked, event) => {
          /** @type {IDBDatabase} */ (event.target).close();
          this.#database = undefined;
        },
        terminated: () => (this.#database = undefined),
      });
    // A refusal may pass: it is not remembered.
    this.#database ??= Promise.resolve()
      .then(open)
      .catch((error) => {
        this.#database = undefined;
        throw error;
      });
    return this.#database;
  }

  /**
   * What was not kept before is tried again with the next use.
   * @template T
   * @param {(database: Database) => Promise<T>} action
   * @returns {Promise<T | undefined>} nothing where the database refuses
   */
  async #try(action) {
    try {
      const database = await this.#open();
      const result = await action(database);
      if (this.#unkept.length > 0) {
        const kept = [...this.#unkept];
        await putAll(database, kept);
        // What came in meanwhile is still to be kept.
        this.#unkept = this.#unkept.filter((event) => !kept.includes(event));
      }
      return result;
    } catch (error) {
      if (!(error instanceof DOMException) && !(error instanceof ReferenceError)) throw error;
      return undefined;
    }
  }

  /** @param {"added" | "cleared"} what */
  #changed(what) {
    this.#channel?.postMessage(what);
    this.#tell();
  }

  #tell() {
    for (const listener of this.#listeners) listener();
  }
}

/** All or none. @param {Database} database @param {Event[]} events */
async function putAll(database, events) {
  const transaction = database.transaction(store, "readwrite");
  await Promise.all([...events.map((event) => transaction.store.put(event)), transaction.done]);
}

/** Missing or refused where tabs cannot share anything either. */
function channel() {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}

/** @type {Log | undefined} */
let shared;

/** The page's log. */
export function sharedLog() {
  shared ??= new Log();
  return shared;
}

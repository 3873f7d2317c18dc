// Where the events are kept: one record each in the browser's database, so that tabs only ever add. Where the browser refuses
// (a sandboxed frame, storage blocked or full) they last as long as the page, and `kept` says so.
import { openDB } from "idb";

import { inOrder, isNews, sameInstance } from "./event.js";

/** @typedef {import("./event.js").Event} Event */
/** @typedef {import("idb").IDBPDatabase} Database */

/**
 * What a look into the log brought.
 * @typedef {object} Reading
 * @property {Event[]} events in order: everything, or only what came in since the page was opened
 * @property {Error} [unread] why what is kept could not be read; nothing where it could
 */

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
  #openDatabase;

  /** @param {(callbacks: Callbacks) => Promise<Database>} [open] another database, for tests */
  constructor(open = openDatabase) {
    this.#openDatabase = open;
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

  /**
   * Everything, in order. A database that cannot be read is no empty one: the reading says so.
   * @returns {Promise<Reading>}
   */
  async read() {
    const { result: stored = [], refusal } = await this.#try((database) => database.getAll(store));
    const ids = new Set(stored.map(({ id }) => id));
    const events = inOrder([...stored, ...this.#unkept.filter(({ id }) => !ids.has(id))]);
    return refusal ? { events, unread: refusal } : { events };
  }

  /**
   * Adds what is news; of two tabs that report the same at once, one does.
   * @param {Event} event
   * @returns {Promise<boolean>} whether it was
   */
  async add(event) {
    const here = () => this.#unkept.filter((other) => sameInstance(other, event));
    if (!isNews(event, here())) return false;
    const { result, refusal } = await this.#try(async (database) => {
      const transaction = database.transaction(store, "readwrite");
      const logged = await transaction.store.index("instance").getAll([event.skill, event.seed]);
      const news = isNews(event, logged);
      await Promise.all([news && transaction.store.put(event), transaction.done]);
      return news;
    });
    // Two at once may both have been refused.
    const news = refusal ? isNews(event, here()) : result;
    if (refusal && news) this.#unkept.push(event);
    if (news) this.#changed("added");
    return news === true;
  }

  /**
   * Adds all of a file's events that are not there yet, or none where the database does not take them all.
   * @param {Event[]} events
   * @returns {Promise<number>} how many were added
   */
  async merge(events) {
    const there = new Set((await this.read()).events.map(({ id }) => id));
    const added = events.filter(({ id }) => !there.has(id));
    const { refusal } = await this.#try((database) => putAll(database, added));
    if (refusal) this.#unkept.push(...added);
    this.#changed("added");
    return added.length;
  }

  /** Forgets everything, in every tab. Throws where the database does not let go; what the page alone holds goes nevertheless. */
  async clear() {
    this.#unkept = [];
    try {
      const database = await this.#open();
      await database.clear(store);
    } catch (error) {
      // A browser without any database has kept nothing.
      if (!(error instanceof ReferenceError)) throw error;
    } finally {
      this.#changed("cleared");
    }
  }

  #open() {
    // A refusal may pass: it is not remembered.
    const forget = () => (this.#database = undefined);
    this.#database ??= this.#openDatabase({ closed: forget }).catch((error) => {
      forget();
      throw error;
    });
    return this.#database;
  }

  /**
   * @template T
   * @param {(database: Database) => Promise<T>} action
   * @returns {Promise<{ result?: T, refusal?: Error }>} the refusal where the database refuses
   */
  async #try(action) {
    try {
      const database = await this.#open();
      // First: what is read afterwards holds it.
      await this.#keepRest(database);
      return { result: await action(database) };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return { refusal: error };
    }
  }

  /** What was not kept before is tried again with the next use; that it is refused again says nothing about this one. @param {Database} database */
  async #keepRest(database) {
    const rest = [...this.#unkept];
    if (rest.length === 0) return;
    try {
      await putAll(database, rest);
      // What came in meanwhile is still to be kept.
      this.#unkept = this.#unkept.filter((event) => !rest.includes(event));
    } catch (error) {
      if (!isRefusal(error)) throw error;
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

/** @typedef {{ closed: () => void }} Callbacks `closed` is called when the database is to be opened anew */

/** @param {Callbacks} callbacks */
async function openDatabase({ closed }) {
  return openDB(name, 1, {
    upgrade(database) {
      database.createObjectStore(store, { keyPath: "id" }).createIndex("instance", ["skill", "seed"]);
    },
    // A later version of the site that changes the database must not have to wait for this tab.
    blocking(_current, _blocked, event) {
      /** @type {IDBDatabase} */ (event.target).close();
      closed();
    },
    terminated: closed,
  });
}

/** Whether an error is the browser's refusal, or the lack of a database, and no mistake of ours. @param {unknown} error */
function isRefusal(error) {
  return error instanceof DOMException || error instanceof ReferenceError;
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

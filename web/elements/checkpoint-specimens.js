// The models that are open in the worker for the checks: those of the course, each by its name, and the one of the reader's own files.
import { plain } from "../figures/number.js";
import { part } from "../figures/part.js";
import { bytesWords } from "./bytes.js";

/** How models are opened comes with the first that is. */
const opening = (/** @type {Text} */ text) => part(() => import("./checkpoint-model.js"), text("problem.part"));

/** @typedef {import("../figures/checks.js").Specimen} Specimen */
/** @typedef {import("../figures/checks.js").Facts} Facts */
/** @typedef {import("../figures/types.js").Text} Text */
/** @typedef {import("./checkpoint-files.js").CheckpointFiles} CheckpointFiles */
/** @typedef {import("./checkpoint-model.js").Texts} Texts */
/** @typedef {import("./training.js").Control} Control */

export class Specimens {
  /** What the reader's own model is called among runs; empty while none is open. */
  own = "";
  /** What is known of it. @type {Facts | undefined} */
  facts;
  /** What is to be said of it, in sentences. @type {string[]} */
  said = [];

  #files;
  #text;
  #texts;
  /** The engine that they live in. @type {any} */
  #engine;
  /** By what they are called. @type {Map<string, Promise<Specimen>>} */
  #open = new Map();
  /** The last opening of the reader's own, with everything that it holds in memory. @type {Promise<unknown>} */
  #ended = Promise.resolve();
  /** The last check, settled once it has put back what it changed. @type {Promise<unknown>} */
  #checked = Promise.resolve();

  /** @param {CheckpointFiles} files @param {Text} text @param {Texts} texts */
  constructor(files, text, texts) {
    this.#files = files;
    this.#text = text;
    this.#texts = texts;
  }

  /** What the model of the files that are here is called, once they are whole. */
  get key() {
    return `own ${this.#files.version}`;
  }

  /** Whether a model of that name may still be asked for: one of the reader's files goes with them. @param {string} id */
  stays(id) {
    return id === this.key || !id.startsWith("own ");
  }

  /** Whether there are whole files that are not open, be it that they are being read or that they were refused. */
  get waits() {
    return this.#files.ready && this.own !== this.key;
  }

  /**
   * The reader's own model where there is one, a model of the course otherwise; opened where it is not open.
   * @param {any} engine
   * @param {string} shipped
   * @param {Control} control
   * @returns {Promise<Specimen>}
   */
  of(engine, shipped, control) {
    if (engine !== this.#engine) this.forget();
    this.#engine = engine;
    const own = this.#files.ready;
    const name = own ? this.key : shipped;
    const known = this.#open.get(name);
    if (known) return known;
    const opening = own ? this.#openOwn(engine, name, control) : this.#openShipped(engine, name);
    const forget = () => void (this.#open.get(name) === opening && this.#open.delete(name));
    this.#open.set(name, opening);
    opening.catch(forget);
    // Whoever asks for it after it was stopped does not wait for what was stopped.
    if (own) control.signal.addEventListener("abort", () => this.own !== name && forget());
    return opening;
  }

  /**
   * A check of the model that `of` gives, after the one before: that may have been stopped, and still have to put back what it changed.
   * A model that stays changed is closed; the error with the key "not_put_back" says so.
   * @template T
   * @param {any} engine
   * @param {string} shipped
   * @param {Control} control
   * @param {(specimen: Specimen) => Promise<T>} check
   * @returns {Promise<T>}
   */
  async check(engine, shipped, control, check) {
    // An opening takes no turn: it is stopped by itself, and does not wait for a check of another model.
    await this.of(engine, shipped, control);
    const checking = this.#checked.then(async () => {
      control.signal.throwIfAborted();
      const opened = this.of(engine, shipped, control);
      const specimen = await opened;
      return check(specimen).catch(async (error) => {
        if (error.key !== "not_put_back") throw error;
        await this.#discard(opened);
        const fields = { name: specimen.facts.title, message: error.message };
        throw Object.assign(new Error(this.#text("files.not_put_back", fields)), { key: error.key });
      });
    });
    this.#checked = checking.catch(() => {});
    return checking;
  }

  /** @param {any} engine @param {string} name */
  async #openShipped(engine, name) {
    return (await opening(this.#text)).openShipped(engine, name, this.#text, this.#texts);
  }

  /** @param {any} engine @param {string} name @param {Control} control */
  #openOwn(engine, name, control) {
    const opening = this.#read(engine, name, this.#ended, control);
    this.#ended = opening.catch(() => {});
    return opening;
  }

  /**
   * @param {any} engine
   * @param {string} name
   * @param {Promise<unknown>} before
   * @param {Control} control
   * @returns {Promise<Specimen>}
   */
  async #read(engine, name, before, { signal, progress, pause }) {
    const text = this.#text;
    // Two models of this size may be more than there is room for.
    await this.close();
    await before;
    signal.throwIfAborted();
    const onProgress = (/** @type {{ done: number, total: number }} */ { done, total }) => {
      const words = text("far.bytes", { done: bytesWords(done, text), total: bytesWords(total, text) });
      progress({ done, total, words });
      return pause();
    };
    const options = { id: name, text, texts: this.#texts, onProgress, signal };
    const { openCheckpoint } = await opening(text);
    const { specimen, parameters, refusal, doubts } = await openCheckpoint(engine, this.#files, options);
    // Whoever stopped it, or gave other files, does not wait for it.
    if (signal.aborted) await specimen.dispose();
    signal.throwIfAborted();
    const { facts } = specimen;
    const fields = { name: facts.title, parameters: plain(parameters), kind: text(`choices.${facts.kind}`) };
    const wordless = refusal && text("files.wordless", { message: refusal });
    const typed = facts.ids && text(`files.typed.${facts.idsAre}`, { ids: facts.ids });
    const said = [text("files.loaded", fields), wordless, typed, ...doubts].filter(Boolean);
    Object.assign(this, { own: name, facts, said });
    return specimen;
  }

  /** Lets go of the reader's own model. */
  async close() {
    const open = this.#open.get(this.own);
    this.#open.delete(this.own);
    Object.assign(this, { own: "", facts: undefined, said: [] });
    await open?.then((specimen) => specimen.dispose()).catch(() => {});
  }

  /** Lets go of a model that is no longer what was opened. @param {Promise<Specimen>} opened */
  async #discard(opened) {
    const names = [...this.#open.keys()].filter((name) => this.#open.get(name) === opened);
    if (names.includes(this.own)) await this.close();
    for (const name of names) this.#open.delete(name);
    await (await opened).dispose().catch(() => {}); // it is not asked for again
  }

  /** Their worker has ended, with all that was in it. */
  forget() {
    this.#open.clear();
    this.#ended = this.#checked = Promise.resolve();
    Object.assign(this, { own: "", facts: undefined, said: [] });
  }
}

// Models that the browser keeps, as one panel of files knows them: the list, what is asked and said, the keeping under way.
import { bytesWords } from "./bytes.js";
import { KeptModels } from "./kept-models.js";
import { filesOf } from "./kept-names.js";
import { KeptTrouble, told } from "./kept-trouble.js";
import { keptView } from "./kept-view.js";

/** @typedef {import("./kept.js").Here} Here */
/** @typedef {import("./kept-models.js").Kept} Kept */
/** @typedef {{ name: string, done: number, total: number, began: number, controller: AbortController }} Writing in bytes and milliseconds */

/** Often enough for the eye, in milliseconds. */
const drawEvery = 100;

/** Why no list could be had. No model is at fault, and sentences about one do not fit. @param {any} trouble */
function ofNone(trouble) {
  if (["none", "insecure", "refused"].includes(trouble.key)) return trouble;
  return new KeptTrouble("failed", { message: trouble.fields?.message ?? trouble.message });
}

export class KeptPanel {
  /** @type {Kept[] | null} null before it was looked */
  models = null;
  /** Bytes that may still be kept, where the browser says it. @type {number | null} */
  room = null;
  /** Whether the browser refused what, by its own words, there is room for. */
  denied = false;
  /** Why nothing can be kept here. @type {KeptTrouble | null} */
  refusal = null;
  /** What has happened, in sentences. @type {string[]} */
  said = [];
  /** @type {Writing | null} */
  writing = null;
  /** The model of which it is asked whether it is to be deleted. */
  asked = "";
  /** The name that was typed, for files of one version. @type {{ version: number, name: string } | null} */
  typed = null;
  /** The kept model that is open here. @type {{ id: string, files: File[], release: () => Promise<void> } | null} */
  held = null;
  /** The one that is being opened. */
  opening = "";

  #changed;
  #store;
  #now;
  #page;
  #drawn = -Infinity;
  /** Whether the figure has left the page. */
  #resting = false;
  /** Counts looks at what is kept: what an earlier one saw is old. */
  #looks = 0;

  /**
   * @param {() => void} changed called after every change of what is seen
   * @param {{ store?: KeptModels, now?: () => number, page?: EventTarget & { hidden: boolean } }} [surroundings] the page whose sight counts
   */
  constructor(changed, { store = new KeptModels(), now = () => performance.now(), page = document } = {}) {
    this.#changed = changed;
    this.#store = store;
    this.#now = now;
    this.#page = page;
    this.wake();
  }

  /** What another tab has kept or deleted is seen when the reader comes back from there. */
  wake() {
    this.#resting = false;
    this.#page.addEventListener("visibilitychange", this.#seen);
    this.look();
  }

  #seen = () => {
    if (!this.#page.hidden) this.look();
  };

  async look() {
    await this.#refresh();
    this.#changed();
  }

  async #refresh() {
    const look = (this.#looks += 1);
    try {
      const [models, room] = [await this.#store.list(), await this.#store.room()];
      if (look === this.#looks) Object.assign(this, { models, room, refusal: null });
    } catch (error) {
      if (look !== this.#looks) return;
      this.models ??= [];
      this.refusal = ofNone(told(error));
    }
  }

  /** @param {Here} here @param {string} name in the list */
  async keep({ files, text }, name) {
    if (this.writing) return;
    const given = filesOf(files);
    const total = given.reduce((sum, { size }) => sum + size, 0);
    const controller = new AbortController();
    this.denied = false;
    this.writing = { name, done: 0, total, began: this.#now(), controller };
    this.#say();
    // It may ask the reader, who may let it wait: only where there is too little room does the answer matter before.
    const promised = this.#store.promised();
    const size = bytesWords(total, text);
    let done = "";
    /** @type {any} */
    let failure = null;
    let left = "";
    try {
      const room = await this.#tooLittle(total, promised);
      if (room !== null) throw new KeptTrouble("no_room", { size, room: bytesWords(room, text) });
      const onProgress = (/** @type {{ done: number }} */ { done }) => this.#progress(done);
      const kept = await this.#store.keep(given, name, { onProgress, signal: controller.signal });
      done = text("kept.done", { name: kept.name, size });
    } catch (error) {
      failure = error;
      ({ left = "" } = error);
    }
    await this.#refresh();
    this.writing = null;
    this.denied = failure?.key === "full";
    const said = failure ? this.#failed(failure, text, { name, size }) : done;
    // What could not be removed at once may have been since.
    const lies = left !== "" && (await this.#store.lies(left).catch(() => true));
    this.#say(...(lies ? [said, text("kept.left")] : [said]));
    promised.then(
      (sure) => done && this.said.includes(done) && this.#say(done, text(sure ? "kept.promised" : "kept.unpromised")),
    );
  }

  /** @param {any} error @param {Here["text"]} text @param {Record<string, string>} known */
  #failed(error, text, known) {
    return error.name === "AbortError" ? text("kept.cancelled") : this.words(error, text, known);
  }

  /** @param {number} wanted bytes @param {Promise<boolean>} promised @returns {Promise<number | null>} the room there is, where it is too little */
  async #tooLittle(wanted, promised) {
    const room = await this.#store.room();
    if (room === null || room >= wanted) return null;
    // A page with that promise may have more.
    await promised;
    const more = await this.#store.room();
    return more === null || more >= wanted ? null : more;
  }

  cancel() {
    this.writing?.controller.abort();
  }

  /** @param {Here} here @param {Kept} model */
  async open({ files, text, take }, { id, name }) {
    if (this.opening || this.held?.id === id) return;
    this.opening = id;
    this.#say(text("kept.opening", { name: name || text("kept.nameless") }));
    try {
      const { files: given, release } = await this.#store.open(id);
      await this.#letGo();
      if (this.#resting) await release();
      else {
        this.held = { id, files: given, release };
        for (const { name: other, role } of files.held.slice()) if (role !== "text") files.remove(other);
        await take(given);
      }
      this.#say();
    } catch (error) {
      await this.#refresh();
      this.#say(this.words(error, text, { name }));
    }
    this.opening = "";
    this.#changed();
  }

  /** Asks whether a model is to be deleted; asked once more, it is to stay. @param {Here} here @param {Kept} model */
  ask({ text }, { id, name, size }) {
    const spared = this.asked === id;
    this.asked = spared ? "" : id;
    if (spared) this.#say();
    else this.#say(text("kept.asked", { name: name || text("kept.nameless"), size: bytesWords(size, text) }));
  }

  /** @param {Here} here @param {Kept} model */
  async remove({ files, text, back }, { id, name, size }) {
    const fields = { name: name || text("kept.nameless"), size: bytesWords(size, text) };
    let said = text("kept.deleted", fields);
    try {
      if (this.held?.id === id) {
        const open = files.weightsFrom(this.held.files);
        await this.#letGo();
        // A text that the reader dropped is none of the model's.
        if (open) await back(["text"]);
      }
      await this.#store.remove(id);
    } catch (error) {
      said = this.words(error, text, fields);
    }
    await this.#refresh();
    this.denied = false;
    this.asked = "";
    this.#say(said);
  }

  /** The figure has left the page. */
  rest() {
    this.#resting = true;
    this.cancel();
    this.#letGo();
    this.#page.removeEventListener("visibilitychange", this.#seen);
  }

  /** Another tab may delete it now. */
  async #letGo() {
    const { held } = this;
    this.held = null;
    await held?.release();
  }

  /** @param {number} done */
  #progress(done) {
    if (!this.writing) return;
    this.writing.done = done;
    if (this.#now() - this.#drawn < drawEvery) return;
    this.#drawn = this.#now();
    this.#changed();
  }

  /** Seconds until what is being kept is written, at the speed so far; null before that can be said. */
  get secondsLeft() {
    const { done, total, began } = this.writing ?? { done: 0, total: 0, began: 0 };
    return done > total / 50 ? ((this.#now() - began) / 1000) * (total / done - 1) : null;
  }

  /** @param {string[]} sentences */
  #say(...sentences) {
    this.said = sentences;
    this.#changed();
  }

  /** Why something did not work, in a sentence. @param {any} error @param {Here["text"]} text @param {Record<string, string>} [known] */
  words(error, text, known) {
    const { key = "failed", fields = { message: error.message } } = told(error);
    const name = fields.name || known?.name || text("kept.nameless");
    // Where nothing is kept, there is nothing to delete.
    const alone = ["full", "no_room"].includes(key) && !this.models?.length ? "_alone" : "";
    return text(`kept.trouble.${key}${alone}`, { ...known, ...fields, name });
  }

  /** @param {Here} here */
  view(here) {
    // The kept model is open as long as its weights are: its config.json may be left over beside other weights.
    if (this.held && !this.opening && !here.files.weightsFrom(this.held.files)) this.#letGo();
    return keptView(this, here);
  }
}

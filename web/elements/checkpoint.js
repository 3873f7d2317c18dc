import { css, html } from "lit";

import * as figure from "../figures/checkpoint.js";
import { checks, runName, takesLong } from "../figures/checks.js";
import { csvText } from "../figures/csv.js";
import { plain } from "../figures/number.js";
import { CheckpointFiles } from "./checkpoint-files.js";
import { near, openCheckpoint, openShipped } from "./checkpoint-model.js";
import { bytesWords, filesPanel, panelStyles } from "./checkpoint-panel.js";
import { sharedEngine, workerEngine } from "./engine.js";
import { excerpt } from "./excerpt.js";
import { define } from "./figure.js";
import { savePicture, saveText } from "./saving.js";
import { Training } from "./training.js";
import { WhereTrainingFigure } from "./training-figure.js";

/** @typedef {import("../figures/types.js").State} State */
/** @typedef {import("../figures/checks.js").Specimen} Specimen */

/** Sliders come to rest before a run for them begins. */
const restFor = 400;

/** A checkpoint from the reader's own files, or a shipped model, under the checks of the lesson; all of it runs in a worker. */
class WhereCheckpoint extends WhereTrainingFigure {
  static figure = figure;
  static styles = css`
    ${WhereTrainingFigure.styles}
    ${panelStyles}
  `;

  constructor() {
    super();
    this.files = new CheckpointFiles();
    /** Whether the worker has the engine for real checkpoints: the course's models need no more than that of the lessons. */
    this.readsCheckpoints = false;
    const start = () => workerEngine((this.readsCheckpoints = this.files.ready));
    this.training = new Training(() => this.requestUpdate(), { start });
    /** What was not taken of the last files, and what is to be said of the model that is open. */
    this.notes = /** @type {string[]} */ ([]);
    this.opened = /** @type {string[]} */ ([]);
    this.panelOpen = false;
    /** Models that are open in the worker, by what they are. @type {Map<string, Promise<Specimen>>} */
    this.specimens = new Map();
    /** What the reader's own model is called among runs; empty while there is none. */
    this.own = "";
    /** @type {any} of this figure: results, and the facts of the reader's own model */
    this.resources = { live: new Map() };
    // Files may be dropped anywhere on the figure. A piece of text may be dropped as well; it says nothing about files.
    this.addEventListener("dragover", (event) => event.preventDefault());
    this.addEventListener("drop", (event) => {
      event.preventDefault();
      if (event.dataTransfer?.files.length) this.take([...event.dataTransfer.files]);
    });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.rest);
    // Its worker has ended with all that was in it.
    this.specimens.clear();
  }

  /** @param {Iterable<File>} files */
  async take(files) {
    const { version } = this.files;
    const text = this.files.one("text");
    this.panelOpen = true;
    const notes = await this.files.take(files);
    this.notes = notes.map(({ key, fields }) => this.text(`files.refused.${key}`, fields));
    const changed = this.files.version !== version;
    await (changed && this.files.ready ? this.begin() : this.fewerFiles(changed));
    if (this.files.one("text") !== text) await this.readDropped();
  }

  /** A text is dropped to be read; what was read of the one before is not of this one. */
  async readDropped() {
    const { live } = this.resources;
    for (const key of [...live.keys()]) if (JSON.parse(key).includes("dropped")) live.delete(key);
    const { choices } = /** @type {any} */ (this.figure.settings.find(({ name }) => name === "from"));
    if (choices.includes("dropped")) await this.change({ from: "dropped" });
  }

  /** @param {string} name */
  async removeFile(name) {
    this.files.remove(name);
    this.notes = [];
    await (this.files.ready ? this.begin() : this.fewerFiles(true));
  }

  /** Without a whole checkpoint the shipped models are there again. @param {boolean} changed */
  async fewerFiles(changed) {
    if (changed) this.training.reset();
    if (!this.files.ready) await this.close();
    await this.chooseSettings();
  }

  /** Back to the shipped models: files and memory are let go of. */
  async back() {
    await this.training.dispose();
    this.specimens.clear();
    this.files.clear();
    this.notes = [];
    await this.close();
    this.figure = figure;
    await this.reset();
  }

  /** The reader's own model is opened first, where it is not; then what the state asks for is run. */
  async begin() {
    this.training.reset();
    if (!this.files.ready) return super.begin();
    if (!this.readsCheckpoints) {
      await this.training.dispose();
      this.specimens.clear();
    }
    if (this.own !== this.key) {
      await this.training.start(async (engine, control) => void (await this.specimen(engine, this.state, control)));
      const { phase, problem } = this.training;
      await this.chooseSettings();
      // With other settings the row of buttons begins anew; what went wrong stays to be read.
      if (phase === "failed" && this.training.phase !== phase) this.notes = [...this.notes, problem];
      if (this.own !== this.key) return this.requestUpdate();
    }
    return super.begin();
  }

  /** What the model of these files is called. */
  get key() {
    return `own ${this.files.version}`;
  }

  async close() {
    const specimen = this.specimens.get(this.own);
    this.specimens.delete(this.own);
    this.own = "";
    this.opened = [];
    this.resources.facts = undefined;
    await specimen?.then(({ model }) => model.dispose()).catch(() => {});
  }

  /** A model has the checks that apply to it, and numbers within its limits. */
  chooseSettings() {
    const texts = ["excerpt", "typed", ...(this.files.one("text") ? ["dropped"] : [])];
    const { facts } = this.resources;
    const settings = figure.settingsFor({ facts, texts });
    const state = figure.carriedOver(this.figure.settings, settings, this.state);
    this.figure = { ...figure, settings };
    return this.change(state);
  }

  /** @param {State} state */
  subject(state) {
    const model = this.files.ready ? this.key : checks[state.check].shipped;
    return JSON.stringify([model, state.check, ...checks[state.check].subject(state), state.amount]);
  }

  /** @param {State} changes */
  change(changes) {
    // What the page or a reset asks for may be no check of the model that is open.
    const { choices = [], default: first } = this.figure.settings[0];
    const { check = first } = changes;
    const changed = super.change(choices.includes(check) ? changes : { ...changes, check: first });
    this.runSoon();
    return changed;
  }

  async recompute() {
    const begins = this.values === null;
    await super.recompute();
    if (begins && this.values !== null) this.runSoon();
  }

  /** What takes long with the reader's own model is run when it is asked for; all else as soon as the reader wants to see it. */
  runSoon() {
    clearTimeout(this.rest);
    this.rest = setTimeout(async () => {
      const waits = this.files.ready && (this.own !== this.key || takesLong(this.state.check));
      if (waits || !this.values || this.training.active) return;
      const { run } = await figure.compute(await sharedEngine(), this.state, this.resources);
      if (run !== null && checks[this.state.check].isDone(run, this.state)) return;
      await near(this);
      if (this.isConnected && !this.training.active) await super.begin();
    }, restFor);
  }

  /** @param {State} state @returns {import("./training.js").Work} */
  work(state) {
    return async (engine, control) => {
      try {
        await this.check(await this.specimen(engine, state, control), state, control);
      } catch (error) {
        if (error.key === "worker_ended") this.specimens.clear();
        throw error;
      }
    };
  }

  /** @param {Specimen} specimen @param {State} state @param {import("./training.js").Control} control */
  async check(specimen, state, control) {
    const key = runName(specimen.facts, state);
    const show = (/** @type {any} */ run) => {
      if (control.signal.aborted) return;
      this.resources.live.set(key, run);
      this.recompute();
    };
    const progress = (/** @type {any} */ { done, total, unit }) => {
      const words = unit ? this.text(`far.${unit}`, { done: plain(done), total: plain(total) }) : "";
      control.progress({ done, total, words });
    };
    const before = this.resources.live.get(key);
    show(await checks[state.check].run(specimen, state, { ...control, progress, show }, before));
  }

  /** The model that a state is about, opened where it is not. @param {any} engine @param {State} state @param {import("./training.js").Control} control */
  specimen(engine, state, control) {
    const key = this.files.ready ? this.key : checks[state.check].shipped;
    let opening = this.specimens.get(key);
    if (!opening) {
      opening = this.files.ready
        ? this.openFiles(engine, key, control)
        : openShipped(engine, key, this.text, this.texts());
      this.specimens.set(key, opening);
      opening.catch(() => this.specimens.delete(key));
    }
    return opening;
  }

  /** @param {any} engine @param {string} key @param {import("./training.js").Control} control @returns {Promise<Specimen>} */
  async openFiles(engine, key, { signal, progress, pause }) {
    const { files, text } = this;
    // Two models of this size may be more than there is room for.
    await this.close();
    const onProgress = (/** @type {{ done: number, total: number }} */ { done, total }) => {
      const words = text("far.bytes", { done: bytesWords(done, text), total: bytesWords(total, text) });
      progress({ done, total, words });
      return pause();
    };
    const options = { id: key, text, texts: this.texts(), onProgress, signal };
    const { specimen, parameters, refusal } = await openCheckpoint(engine, files, options);
    // Whoever stopped it, or gave other files, does not wait for it.
    if (signal.aborted) await specimen.model.dispose();
    signal.throwIfAborted();
    const { facts } = specimen;
    this.own = key;
    this.resources.facts = facts;
    const fields = { name: facts.title, parameters: plain(parameters), kind: text(`choices.${facts.kind}`) };
    this.opened = [text("files.loaded", fields), ...(refusal ? [text("files.wordless", { message: refusal })] : [])];
    return specimen;
  }

  texts() {
    const dropped = async () => {
      const held = this.files.one("text");
      if (!held) throw new Error(this.text("files.no_text"));
      return { text: held.content, title: held.name };
    };
    return { excerpt, dropped, typedTitle: () => this.text("typed_title") };
  }

  renderExtra() {
    const there = this.values?.run !== null;
    const acts = {
      take: (/** @type {File[]} */ files) => this.take(files),
      remove: (/** @type {string} */ name) => this.removeFile(name),
      back: () => this.back(),
      toggle: (/** @type {boolean} */ open) => (this.panelOpen = open),
    };
    const { files, notes, opened, panelOpen } = this;
    const said = [...notes, ...opened];
    const { title } = this.values.facts;
    return html`<button aria-disabled=${!there} @click=${() => there && this.saveNumbers()}>${this.text("save_csv")}</button
      ><button @click=${() => this.saveDrawing()}>${this.text("save_png")}</button
      >${filesPanel({ files, said, title, open: panelOpen, own: this.own !== "" }, this.text, acts)}`;
  }

  /** @param {string} ending */
  fileName(ending) {
    return `${this.values.facts.title.replace(/[^\w.-]+/g, "-")}-${this.values.check}.${ending}`;
  }

  saveNumbers() {
    const lines = figure.csv(/** @type {State} */ (this.drawn), this.values);
    if (lines) saveText(csvText(lines), this.fileName("csv"));
  }

  async saveDrawing() {
    const drawing = /** @type {any} */ (this.renderRoot.querySelector("svg.picture"));
    const words = `${this.values.facts.title}: ${figure.sentence(/** @type {State} */ (this.drawn), this.values, this.text)}`;
    try {
      await savePicture(drawing, words, this.fileName("png"));
    } catch (error) {
      this.notes = [this.text("save_failed", { message: error.message })];
      this.panelOpen = true;
      this.requestUpdate();
    }
  }
}

define(WhereCheckpoint);

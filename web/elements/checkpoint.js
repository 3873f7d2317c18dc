import { css, html, nothing } from "lit";

import * as figure from "../figures/checkpoint.js";
import { isDone, kinds, loadCheck, runName, takesLong } from "../figures/checks.js";
import { plain } from "../figures/number.js";
import { part } from "../figures/part.js";
import { CheckpointFiles } from "./checkpoint-files.js";
import { Specimens } from "./checkpoint-specimens.js";
import { panelStyles } from "./checkpoint-styles.js";
import { acceptFiles } from "./dropped-files.js";
import { sharedEngine, workerEngine } from "./engine.js";
import { excerpt } from "./excerpt.js";
import { define } from "./figure.js";
import { isolating } from "./isolated.js";
import { near } from "./near.js";
import { entryRefused } from "./refused-entry.js";
import { never, Training } from "./training.js";
import { WhereTrainingFigure } from "./training-figure.js";

/** @typedef {import("../figures/types.js").State} State */
/** @typedef {import("./training.js").Control} Control */

const restFor = 400; // sliders come to rest before a run for them begins

/** A checkpoint from the reader's own files, or a shipped model, under the checks of the lesson; all of it runs in a worker. */
class WhereCheckpoint extends WhereTrainingFigure {
  static figure = figure;
  static styles = css`
    ${WhereTrainingFigure.styles}
    ${panelStyles}
  `;

  constructor() {
    super();
    this.text = isolating(this.text);
    this.files = new CheckpointFiles();
    this.specimens = new Specimens(this.files, this.text, this.texts());
    /** Whether the worker has the engine for real checkpoints: the course's models need no more than that of the lessons. */
    this.readsCheckpoints = false;
    const start = () => workerEngine((this.readsCheckpoints = this.files.ready));
    this.training = new Training(() => this.requestUpdate(), { start, every: never });
    this.notes = /** @type {string[]} */ ([]); // of what was not taken of the last files
    this.panelOpen = false;
    this.wait = new AbortController(); // ends what waits for the figure to come near the window
    /** What stands in the panel, once it was opened. @type {typeof import("./checkpoint-panel.js").filesPanel | undefined} */
    this.panel = undefined;
    /** @type {any} of this figure: results, the facts of the reader's own model, and the name of one that is not open */
    this.resources = { live: new Map() };
    acceptFiles(this, (files) => this.take(files));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.rest);
    this.wait.abort();
    // Its worker has ended with all that was in it.
    this.specimens.forget();
  }

  /** @param {Iterable<File>} files */
  async take(files) {
    const [version, text] = [this.files.version, this.files.one("text")];
    this.unfold(true);
    const notes = await this.files.take(files);
    this.notes = notes.map(({ key, fields }) => this.text(`files.refused.${key}`, fields));
    await this.settleFiles(this.files.version !== version);
    if (this.files.one("text") !== text) await this.readDropped();
  }

  /** @param {boolean} open */
  async unfold(open) {
    this.panelOpen = open;
    this.requestUpdate();
    if (!open || this.panel) return;
    try {
      this.panel = (await part(() => import("./checkpoint-panel.js"))).filesPanel;
      this.requestUpdate();
    } catch (error) {
      this.fail("part", error, true);
    }
  }

  /** A text is dropped to be read; what was read of the one before is not of this one. */
  async readDropped() {
    this.letGo((run) => run.includes("dropped"));
    const { choices } = /** @type {any} */ (this.figure.settings.find(({ name }) => name === "from"));
    if (choices.includes("dropped")) await this.change({ from: "dropped" });
  }

  /** Runs that nobody can ask for any more. @param {(run: any[]) => boolean} gone by what a run is of */
  letGo(gone) {
    for (const key of [...this.resources.live.keys()]) if (gone(JSON.parse(key))) this.resources.live.delete(key);
  }

  /** @param {string} name */
  removeFile(name) {
    const { version } = this.files;
    this.files.remove(name);
    this.notes = [];
    return this.settleFiles(this.files.version !== version);
  }

  /** Files that make a model are opened; without them the course's models are there again. @param {boolean} changed */
  async settleFiles(changed) {
    if (changed) {
      this.training.reset();
      this.letGo(([id]) => !this.specimens.stays(id));
    }
    if (!this.files.ready) await this.specimens.close();
    else if (changed) return this.open();
    await this.chooseSettings();
  }

  /** Back to the course's models: files and memory are let go of. @param {import("./checkpoint-files.js").Role[]} [staying] what is kept of the files */
  async back(staying = []) {
    await this.training.dispose();
    this.specimens.forget();
    this.files.clear(staying);
    this.notes = [];
    this.takeFacts();
    this.figure = figure;
    await this.reset();
    // A text that stays can be read by them.
    if (this.files.held.length > 0) await this.chooseSettings();
  }

  /** Opens the model of the reader's files. */
  async open() {
    this.training.reset();
    if (!this.readsCheckpoints) {
      await this.training.dispose();
      this.specimens.forget();
    }
    await this.training.start(async (engine, control) => void (await this.specimen(engine, this.state, control)));
    // It was opened, and not put through anything yet.
    if (this.training.phase === "done") this.training.reset();
    await this.chooseSettings();
  }

  /** What the state asks for is run; the reader's own model is opened first, where it is not. Nothing is run beside a refused entry. */
  async begin() {
    if (entryRefused(this)) return;
    if (this.specimens.waits) await this.open();
    if (!this.specimens.waits) await super.begin();
    // A setting that was changed meanwhile may ask for one thing more.
    if (this.isConnected && this.training.phase === "done") this.runSoon();
  }

  /** What is drawn is of the model that is open; one that is not open yet is named where something is to be pressed. */
  takeFacts() {
    this.resources.facts = this.specimens.facts;
    this.resources.waiting = this.specimens.waits ? this.files.title : undefined;
  }

  /** A model has the checks that apply to it, and numbers within its limits. */
  chooseSettings() {
    this.takeFacts();
    const texts = ["excerpt", "typed", ...(this.files.one("text") ? ["dropped"] : [])];
    const settings = figure.settingsFor({ facts: this.specimens.facts, texts });
    const state = figure.carriedOver(this.figure.settings, settings, this.state);
    this.figure = { ...figure, settings };
    return this.change(state);
  }

  /** While a model is opened, that is all that is done, whatever it is to go through. @param {State} state */
  subject(state) {
    const { key, waits } = this.specimens;
    const { shipped, subject } = kinds[state.check];
    return waits
      ? key
      : JSON.stringify([this.files.ready ? key : shipped, state.check, ...subject(state), state.amount]);
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
    const begins = this.values?.missing ?? true;
    this.takeFacts();
    await super.recompute();
    if (this.values?.missing) this.fail("part", this.values, true);
    else if (begins && this.values !== null) this.runSoon();
  }

  /** What takes long with the reader's own model is run when it is asked for; all else as soon as the reader wants to see it. */
  runSoon() {
    this.wait.abort();
    const { signal } = (this.wait = new AbortController());
    clearTimeout(this.rest);
    this.rest = setTimeout(async () => {
      if (!(await this.asked())) return;
      if (this.training.phase === "done") this.training.reset(); // what was run had other settings
      if (this.files.ready && takesLong(this.state.check)) return;
      if ((await near(this, signal)) && !this.training.active) await this.begin();
    }, restFor);
  }

  /** Whether something is asked for that was not run yet. */
  async asked() {
    if (this.specimens.waits || (this.values?.missing ?? true) || this.training.active) return false;
    const { run } = await figure.compute(await sharedEngine(), this.state, this.resources);
    return !(await isDone(run, this.state));
  }

  /** @param {State} state @returns {import("./training.js").Work} */
  work(state) {
    return async (engine, control) => {
      try {
        const { shipped } = kinds[state.check];
        await this.specimens.check(engine, shipped, control, (specimen) => this.check(specimen, state, control));
      } catch (error) {
        if (error.key === "worker_ended") this.specimens.forget();
        // A run that was stopped tells nothing by itself any more.
        if (error.key === "not_put_back") this.closed(control.signal.aborted ? [error.message] : []);
        throw error;
      }
    };
  }

  /** A model had to be closed. @param {string[]} notes */
  closed(notes) {
    this.notes.push(...notes);
    if (notes.length > 0) this.unfold(true);
    this.recompute();
  }

  /** The model that a state is about. @param {any} engine @param {State} state @param {Control} control */
  specimen(engine, state, control) {
    return this.specimens.of(engine, kinds[state.check].shipped, control);
  }

  /** @param {import("../figures/checks.js").Specimen} specimen @param {State} state @param {Control} control */
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
    const { run } = await loadCheck(state.check, this.text("problem.part"));
    show(await run(specimen, state, { ...control, progress, show }, before));
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
    const there = figure.shows(this.values);
    const toggled = (/** @type {any} */ event) => this.unfold(event.target.open);
    return html`<button aria-disabled=${!there} @click=${() => there && this.save("saveNumbers")}>${this.text("save_csv")}</button
      ><button @click=${() => this.save("saveDrawing")}>${this.text("save_png")}</button
      ><details ?open=${this.panelOpen} @toggle=${toggled}>
        <summary>${this.text("files.link")}</summary>
        ${this.renderPanel()}
      </details>`;
  }

  renderPanel() {
    const { files, specimens } = this;
    const acts = {
      take: (/** @type {File[]} */ given) => this.take(given),
      remove: (/** @type {string} */ name) => this.removeFile(name),
      back: (/** @type {import("./checkpoint-files.js").Role[] | undefined} */ staying) => this.back(staying),
    };
    const title = specimens.waits ? "" : this.values.title;
    const said = [...this.notes, ...specimens.said];
    return this.panel?.({ files, said, title, own: specimens.own !== "" }, this.text, acts) ?? nothing;
  }

  /** @param {"saveNumbers" | "saveDrawing"} what */
  async save(what) {
    try {
      const saving = await part(() => import("./checkpoint-export.js"), this.text("problem.part"));
      await saving[what](this);
    } catch (error) {
      this.notes = [this.text("save_failed", { message: error.message })];
      this.unfold(true);
    }
  }
}

define(WhereCheckpoint);

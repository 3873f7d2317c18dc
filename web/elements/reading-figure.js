// The element of a figure that lets shipped models read a text. Its first state was measured when the site was built; models and
// text are fetched when a reader asks for another, and they read in a worker.
import { nothing } from "lit";

import { property, tokensOf } from "../figures/reading.js";
import { excerpt } from "./excerpt.js";
import { WhereTrainingFigure } from "./training-figure.js";

/** @typedef {import("../figures/types.js").State} State */

/** How far outside the window a figure without measurements begins to take them. */
const near = "400px";

export class WhereReadingFigure extends WhereTrainingFigure {
  constructor() {
    super();
    /** @type {{ live: Map<string, any>, measured?: any, read?: any }} measured before, read in this page, trained in this page */
    this.resources = { live: new Map() };
    this.reader = new AbortController();
    this.beingRead = "";
    /** @type {Promise<void>} one reading after the other: they share models */
    this.readings = Promise.resolve();
    /** @type {Map<string, Promise<{ model: any, config: any, tokens: Int32Array }>>} */
    this.shipped = new Map();
  }

  connectedCallback() {
    super.connectedCallback();
    // Moved to elsewhere in the page before its state was read, it is read there; a new one sees to that when it knows its state.
    if (this.values !== null && !this.isRead(this.state)) this.beginWhenNear();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.reader.abort();
    this.beingRead = "";
    this.nearness?.disconnect();
    this.nearness = undefined;
    this.shipped.clear();
  }

  /**
   * Lets models read for a state, and reports what came of it by `took`.
   * @param {State} _state
   * @param {AbortSignal} _signal
   * @returns {Promise<void>}
   */
  async read(_state, _signal) {
    throw new Error(`${this.localName} has nothing to read`);
  }

  /**
   * What a state reads: states that differ in nothing that matters have the same name.
   * @param {State} _state
   * @returns {string}
   */
  reads(_state) {
    throw new Error(`${this.localName} does not say what it reads`);
  }

  /** Whether what a state shows has been read already. @param {State} _state */
  isRead(_state) {
    return false;
  }

  /** Not every figure that reads trains as well. */
  subject(/** @type {State} */ _state) {
    return "";
  }

  renderRun() {
    return this.figure.trains ? super.renderRun() : /** @type {any} */ (nothing);
  }

  /** @param {State} changes */
  change(changes) {
    const changed = super.change(changes);
    if (this.isConnected && this.values) this.readAgain();
    return changed;
  }

  async recompute() {
    if (!this.resources.measured) return this.beginWhenNear();
    const begins = this.values === null;
    await super.recompute();
    // The page may begin with another state than the one that was measured.
    if (begins && this.values !== null && !this.isRead(this.state)) this.beginWhenNear();
  }

  async begin() {
    this.reader.abort();
    this.beingRead = "";
    await super.begin();
    // What was given up for it, if it is still asked for.
    if (this.isConnected) this.readAgain();
  }

  /** The state as it now stands is read next; a reading for an earlier one ends. */
  readAgain() {
    const state = this.state;
    const wanted = this.reads(state);
    if (wanted === this.beingRead) return;
    this.reader.abort();
    const { signal } = (this.reader = new AbortController());
    this.beingRead = "";
    if (this.isRead(state)) return;
    this.beingRead = wanted;
    this.readings = this.readings.then(() => this.tryToRead(state, signal));
  }

  /** @param {State} state @param {AbortSignal} signal @returns {Promise<void>} */
  async tryToRead(state, signal, restarts = 1) {
    if (signal.aborted) return;
    try {
      await this.read(state, signal);
      if (!signal.aborted) this.beingRead = "";
    } catch (error) {
      if (signal.aborted) return;
      this.shipped.clear();
      if (error.key === "worker_ended" && restarts > 0) return this.tryToRead(state, signal, restarts - 1);
      this.beingRead = "";
      this.fail("engine", error, true);
    }
  }

  async tryAgain() {
    if (this.values === null) return this.recompute();
    this.readAgain();
  }

  /** Something was read: it is drawn. @param {Record<string, any>} resources */
  took(resources) {
    this.resources = { ...this.resources, ...resources };
    return this.recompute();
  }

  /**
   * A shipped model in the worker, with the tokens that it reads.
   * @param {string} name
   * @param {number} characters of the text
   */
  model(name, characters) {
    if (!this.shipped.has(name)) {
      const loading = this.load(name, characters);
      loading.catch(() => this.shipped.delete(name));
      this.shipped.set(name, loading);
    }
    return /** @type {Promise<{ model: any, config: any, tokens: Int32Array }>} */ (this.shipped.get(name));
  }

  /** @param {string} name @param {number} characters */
  async load(name, characters) {
    const [engine, { text }] = await Promise.all([this.training.engine(), excerpt()]);
    const model = await engine.loadShippedModel(name);
    return { model, config: await property(model, "config"), tokens: await tokensOf(model, text.slice(0, characters)) };
  }

  /** What the page did not bring along is found out here once the figure comes into sight: the first state, or all measurements. */
  beginWhenNear() {
    if (this.nearness) return;
    const nearness = new IntersectionObserver(
      async (entries) => {
        if (!entries[entries.length - 1].isIntersecting) return;
        nearness.disconnect();
        if (this.resources.measured) return this.readAgain();
        try {
          const [engine, material] = await Promise.all([this.training.engine(), excerpt()]);
          const { measure } = /** @type {any} */ (this.figure);
          await this.took({ measured: await measure(engine, material, this.state) });
        } catch (error) {
          if (this.nearness !== nearness) return;
          this.nearness = undefined;
          this.fail("missing", error, true);
        }
      },
      { rootMargin: near },
    );
    this.nearness = nearness;
    nearness.observe(this);
  }
}

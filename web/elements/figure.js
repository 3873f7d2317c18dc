// The element that every figure is: it holds the state, asks the engine for values, draws, and turns clicks, drags and keys into
// changes of state. What a figure shows and how it answers to them is its module's affair (web/figures).
import { LitElement, html, nothing, svg } from "lit";
import { createView } from "../figures/picture.js";
import { defaults, nearest } from "../figures/settings.js";
import { createText } from "../figures/text.js";
import { hideControls, takeAttributes } from "./attributes.js";
import { controls, otherRefusals } from "./controls.js";
import { sharedEngine } from "./engine.js";
import { report } from "./events.js";
import { styles } from "./figure-styles.js";
import { links } from "./links.js";
import { play } from "./playing.js";
import { watchPointer } from "./pointer.js";
import { register } from "./registry.js";
import { watchRoom } from "./room.js";
import { wordsHere } from "./words.js";

/** @typedef {import("../figures/types.js").Setting} Setting */
/** @typedef {import("../figures/types.js").State} State */

const announceAfter = 700;

export class WhereFigure extends LitElement {
  /** @type {import("../figures/types.js").Figure} set by each element */
  static figure;
  static styles = styles;

  static get observedAttributes() {
    return [...super.observedAttributes, "hide", ...this.figure.settings.map((setting) => setting.name)];
  }

  constructor() {
    super();
    this.figure = /** @type {typeof WhereFigure} */ (this.constructor).figure;
    this.text = createText(wordsHere(), this.figure.name);
    /** @type {State} */
    this.state = defaults(this.figure.settings);
    /** What the attributes ask for: reset goes back to it. @type {State} */
    this.first = {};
    /** @type {any} what the engine computed for the drawn state */
    this.values = null;
    /** @type {State | null} the state that the values belong to */
    this.drawn = null;
    /** @type {any} */
    this.focused = null;
    /** @type {Map<string, { entry: string, sentence: string }>} by setting, the entries that were not accepted */
    this.refused = new Map();
    /** @type {Map<string, string>} by setting, what stands in its field before it is entered */
    this.typed = new Map();
    this.problem = "";
    /** Whether it lacks something that may come if it is asked for again. */
    this.missing = false;
    /** The settings that were reported last, as text. @type {string | undefined} */
    this.told = undefined;
    this.announcement = "";
    this.wide = true;
    this.playing = false;
    this.tableOpen = false;
    /** What the page hides, by name. @type {Set<string>} */
    this.unwanted = new Set();
    /** @type {any} what compute needs beside the engine, where a figure has such a thing */
    this.resources = undefined;
  }

  connectedCallback() {
    super.connectedCallback();
    // What the site's build measured on shipped models stands in the page (course/embeds.js).
    const { measured } = this.dataset;
    if (measured !== undefined) this.resources = { ...this.resources, measured: JSON.parse(measured) };
    this.leaveRoom = watchRoom(this, (wide) => {
      if (wide === this.wide) return;
      this.wide = wide;
      this.requestUpdate();
    });
    const begins = !this.sight;
    // What nobody sees does not run.
    this.sight = new IntersectionObserver((entries) => {
      if (this.playing && !entries[entries.length - 1].isIntersecting) this.stop();
    });
    this.sight.observe(this);
    for (const name of this.refused.keys()) this.reportRefused(name);
    if (begins) takeAttributes(this, this.declared);
    else this.recompute();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.leaveRoom?.();
    this.sight?.disconnect();
    clearTimeout(this.pause);
    this.stop();
  }

  /** @param {string} name @param {string | null} old @param {string | null} written */
  attributeChangedCallback(name, old, written) {
    super.attributeChangedCallback(name, old, written);
    if (name === "hide") hideControls(this, written ?? "");
    const setting = this.declared.find((each) => each.name === name);
    // At first all are read together: none is dropped for a sibling that comes later.
    if (!setting || old === written || !this.sight) return;
    if (written !== null) return takeAttributes(this, [setting]);
    delete this.first[name];
    this.change({ [name]: setting.default });
  }

  /** Settings that attributes can set: those of the figure as it is declared. @returns {Setting[]} */
  get declared() {
    return /** @type {typeof WhereFigure} */ (this.constructor).figure.settings;
  }

  /** Takes new values for some settings and draws anew. @param {State} changes */
  change(changes) {
    const wanted = { ...this.state, ...changes };
    this.state = this.figure.settle?.(wanted) ?? wanted;
    // What has no control here cannot be mended here: the reader has gone on.
    const gone = this.declared.filter(({ drawn }) => drawn).map(({ name }) => name);
    for (const name of [...Object.keys(changes), ...gone]) {
      this.refused.delete(name);
      this.typed.delete(name);
    }
    this.focused = null;
    this.requestUpdate();
    return this.recompute();
  }

  /** Changes that come from dragging: brought to the nearest allowed value. @param {State} changes */
  changeNearest(changes) {
    const near = Object.entries(changes).map(([name, value]) => {
      const setting = this.figure.settings.find((each) => each.name === name);
      return [name, setting && typeof value === "number" ? nearest(setting, value) : value];
    });
    return this.change(Object.fromEntries(near));
  }

  /** Says why an entry is not taken; the figure stays as it is. @param {Setting} setting @param {any} problem @param {string} entry */
  refuse(setting, problem, entry) {
    const name = this.text(`settings.${setting.name}`);
    this.refused.set(setting.name, { entry, sentence: this.text(problem.key, { name, ...problem.fields }) });
    this.requestUpdate();
  }

  async recompute() {
    if (!this.isConnected || !this.sight) return; // attributes come before what the page brought along
    const state = this.state;
    let missing = true;
    try {
      const engine = await sharedEngine(this.values === null ? this : undefined);
      missing = false;
      if (state !== this.state) return;
      const values = await this.figure.compute(engine, state, this.resources);
      if (state !== this.state) return;
      Object.assign(this, { values, drawn: state, problem: "", missing });
      if (this.reportState()) this.announce();
    } catch (error) {
      if (state !== this.state) return;
      this.fail(missing ? "missing" : "engine", error, missing);
      this.report("where-error", { message: error.message });
    }
    this.requestUpdate();
  }

  /** What is drawn anew in the same state is no change. @returns {boolean} whether it was drawn before */
  reportState() {
    const { settings: state, told } = this;
    this.told = JSON.stringify(state);
    if (told !== this.told) this.report(told === undefined ? "where-ready" : "where-change", { state });
    return told !== undefined;
  }

  /** @param {string} key of the sentence @param {Error} error @param {boolean} missing */
  fail(key, { message }, missing) {
    Object.assign(this, { problem: this.text(`problem.${key}`, { message }), missing });
    this.requestUpdate();
  }

  /** Asks once more for what did not come. */
  tryAgain() {
    return this.recompute();
  }

  /** @param {string} type @param {Record<string, unknown>} detail */
  report(type, detail) {
    report(this, type, { name: this.figure.name, ...detail });
  }

  /** Before it is in the page nobody would hear it. @param {string} name of the setting whose attribute is not taken */
  reportRefused(name) {
    if (this.sight) this.report("where-error", { setting: name, message: this.refused.get(name)?.sentence });
  }

  /** The settings as they stand, for whoever listens: a copy. @returns {State} */
  get settings() {
    return structuredClone(Object.fromEntries(this.figure.settings.map(({ name }) => [name, this.state[name]])));
  }

  /** Whether it changes by itself for now. */
  get moving() {
    return this.playing;
  }

  /** The sentence is spoken once the reader pauses, or what moves by itself has come to rest: nothing chatters. */
  announce() {
    clearTimeout(this.pause);
    this.pause = setTimeout(() => {
      if (this.moving) return this.announce();
      this.announcement = this.figure.sentence(/** @type {State} */ (this.drawn), this.values, this.text);
      this.requestUpdate();
    }, announceAfter);
  }

  reset() {
    this.stop();
    return this.change({ ...defaults(this.figure.settings), ...this.first });
  }

  play() {
    play(this);
  }

  stop() {
    if (this.frame) cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.playing = false;
    this.requestUpdate();
  }

  /** What the drawing is made for right now. */
  get view() {
    return createView({ wide: this.wide, focus: this.focused });
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.drawn) return;
    const handle = /** @type {Element} */ (event.target).closest("[data-handle]")?.getAttribute("data-handle") ?? null;
    const changes = this.figure.keys?.(event.key, this.drawn, this.values, handle, event.shiftKey);
    if (!changes) return;
    event.preventDefault();
    this.stop();
    this.changeNearest(changes);
  }

  render() {
    // Until the engine is there, the picture that the page brought along stays in place.
    if (!this.values || !this.drawn) return html`<slot></slot>${this.problem ? this.renderProblem() : nothing}`;
    const { figure, text } = this;
    return html`<figure part="figure">
      <figcaption class="see">${text("see")}</figcaption>
      <div class="drawing" part="drawing" @keydown=${this.onKey}>
        ${figure.draw(svg, this.drawn, this.values, text, this.view)}
      </div>
      ${controls(this)} ${this.renderRun()}
      ${otherRefusals(this)}
      ${
        this.problem
          ? this.renderProblem()
          : html`<p class="sentence" part="sentence">${figure.sentence(this.drawn, this.values, text)}</p>`
      }
      <p class="unseen" aria-live="polite">${this.announcement}</p>
      ${this.unwanted.has("links") ? nothing : links(this)}
    </figure>`;
  }

  /** What figures that train have under their controls (training-figure.js); their modules say so by `trains`. */
  renderRun() {
    return /** @type {any} */ (nothing);
  }

  /** What one figure alone has beside the links of all; its module names it in `links`, so that still pictures keep the room. */
  renderExtra() {
    return /** @type {any} */ (nothing);
  }

  renderProblem() {
    const again = html`<button type="button" class="again" @click=${this.tryAgain}>${this.text("try_again")}</button>`;
    return html`<p class="problem" role="alert">${this.problem}</p>${this.missing ? again : nothing}`;
  }

  firstUpdated() {
    watchPointer(this);
  }

  updated() {
    // The picture that the page brought along has done its work; left there, it would be found twice by searches.
    if (this.values) this.replaceChildren();
  }
}

/** Registers the element of a figure. @param {typeof WhereFigure} element */
export function define(element) {
  register(`where-${element.figure.name}`, element);
}

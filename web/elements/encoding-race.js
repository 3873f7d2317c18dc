import { css, html, nothing } from "lit";
import * as figure from "../figures/encoding-race.js";
import { laneName } from "../figures/race-set-up.js";
import { defaults } from "../figures/settings.js";
import { addressOf, entriesIn } from "./address.js";
import { takeEntries } from "./attributes.js";
import { define } from "./figure.js";
import { quiet } from "./host-styles.js";
import { Race } from "./race.js";
import { trainLane } from "./race-lane.js";
import { firstText } from "./race-text.js";
import { guests } from "./registry.js";
import { WhereTrainingFigure } from "./training-figure.js";

/** @typedef {import("../figures/types.js").State} State */
/** @typedef {import("./training.js").Control} Control */

/** Milliseconds between two drawings of a race that is under way. */
const drawEvery = 150;

const raceStyles = css`
  .text {
    display: block;
    margin-top: 0.75rem;
    font-size: 0.9375rem;
  }
  .text textarea {
    box-sizing: border-box;
    display: block;
    width: 100%;
    margin-top: 0.25rem;
    padding: 0.5rem;
    border: 1px solid ${quiet};
    border-radius: 3px;
    background: transparent;
    color: inherit;
    font: inherit;
    resize: vertical;
  }
`;

/** A race of encodings, each in a worker of its own; the set-up stands in the page's address. */
class WhereEncodingRace extends WhereTrainingFigure {
  static figure = figure;
  static styles = css`
    ${WhereTrainingFigure.styles}
    ${raceStyles}
  `;

  constructor() {
    super();
    this.training = /** @type {any} */ (new Race(() => this.requestUpdate()));
    /** The model of each lane of the last race, in its worker. @type {any[]} */
    this.models = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.drawing = undefined;
    /** The text to learn from, and what it is from where the reader did not give it. */
    this.source = "";
    this.sourceTitle = "";
    this.sourceProblem = "";
    /** Results of this page, and how often the text has changed. @type {{ live: Map<string, any>, text: number }} */
    this.resources = { live: new Map(), text: 0 };
  }

  connectedCallback() {
    super.connectedCallback();
    // The address of somebody else's page is theirs.
    if (guests()) return;
    /** Not before the address was read may it be written. */
    this.addressed = false;
    takeEntries(this, entriesIn(figure.settings, location.search));
    this.addressed = true;
  }

  /** @param {State} changes */
  change(changes) {
    const changed = super.change(changes);
    this.writeAddress();
    if (this.state.task === "text" && this.source === "") this.takeFirstText();
    return changed;
  }

  writeAddress() {
    if (!this.addressed) return;
    const first = { ...defaults(figure.settings), ...this.first };
    const address = addressOf(figure.settings, this.state, first, location.href);
    try {
      if (address !== location.href) history.replaceState(history.state, "", address);
    } catch {
      // A frame without an origin may not: its page has an address of its own.
    }
  }

  /** @param {State} state */
  subject(state) {
    return state.encodings.map((/** @type {string} */ each) => laneName(state, each, this.resources.text)).join();
  }

  begin() {
    const state = this.state;
    return this.training.start(
      /** @type {any} */ (
        state.encodings.map((/** @type {string} */ encoding, /** @type {number} */ index) =>
          this.lane(state, encoding, index),
        )
      ),
    );
  }

  /**
   * @param {State} state
   * @param {string} encoding
   * @param {number} index
   * @returns {import("./training.js").Work}
   */
  lane(state, encoding, index) {
    const name = laneName(state, encoding, this.resources.text);
    const show = (/** @type {any} */ run) => {
      this.resources.live.set(name, run);
      this.drawSoon();
    };
    return async (engine, control) => {
      // The last model stays until the next is made: stopping a race does not lose what was learned.
      await this.models[index]?.dispose().catch(() => {});
      await trainLane(engine, state, encoding, this.source, control, show, (model) => (this.models[index] = model));
    };
  }

  /** Four lanes have something new at any moment: they are drawn together. */
  drawSoon() {
    this.drawing ??= setTimeout(() => {
      this.drawing = undefined;
      this.recompute();
    }, drawEvery);
  }

  /** Until the reader gives a text, it is the one that the site came with. */
  async takeFirstText() {
    try {
      const { text, title } = await firstText();
      if (this.source !== "") return;
      Object.assign(this, { source: text, sourceTitle: title, sourceProblem: "" });
    } catch (error) {
      this.sourceProblem = this.text("text_missing", { message: /** @type {Error} */ (error).message });
    }
    this.requestUpdate();
  }

  /** @param {string} text */
  takeText(text) {
    if (text === this.source) return;
    Object.assign(this, { source: text, sourceTitle: "", sourceProblem: "" });
    this.resources.text += 1;
    this.training.reset();
    this.recompute();
  }

  renderRun() {
    return html`${this.state.task === "text" ? this.renderText() : nothing}${super.renderRun()}`;
  }

  renderText() {
    return html`<label class="text"
      ><span>${this.text(this.sourceTitle ? "text_from" : "text_name", { title: this.sourceTitle })}</span>
      <textarea
        rows="4"
        spellcheck="false"
        .value=${this.source}
        @change=${(/** @type {any} */ event) => this.takeText(event.target.value)}
      ></textarea>
      ${this.sourceProblem ? html`<p class="problem" role="alert">${this.sourceProblem}</p>` : nothing}
    </label>`;
  }
}

define(WhereEncodingRace);

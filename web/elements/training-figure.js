// The element of a figure that trains. What was trained here is drawn in place of what its module has recorded.
import { WhereFigure } from "./figure.js";
import { Training } from "./training.js";
import { trainingControls } from "./training-controls.js";

/** @typedef {import("../figures/types.js").State} State */

export class WhereTrainingFigure extends WhereFigure {
  constructor() {
    super();
    this.training = new Training(() => this.requestUpdate());
    /** Results of this page by what was trained, as the figure's module names it. @type {{ live: Map<string, any> }} */
    this.resources = { live: new Map() };
  }

  get moving() {
    return super.moving || this.training.phase === "running";
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.training.dispose();
  }

  /**
   * What a state trains: states that differ in nothing that matters have the same name.
   * @param {State} _state
   * @returns {string}
   */
  subject(_state) {
    throw new Error(`${this.localName} does not say what it trains`);
  }

  /**
   * The training of a state.
   * @param {State} _state
   * @param {(result: any, name?: string) => void} _show draws what has come of it so far; a state that trains several things
   *   names each
   * @returns {import("./training.js").Work}
   */
  work(_state, _show) {
    throw new Error(`${this.localName} has nothing to train`);
  }

  begin() {
    const state = this.state;
    const subject = this.subject(state);
    return this.training.start((engine, control) => {
      const show = (/** @type {any} */ result, name = subject) => {
        // A step under way when the reader stopped may still come to something; what is shown stays as it was then.
        if (control.signal.aborted) return;
        this.resources.live.set(name, result);
        this.recompute();
      };
      return this.work(state, show)(engine, control);
    });
  }

  /** What is trained is what is shown: another subject ends the training of this one. @param {State} changes */
  change(changes) {
    const before = this.subject(this.state);
    const changed = super.change(changes);
    if (this.subject(this.state) !== before) this.training.reset();
    return changed;
  }

  /** Back to the first state, and to what was recorded. */
  reset() {
    this.training.reset();
    this.resources.live.clear();
    return super.reset();
  }

  renderRun() {
    return trainingControls(this.training, this.text, () => this.begin());
  }
}

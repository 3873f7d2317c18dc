import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";

import { plain, small } from "../figures/number.js";
import { checkRows } from "../figures/sum-check.js";
import * as figure from "../figures/token-plus-position.js";
import { isConfigFault, openDroppedModel, written } from "./dropped-model.js";
import { workerEngine } from "./engine.js";
import { WhereFigure, define } from "./figure.js";
import { readIds } from "./token-ids.js";

/** Token row plus slot row, on a small model or on a GPT-2 that the reader drops on it. */
class WhereTokenPlusPosition extends WhereFigure {
  static figure = figure;

  constructor() {
    super();
    /** @type {File | null} */
    this.weights = null;
    /** @type {{ name: string, config: any } | null} */
    this.config = null;
    this.status = "";
    this.open = false;
    /** @type {number[]} */
    this.ids = [];
    /** @type {string | null} a list of ids that was not run */
    this.entry = null;
    /** @type {Awaited<ReturnType<typeof checkRows>> | null} */
    this.rows = null;
  }

  /** @param {Iterable<File>} files */
  async take(files) {
    const text = (/** @type {string} */ key, fields = {}) => this.text(`drop.${key}`, fields);
    let status = "";
    this.open = true;
    for (const file of files) {
      if (file.name.endsWith(".safetensors")) this.weights = file;
      else if (!file.name.endsWith(".json")) status = text("unknown", { name: file.name });
      else {
        try {
          const config = JSON.parse(await file.text());
          if (config === null || typeof config !== "object" || Array.isArray(config)) {
            status = text("not_object", { name: file.name });
          } else this.config = { name: file.name, config };
        } catch (error) {
          status = text("not_json", { name: file.name, message: error.message });
        }
      }
    }
    if (!status && this.weights && !this.config) status = text("missing_config", { name: this.weights.name });
    if (!status && !this.weights && this.config) status = text("missing_weights", { name: this.config.name });
    this.say(status);
    if (!status && this.weights && this.config) await this.load(this.weights, this.config);
  }

  /** @param {string} status */
  say(status) {
    this.status = status;
    this.requestUpdate();
  }

  /** A large checkpoint is read and run in a worker, so that the page stays alive. @param {File} weights @param {{ name: string, config: any }} file */
  async load(weights, { name, config }) {
    [this.weights, this.config] = [null, null];
    this.say(this.text("drop.reading", { name: weights.name }));
    try {
      const opened = await openDroppedModel(await workerEngine(), { weights, config }, this.text);
      await this.release();
      const { model, engine, sizes, parameterCount, ids, rows } = opened;
      Object.assign(this, { ids, rows, resources: { model, engine } });
      this.figure = { ...figure, settings: figure.settingsFor(sizes) };
      const parameters = plain(parameterCount);
      this.say(this.text("drop.loaded", { name: weights.name, parameters, ...written(sizes) }));
      await this.change({ token: ids[0], slot: 0, start: 0, column: 0 });
    } catch (error) {
      // The weights wait for a config.json that fits, unless others came meanwhile.
      const atFault = isConfigFault(error) ? name : weights.name;
      if (atFault === name) this.weights ??= weights;
      this.say(this.text("drop.failed", { name: atFault, message: error.message }));
    }
  }

  /** The sum check on every row of a text; what cannot be run stays in the field, and the check before it in the table. @param {string} typed */
  async check(typed) {
    const text = (/** @type {string} */ key, fields = {}) => this.text(`drop.${key}`, fields);
    const { model, engine } = this.resources;
    try {
      const ids = readIds(typed, text);
      const rows = await checkRows(engine, model, ids);
      Object.assign(this, { ids, rows, entry: null });
      this.say(text(rows.length === 1 ? "checked_one" : "checked", { count: rows.length }));
    } catch (error) {
      this.entry = typed;
      this.say(text("refused", { typed, message: error.message }));
    }
  }

  async release() {
    await this.resources?.model.dispose();
    this.resources = undefined;
    this.rows = null;
    this.entry = null;
  }

  async back() {
    await this.release();
    this.figure = figure;
    this.status = "";
    await this.reset();
  }

  /** Files may be dropped anywhere on the figure. */
  connectedCallback() {
    super.connectedCallback();
    this.addEventListener("dragover", (event) => event.preventDefault());
    this.addEventListener("drop", (event) => {
      event.preventDefault();
      // A piece of text may be dropped as well; it says nothing about files.
      if (event.dataTransfer?.files.length) this.take([...event.dataTransfer.files]);
    });
  }

  renderExtra() {
    const chosen = (/** @type {any} */ event) => {
      const files = [...event.target.files];
      // Emptied, the input reports the same files when they are chosen again.
      event.target.value = "";
      return this.take(files);
    };
    const toggled = (/** @type {any} */ event) => (this.open = event.target.open);
    return html`<details ?open=${this.open} @toggle=${toggled}>
      <summary>${this.text("drop.link")}</summary>
      <div class="extra" part="drop">
        <p>${this.text("drop.invite")}</p>
        <label class="files">
          <input type="file" multiple accept=".safetensors,.json" @change=${chosen} /><span>${this.text("drop.choose")}</span>
        </label>
        <p class="status" role="status">${this.status}</p>
        ${this.rows ? this.renderRows(this.rows) : nothing}
      </div>
    </details>`;
  }

  /** @param {NonNullable<typeof this.rows>} rows */
  renderRows(rows) {
    const text = (/** @type {string} */ key, fields = {}) => this.text(`drop.${key}`, fields);
    const wrong = rows.filter((row) => !row.passed).length;
    const counts = { count: wrong || rows.length, rows: rows.length };
    const outcome = text((wrong ? "some_differ" : "all_equal") + (counts.count === 1 ? "_one" : ""), counts);
    return html`<div class="control list">
        <label for="ids">${text("ids")}</label>
        <input
          id="ids"
          class="field"
          type="text"
          .value=${live(this.entry ?? this.ids.join(" "))}
          aria-invalid=${this.entry === null ? "false" : "true"}
          @change=${(/** @type {any} */ event) => this.check(event.target.value)}
        />
      </div>
      <table>
        <caption>${text("table")}</caption>
        <thead>
          <tr>
            ${["slot", "token", "outcome", "error"].map((key) => html`<th scope="col">${text(key)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ index, token, passed, error }) =>
              html`<tr>
                <th scope="row">${index}</th>
                <td>${plain(token)}</td>
                <td>${text(passed ? "equal" : "unequal")}</td>
                <td>${small(error)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
      ${rows.length ? html`<p>${outcome}</p>` : nothing}
      <button @click=${this.back}>${text("back")}</button>`;
  }
}

define(WhereTokenPlusPosition);

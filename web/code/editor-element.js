// <where-editor>: the editor as an element, with its style in a shadow root of its own. It is part of an exercise and never stands alone.
import { LitElement, css, html } from "lit";

import { ink, quiet } from "../elements/host-styles.js";
import { createEditor } from "./editor.js";
import { say } from "./words.js";

class WhereEditor extends LitElement {
  static properties = { program: {}, line: {} };

  static styles = css`
    .editor {
      box-sizing: border-box;
      padding: 0.5rem 0;
      border: 1px solid ${quiet};
      border-radius: 3px;
      direction: ltr;
      min-height: 16rem;
      font: 0.9375rem/1.5 var(--mono, ui-monospace, monospace);
    }
    .editor:focus-within {
      outline: 2px solid ${ink};
      outline-offset: 2px;
    }
    .keys {
      margin: 0.25rem 0 0;
      color: ${quiet};
      font: 0.8125rem/1.3 var(--sans, system-ui, sans-serif);
    }
    @media (pointer: coarse) {
      .editor {
        font-size: 1rem;
      }
    }
  `;

  constructor() {
    super();
    this.program = "";
    /** The line that a message means. @type {number | null} */
    this.line = null;
    /** @type {ReturnType<typeof createEditor> | undefined} */
    this.editor = undefined;
  }

  render() {
    return html`<div class="editor"></div>
      <p class="keys" id="keys">${say("keys")}</p>`;
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (this.editor === undefined) {
      const root = /** @type {ShadowRoot} */ (this.renderRoot);
      this.editor = createEditor({
        parent: /** @type {Element} */ (root.querySelector(".editor")),
        root,
        program: this.program,
        attributes: { "aria-label": say("label"), "aria-describedby": "keys" },
        changed: (program) => {
          this.program = program;
          this.dispatchEvent(new CustomEvent("where-program", { detail: { program } }));
        },
        check: () => this.dispatchEvent(new CustomEvent("where-check")),
      });
      this.editor.mark(this.line);
    }
    if (changed.has("program")) this.editor.set(this.program);
    if (changed.has("line")) this.editor.mark(this.line);
  }

  connectedCallback() {
    super.connectedCallback();
    if (this.hasUpdated) this.requestUpdate(); // taken out of the page and put back: it gets a new editor
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    // It listens to the document, and would live as long as that.
    this.editor?.view.destroy();
    this.editor = undefined;
  }

  async focus() {
    await this.updateComplete;
    this.editor?.view.focus();
  }

  async goTo(/** @type {number} */ line) {
    await this.updateComplete;
    this.editor?.goTo(line);
  }
}

if (!customElements.get("where-editor")) customElements.define("where-editor", WhereEditor);

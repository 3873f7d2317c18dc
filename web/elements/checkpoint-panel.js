// Where a reader gives the files of a checkpoint: what is there, what is still missing, what was not taken.
import { css, html, nothing } from "lit";

import { plain } from "../figures/number.js";
import { quiet } from "./host-styles.js";

/** @typedef {import("./checkpoint-files.js").CheckpointFiles} CheckpointFiles */
/** @typedef {import("./checkpoint-files.js").Note} Note */
/** @typedef {import("../figures/types.js").Text} Text */

export const panelStyles = css`
  .given {
    margin: 1rem 0 0;
  }
  .given ul {
    margin: 0 0 0.5rem;
    padding: 0;
    list-style: none;
  }
  .given li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 0.75rem;
    min-height: 44px;
    overflow-wrap: anywhere;
  }
  .given .size {
    color: ${quiet};
  }
  .given .missing {
    font-weight: 600;
  }
  .given .files {
    margin-block-end: 0.5rem;
  }
  .given .files,
  .given button {
    display: inline-block;
  }
  @media print {
    .given {
      display: none;
    }
  }
`;

/** "548 MB", "1.2 kB": powers of a thousand, as file managers write them. @param {number} bytes @param {Text} text */
export function bytesWords(bytes, text) {
  const unit = bytes < 1e3 ? 0 : bytes < 1e6 ? 1 : bytes < 1e9 ? 2 : 3;
  const value = bytes / 1000 ** unit;
  return `${plain(value, value < 10 && unit > 0 ? 1 : 0)}\u00a0${text(`files.units.${unit}`)}`;
}

/**
 * @param {object} panel
 * @param {CheckpointFiles} panel.files
 * @param {string[]} panel.said what was not taken or went wrong, in sentences
 * @param {boolean} panel.open whether a model from these files is open
 * @param {Text} text
 * @param {{ take: (files: File[]) => unknown, remove: (name: string) => unknown, back: () => unknown }} acts
 */
export function filesPanel({ files, said, open }, text, { take, remove, back }) {
  const chosen = (/** @type {any} */ event) => {
    const taken = [...event.target.files];
    // Emptied, the input reports the same files when they are chosen again.
    event.target.value = "";
    return take(taken);
  };
  const { held } = files;
  const begun = held.length > 0;
  const sentences = (/** @type {Note[]} */ notes) =>
    notes.map(({ key, fields }) => text(`files.missing.${key}`, fields));
  return html`<div class="extra given" part="drop">
    <p>${text("files.invite")}</p>
    <label class="files"><input type="file" multiple @change=${chosen} /><span>${text("files.choose")}</span></label>
    ${
      begun
        ? html`<ul aria-label=${text("files.here")}>
            ${held.map(
              ({ name, size, role }) =>
                html`<li>
                  <span>${name}</span><span class="size">${text(`files.roles.${role}`)}, ${bytesWords(size, text)}</span>
                  <button aria-label=${text("files.remove_one", { name })} @click=${() => remove(name)}>${text("files.remove")}</button>
                </li>`,
            )}
          </ul>`
        : nothing
    }
    <div class="status" role="status">
      ${said.map((sentence) => html`<p>${sentence}</p>`)}
      ${begun ? sentences(files.missing()).map((sentence) => html`<p class="missing">${sentence}</p>`) : nothing}
      ${files.ready ? sentences(files.wordless()).map((sentence) => html`<p>${sentence}</p>`) : nothing}
    </div>
    ${open || begun ? html`<button @click=${back}>${text("files.back")}</button>` : nothing}
    <p class="size">${text("files.proof")}</p>
  </div>`;
}

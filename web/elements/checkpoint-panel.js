// Where a reader gives the files of a checkpoint: what is there, what is still missing, what was not taken. It comes when it is opened.
import { html, nothing } from "lit";

import { bytesWords } from "./bytes.js";
import { kept } from "./kept.js";

/** @typedef {import("./checkpoint-files.js").CheckpointFiles} CheckpointFiles */
/** @typedef {import("./checkpoint-files.js").Note} Note */
/** @typedef {import("../figures/types.js").Text} Text */

/**
 * @param {object} panel
 * @param {CheckpointFiles} panel.files
 * @param {string[]} panel.said what was not taken or went wrong, in sentences
 * @param {string} panel.title of the model that is checked now; empty where there is none
 * @param {boolean} panel.own whether a model from these files is open
 * @param {Text} text
 * @param {{ take: (files: File[]) => unknown, remove: (name: string) => unknown, back: (staying?: import("./checkpoint-files.js").Role[]) => unknown }} acts
 */
export function filesPanel({ files, said, title, own }, text, { take, remove, back }) {
  const chosen = (/** @type {any} */ event) => {
    const taken = [...event.target.files];
    // Emptied, the input reports the same files when they are chosen again.
    event.target.value = "";
    return take(taken);
  };
  // A button that goes away with what it did leaves the focus at the choice of files.
  const leaving = (/** @type {() => unknown} */ act) => (/** @type {any} */ event) => {
    event.currentTarget.closest(".extra").querySelector("input").focus();
    return act();
  };
  const { held } = files;
  const begun = held.length > 0;
  const sentences = (/** @type {Note[]} */ notes) =>
    notes.map(({ key, fields }) => text(`files.missing.${key}`, fields));
  return html`<div class="extra" part="drop">
      ${title === "" ? nothing : html`<p>${text("files.checked", { title })}</p>`}
      <p>${text("files.invite")}</p>
      <label class="files"><input type="file" multiple @change=${chosen} /><span>${text("files.choose")}</span></label>
      ${
        begun
          ? html`<ul aria-label=${text("files.here")}>
              ${held.map(
                ({ name, size, role }) =>
                  html`<li>
                    <span>${name}</span><span class="size">${text(`files.roles.${role}`)}, ${bytesWords(size, text)}</span>
                    <button aria-label=${text("files.remove_one", { name })} @click=${leaving(() => remove(name))}>
                      ${text("files.remove")}
                    </button>
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
      ${kept({ files, own, text, take, back })}
      ${own || begun ? html`<button @click=${leaving(() => back())}>${text("files.back")}</button>` : nothing}
      <p class="size">${text("files.proof")}</p>
    </div>`;
}

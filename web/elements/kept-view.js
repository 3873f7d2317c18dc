// What a reader sees of the models that the browser keeps, in the panel of files.
import { html, nothing } from "lit";

import { bytesWords } from "./bytes.js";
import { filesOf, nameFor, sameFiles } from "./kept-names.js";
import { timeLeft } from "./training-controls.js";

/** @typedef {import("./kept.js").Here} Here */
/** @typedef {import("./kept-models.js").Kept} Kept */
/** @typedef {import("./kept-panel.js").KeptPanel} KeptPanel */

/** @param {KeptPanel} panel @param {Here} here */
export function keptView(panel, here) {
  const { models, said, writing } = panel;
  const { text } = here;
  if (models === null) return nothing;
  const offered = writing ? keeping(panel, writing, text) : offer(panel, here);
  if (models.length === 0 && offered === nothing && said.length === 0) return nothing;
  const size = models.reduce((sum, model) => sum + model.size, 0);
  const title = models.length > 0 ? text("kept.title", { size: bytesWords(size, text) }) : text("kept.title_none");
  return html`<div class="kept">
    <p class="heading" tabindex="-1">${title}</p>
    ${
      models.length > 0
        ? html`<ul aria-label=${title}>
            ${models.map((model) => item(panel, here, model))}
          </ul>`
        : nothing
    }
    ${offered}
    <div class="said" role="status">${said.map((sentence) => html`<p>${sentence}</p>`)}</div>
  </div>`;
}

/** A button that goes away with what it does leaves the focus here, unless the reader has taken it elsewhere. @param {Element} button @param {() => Promise<unknown>} act */
async function staying(button, act) {
  const place = button.closest(".kept");
  const stay = () => {
    if (document.activeElement === document.body) /** @type {any} */ (place?.querySelector(".heading"))?.focus();
  };
  const done = act();
  stay();
  await done;
  stay();
}

/** @param {KeptPanel} panel @param {Here} here @param {Kept} model */
function item(panel, here, model) {
  const { text } = here;
  const { id, fault, size, files } = model;
  const name = model.name || text("kept.nameless");
  const asked = panel.asked === id;
  const opened = panel.held?.id === id;
  const fields = { size: bytesWords(size, text), count: files.length };
  const remove = (/** @type {any} */ { target }) => staying(target, () => panel.remove(here, model));
  return html`<li>
    <span>${name}</span>
    <span class="size">${fault ? fields.size : text(files.length === 1 ? "kept.takes_one" : "kept.takes", fields)}</span>
    ${
      fault
        ? html`<span>${text(`kept.fault.${fault}`)}</span>`
        : html`<button
            aria-disabled=${opened}
            aria-label=${text(opened ? "kept.opened_one" : "kept.open_one", { name })}
            @click=${() => panel.open(here, model)}
          >
            ${text(opened ? "kept.opened" : "kept.open")}
          </button>`
    }
    <button aria-label=${text(asked ? "kept.spare_one" : "kept.delete_one", { name })} @click=${() => panel.ask(here, model)}>
      ${text(asked ? "kept.spare" : "kept.delete")}
    </button>
    ${
      asked
        ? html`<button aria-label=${text("kept.really_one", { name })} @click=${remove}>${text("kept.really")}</button>`
        : nothing
    }
  </li>`;
}

/** The offer to keep what is open. @param {KeptPanel} panel @param {Here} here */
function offer(panel, here) {
  const { files, own, text } = here;
  const { room, refusal } = panel;
  if (!own || !files.ready) return nothing;
  if (refusal) return html`<p>${panel.words(refusal, text)}</p>`;
  const given = filesOf(files);
  const models = panel.models ?? [];
  const known = models.find((model) => !model.fault && sameFiles(model.files, given));
  // Where that was said just now, or the list shows it, once is enough.
  if (known && (panel.said.length > 0 || panel.held?.id === known.id)) return nothing;
  if (known) return html`<p>${text("kept.known", { name: known.name || text("kept.nameless") })}</p>`;
  const bytes = given.reduce((sum, { size }) => sum + size, 0);
  const fields = { size: bytesWords(bytes, text), room: room === null ? "" : bytesWords(room, text) };
  const enough = panel.denied ? "room_denied" : "room";
  const much = room === null ? "room_unknown" : room < bytes ? "room_too_little" : enough;
  const proposed = nameFor(
    files,
    models.map(({ name }) => name),
  );
  const { version } = files;
  const typed = panel.typed?.version === version ? panel.typed.name : undefined;
  const typing = (/** @type {any} */ event) => (panel.typed = { version, name: event.target.value });
  const keep = (/** @type {any} */ { target }) => {
    const name = panel.typed?.version === version ? panel.typed.name.trim() : "";
    return staying(target, () => panel.keep(here, name || proposed));
  };
  return html`<label
      ><span>${text("kept.name")}</span
      ><input type="text" maxlength="80" autocomplete="off" .value=${typed ?? proposed} @input=${typing}
    /></label>
    <button @click=${keep}>${text("kept.keep")}</button>
    <p class="size">${text(`kept.${much}`, fields)}${framed() ? ` ${text("kept.framed")}` : ""}</p>`;
}

/** @param {KeptPanel} panel @param {import("./kept-panel.js").Writing} writing @param {Here["text"]} text */
function keeping(panel, { name, done, total }, text) {
  const far = text("far.bytes", { done: bytesWords(done, text), total: bytesWords(total, text) });
  const words = text("kept.writing", { name });
  return html`<p>${words}</p>
    <div class="training">
      <button @click=${() => panel.cancel()}>${text("kept.cancel")}</button>
      <progress max="1" .value=${total > 0 ? done / total : 0} aria-label=${words}></progress>
      <p class="far">${[far, timeLeft(panel.secondsLeft, text)].filter(Boolean).join(", ")}</p>
    </div>`;
}

/** Whether this page stands in one of another site, for which browsers give it a storage apart. */
function framed() {
  try {
    return window.top?.location.origin !== window.location.origin;
  } catch {
    return true;
  }
}

// A figure's panel of kept models in one tab, over a small twin of the browser's file system, and what a reader sees of it.
import { readFileSync } from "node:fs";

import { CheckpointFiles } from "../../web/elements/checkpoint-files.js";
import { KeptModels } from "../../web/elements/kept-models.js";
import { KeptPanel } from "../../web/elements/kept-panel.js";
import { createText } from "../../web/figures/text.js";
import { Disk, fileOf, Locks } from "./kept-support.js";

const catalogue = JSON.parse(readFileSync(new URL("../../web/messages/en.json", import.meta.url), "utf8"));
export const text = createText(catalogue, "checkpoint");

// The page around it, as far as it is looked at.
globalThis.window ??= /** @type {any} */ ({ top: { location: { origin: "here" } }, location: { origin: "here" } });

export const json = (/** @type {string} */ name, /** @type {any} */ content) =>
  new File([JSON.stringify(content)], name, { lastModified: 5 });
export const config = json("config.json", { model_type: "gpt2", _name_or_path: "gpt2" });
export const weights = fileOf("model.safetensors", 3060);

/** The words that a template shows, and what its buttons are called. @param {any} shown @returns {string} */
function words(shown) {
  if (Array.isArray(shown)) return shown.map(words).join("");
  if (typeof shown === "string" || typeof shown === "number") return String(shown);
  if (!shown?.strings) return "";
  const { strings, values } = shown;
  const whole = strings.map((part, index) => part + words(values[index])).join("");
  return whole
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .replaceAll("\u00a0", " ");
}

/** A figure's panel in one tab. @param {{ disk?: Disk, locks?: Locks, storage?: any, given?: File[] }} [changes] */
export async function tab({
  disk = new Disk(),
  locks = new Locks(),
  storage = disk.storage(),
  given = [weights, config],
} = {}) {
  const files = new CheckpointFiles();
  await files.take(given);
  const store = new KeptModels({ storage, locks, secure: true });
  const backs = [];
  const here = {
    ...{ files, text, own: given.length > 0 },
    take: async (more) => {
      await files.take(more);
      here.own = files.ready;
    },
    back: (/** @type {any} */ staying) => {
      backs.push(true);
      files.clear(staying);
      here.own = false;
    },
  };
  const page = Object.assign(new EventTarget(), { hidden: true });
  const panel = new KeptPanel(() => {}, { store, page });
  await panel.look();
  const said = () => panel.said.join(" ").replaceAll("\u00a0", " ");
  return { disk, locks, files, here, page, panel, backs, said, seen: () => words(panel.view(here)) };
}

/** Settled work of others. */
export const turn = () => new Promise((resolve) => setTimeout(resolve));

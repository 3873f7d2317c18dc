// What the site has for other people's pages beside the frames: the scripts, and the pictures that hold the place of what is not
// live yet, with the rules that lay them out.
import { readFileSync } from "node:fs";
import path from "node:path";

import { Embeds } from "../course/embeds.js";
import { folders } from "../course/paths.js";
import { stillRules } from "../course/styles.js";
import { styles as exerciseStyles } from "../elements/exercise-styles.js";
import { styles as figureStyles } from "../elements/figure-styles.js";
import * as colour from "../figures/colour.js";
import { folder } from "./pages.js";
import { elementsScript, hostScript, remarksScript } from "./script.js";
import { settingsOf } from "./settings.js";

/**
 * @param {object} site
 * @param {string[]} site.names of the elements
 * @param {string[]} site.languages
 * @param {any} site.engine of build/package, which speaks English
 * @param {(language: string) => any} site.catalogueOf
 * @param {import("../course/assets.js").Assets} site.assets
 * @returns {Promise<{ address: string, content: string }[]>}
 */
export async function embedFiles({ names, languages, engine, catalogueOf, assets }) {
  const embeds = new Embeds("en", engine, catalogueOf("en"));
  const still = (/** @type {import("../course/embeds.js").Still} */ { markup, written, settings, measured }) =>
    JSON.stringify({ markup: String(markup), written, settings, measured });
  const figures = names.filter((name) => name !== "exercise");
  const posters = await Promise.all(
    figures.map(async (name) => {
      const made = await embeds.stillFigure(name);
      return [
        { address: `${name}/poster.json`, content: still(made) },
        { address: `${name}/poster.svg`, content: picture(String(made.drawing)) },
      ];
    }),
  );
  const questions = engine.exercises().map((/** @type {{ id: string }} */ { id }) => ({
    address: `exercise/posters/${id}.json`,
    content: still(embeds.stillExercise(id)),
  }));
  const rules = readFileSync(path.join(folders.web, "styles", "embeds.css"), "utf8");
  const sheets = Object.entries({ figure: figureStyles, exercise: exerciseStyles }).map(([kind, styles]) => ({
    address: `${kind}.css`,
    content: stillRules("[data-embed]", styles) + rules,
  }));
  const script = await elementsScript({ names, languages, catalogueOf, assets });
  const remarks = await remarksScript(languages, catalogueOf);
  return [
    { address: "embed/host.js", content: await hostScript() },
    ...[
      { address: "whereabouts.js", content: script },
      { address: "remarks.js", content: remarks },
      { address: "exercise/settings.json", content: JSON.stringify(await settingsOf("exercise", engine)) },
      ...sheets,
      ...posters.flat(),
      ...questions,
    ].map(({ address, content }) => ({ address: folder + address, content })),
  ];
}

/** What a picture has to say itself that stands in no page of ours. */
const ofPicture = `:root { color-scheme: light dark; background: ${colour.paper}; }
.dark-map { display: none; }
@media (prefers-color-scheme: dark) { .light-map { display: none; } .dark-map { display: inline; } }`;

/** A drawing as a file of its own, for pages without scripts. @param {string} drawing */
function picture(drawing) {
  return drawing
    .replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ')
    .replace(">", () => `><style>${ofPicture}</style>`);
}

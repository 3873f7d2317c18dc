// The frame pages of a site, embed/v1/<name>/: one for every figure, and one for all exercises. Addresses below v1 never change their
// meaning.
import { sectionText } from "../course/catalogue.js";
import { Embeds } from "../course/embeds.js";
import { engineFiles, relative } from "../course/shell.js";
import { wordsScript } from "../course/words.js";
import { html, Markup } from "../figures/markup.js";
import { createText } from "../figures/text.js";
import { frameHead } from "./first-script.js";
import { aboutExercises, settingsOf } from "./settings.js";

/** @typedef {import("../course/assets.js").Assets} Assets */
/** @typedef {import("./address.js").About} About */

export const folder = "embed/v1/";
export const styles = "build/styles/frames.css";

/** Where the frame page of a figure, or of exercises, is. */
export function frameAddress(/** @type {string} */ name) {
  return `${folder}${name}/`;
}

/**
 * @param {object} site
 * @param {string[]} site.names of the elements
 * @param {string[]} site.languages
 * @param {{ address: string, title: string, elements: string[] }[]} site.lessons in English
 * @param {any} site.engine of build/package, which speaks English
 * @param {any} site.catalogue the English one
 * @param {Assets} site.assets
 * @returns {Promise<{ address: string, html: string }[]>}
 */
export async function renderFrames({ names, languages, lessons, engine, catalogue, assets }) {
  const embeds = new Embeds("en", engine, catalogue);
  const text = sectionText(catalogue, "embed");
  const head = await frameHead();
  const pages = names.map(async (name) => {
    const address = frameAddress(name);
    const to = (/** @type {string} */ other) => relative(address, other);
    const words = languages
      .filter((language) => language !== "en")
      .map((each) => [each, to(assets.file(wordsScript(each)))]);
    const about = {
      name,
      script: to(assets.file(`web/elements/${name}.js`)),
      languages: Object.fromEntries(words),
      sentences: /** @type {any} */ (catalogue).embed.frame,
    };
    const origin = lessons.find(({ elements }) => elements.includes(name));
    const from = (/** @type {typeof origin} */ lesson) => ({
      lesson: text("from", { lesson: lesson?.title ?? "" }),
      address: to(lesson?.address ?? ""),
    });
    if (name === "exercise") {
      const ofLesson = (/** @type {string} */ slug) =>
        from(lessons.find((each) => each.address === `lessons/${slug}/`));
      const all = { ...about, ...aboutExercises(engine, ofLesson) };
      const waiting = html`<where-exercise data-embed><p class="waiting">${text("waiting")}</p></where-exercise>`;
      return {
        address,
        html: page({
          about: all,
          title: text("exercise"),
          content: waiting,
          text,
          assets,
          head,
          from: { lesson: text("site"), address: to("") },
        }),
      };
    }
    const settings = await settingsOf(name, engine);
    const poster = await embeds.render({ kind: "figure", name, attributes: {} });
    const { written } = await embeds.stillFigure(name);
    const title = createText(catalogue, name)("see");
    return {
      address,
      html: page({
        about: { ...about, settings, written },
        title,
        content: new Markup(poster.html),
        text,
        assets,
        head,
        from: from(origin),
      }),
    };
  });
  return Promise.all(pages);
}

/**
 * @param {object} parts
 * @param {About} parts.about
 * @param {string} parts.title
 * @param {Markup} parts.content
 * @param {import("../course/catalogue.js").PageText} parts.text
 * @param {Assets} parts.assets
 * @param {{ policy: string, script: string }} parts.head
 * @param {{ lesson: string, address: string }} parts.from
 */
function page({ about, title, content, text, assets, head, from }) {
  const to = (/** @type {string} */ other) => relative(frameAddress(about.name), other);
  const script = "web/embed/frame.js";
  const needed = assets.withImports([script, `web/elements/${about.name}.js`, ...engineFiles("en")]);
  const document = html`<!doctype html>
    <html lang="en" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${head.policy}" />
        <script>${new Markup(head.script)}</script>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · ${text("site")}</title>
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        ${assets.fonts(styles, /^source-sans-/).map((file) => html`<link rel="preload" as="font" type="font/woff2" href="${to(file)}" crossorigin /> `)}
        <link rel="stylesheet" href="${to(assets.file(styles))}" />
        ${needed.map((file) => html`<link rel="modulepreload" href="${to(file)}" /> `)}
        <script type="module" src="${to(assets.file(script))}"></script>
      </head>
      <body>
        <main data-about="${JSON.stringify(about)}">${content}</main>
        <noscript><p class="problem">${text("no_script")}</p></noscript>
        <footer><a href="${from.address}" target="_blank" rel="noopener">${from.lesson}</a></footer>
      </body>
    </html> `;
  return String(document);
}

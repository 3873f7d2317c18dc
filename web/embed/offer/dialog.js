// The dialog with the code that puts a figure or an exercise into another page: what shall be left out and how it shall look, the code,
// and what comes of it. Fetched when it is first asked for.
import { html, LitElement, nothing } from "lit";
import { themes } from "../address.js";
import { elementSnippet, frameAddress, frameSnippet, isLocal } from "./snippet.js";
import { styles } from "./styles.js";
import { subjectOf, tens } from "./subject.js";
import { say } from "./words.js";

/** @typedef {import("./subject.js").Subject} Subject */

const kinds = ["frame", "element"];

/** Of every language that this page is there in, its name. @returns {Map<string, string>} */
function languages() {
  const others = document.querySelectorAll('link[rel="alternate"][hreflang]');
  const names = new Intl.DisplayNames(document.documentElement.lang, { type: "language" });
  const all = [document.documentElement.lang, ...[...others].map((link) => link.getAttribute("hreflang") ?? "")];
  return new Map(all.map((language) => [language, names.of(language) ?? language]));
}

class EmbedCode extends LitElement {
  static styles = styles;

  constructor() {
    super();
    /** @type {Subject | undefined} */
    this.subject = undefined;
    /** The site's address. */
    this.site = "";
    this.kind = kinds[0];
    /** @type {string[]} */
    this.hide = [];
    this.theme = "auto";
    this.language = document.documentElement.lang;
    this.seed = "";
    /** What stands in the field of the seed and is none. @type {string | undefined} */
    this.noSeed = undefined;
    this.fits = false;
    this.height = 0;
    this.copied = "";
    this.onMessage = (/** @type {MessageEvent} */ { source, data }) => {
      const frame = this.frame?.contentWindow;
      if (!frame || source !== frame || data?.context !== "whereabouts" || data.type !== "height") return;
      this.take(data.height);
      frame.postMessage({ context: "whereabouts", type: "fitted" }, "*");
    };
    this.onResize = new ResizeObserver(([{ target }]) => this.take(/** @type {HTMLElement} */ (target).offsetHeight));
  }

  get dialog() {
    return /** @type {HTMLDialogElement} */ (this.renderRoot.querySelector("dialog"));
  }

  get frame() {
    return /** @type {HTMLIFrameElement | null} */ (this.renderRoot.querySelector(".preview iframe"));
  }

  /** Everything as it is without a word, but for what stays from figure to figure: what it is pasted into. @param {Subject} subject @param {string} site */
  async offer(subject, site) {
    const seed = subject.settings.seed ?? "";
    Object.assign(this, { subject, site, seed, noSeed: undefined, hide: [], height: subject.height, copied: "" });
    this.requestUpdate();
    await this.updateComplete;
    window.addEventListener("message", this.onMessage);
    this.dialog.showModal();
  }

  /** A preview that nobody sees does not run. */
  closed() {
    window.removeEventListener("message", this.onMessage);
    this.onResize.disconnect();
    this.subject = undefined;
    this.requestUpdate();
  }

  /** @param {unknown} height that the preview has */
  take(height) {
    if (typeof height !== "number" || !(height > 0) || tens(height) === this.height) return;
    this.height = tens(height);
    this.requestUpdate();
  }

  /** @returns {import("./snippet.js").Wanted} */
  get wanted() {
    const { name, title, settings } = /** @type {Subject} */ (this.subject);
    const own = name === "exercise" ? { ...settings, seed: this.seed } : settings;
    return { name, title, settings: own, hide: this.hide, theme: this.theme, lang: this.language };
  }

  /** None while the seed is none: what was wanted is not known, and that of the last seed would be something else. */
  get code() {
    const { site, wanted, height, fits } = this;
    if (this.noSeed !== undefined) return "";
    return this.kind === "frame" ? frameSnippet(site, wanted, { height, fits }) : elementSnippet(site, wanted);
  }

  /** @param {Partial<EmbedCode>} changes */
  choose(changes) {
    Object.assign(this, { copied: "" }, changes);
    this.requestUpdate();
  }

  /** Names stand in the order in which the subject has them. @param {string} part @param {boolean} on */
  leaveOut(part, on) {
    const all = /** @type {Subject} */ (this.subject).hideable.map(({ name }) => name);
    this.choose({ hide: all.filter((name) => (name === part ? on : this.hide.includes(name))) });
  }

  /** @param {string} typed */
  takeSeed(typed) {
    const seed = typed.trim();
    const fits = /^\d+$/.test(seed) && Number.isSafeInteger(Number(seed));
    this.choose(fits ? { seed: String(Number(seed)), noSeed: undefined } : { noSeed: typed });
  }

  async copy() {
    const { code } = this;
    if (code === "") return this.choose({ copied: say("nothing") });
    const field = /** @type {HTMLTextAreaElement} */ (this.renderRoot.querySelector("#code"));
    const copied = await navigator.clipboard?.writeText(code).then(
      () => true,
      () => false,
    );
    // Where the page may not write to the clipboard, the older way may still be open.
    field.select();
    this.copied = say(copied || document.execCommand("copy") ? "copied" : "by_hand");
    this.requestUpdate();
  }

  /** An element stands in an empty page, as that of somebody else. */
  get hostPage() {
    return `<!doctype html><html lang="${this.language}"><meta charset="utf-8"><title>${say("preview")}</title>${elementSnippet(this.site, this.wanted)}</html>`;
  }

  /** @param {Event} event */
  watch({ target }) {
    const page = /** @type {HTMLIFrameElement} */ (target).contentDocument?.documentElement;
    this.onResize.disconnect();
    if (page) this.onResize.observe(page);
  }

  render() {
    return html`<dialog
      aria-labelledby="title"
      @close=${this.closed}
      @click=${(/** @type {Event} */ { target }) => target === this.dialog && this.dialog.close()}
    >
      ${this.subject ? this.renderOffer(this.subject) : nothing}
    </dialog>`;
  }

  /** @param {Subject} subject */
  renderOffer({ name, title, hideable }) {
    const known = languages();
    return html`<div class="inside">
      <div class="head">
        <h2 id="title">${say(name === "exercise" ? "title_exercise" : "title")}</h2>
        <button type="button" class="plain" @click=${() => this.dialog.close()}>${say("close")}</button>
      </div>
      <p class="subject">${title}</p>
      ${radios("kind", kinds, this.kind, (kind) => this.choose({ kind }))}
      <p class="note">${say(`about.${this.kind}`)}</p>
      <fieldset>
        <legend>${say("hide")}</legend>
        <div class="options">
          ${hideable.map((part) => box(part.name, part.label ?? say(`parts.${part.name}`), this.hide.includes(part.name), (on) => this.leaveOut(part.name, on)))}
        </div>
      </fieldset>
      ${radios("theme", themes, this.theme, (theme) => this.choose({ theme }), this.kind)}
      ${known.size > 1 ? this.renderLanguages(known) : nothing} ${name === "exercise" ? this.renderSeed() : nothing}
      ${this.kind === "frame" ? box("fits", say("fits"), this.fits, (fits) => this.choose({ fits })) : nothing}
      <label for="code">${say("code")}</label>
      <textarea id="code" readonly spellcheck="false" rows="5" .value=${this.code}></textarea>
      ${isLocal(this.site) ? html`<p class="note local">${say("local", { site: this.site })}</p>` : nothing}
      <p class="copying">
        <button type="button" class="main" @click=${this.copy}>${say("copy")}</button>
        <span role="status">${this.copied}</span>
      </p>
      <h3>${say("preview")}</h3>
      <div class="preview"></div>
    </div>`;
  }

  /** A frame of its own for every change: one that is led on would fill the browser's history. */
  updated() {
    if (this.subject === undefined) return;
    const place = /** @type {HTMLElement} */ (this.renderRoot.querySelector(".preview"));
    const [source, value] =
      this.kind === "frame" ? ["src", frameAddress(this.site, this.wanted)] : ["srcdoc", this.hostPage];
    if (this.frame?.getAttribute(source) !== value) {
      const frame = document.createElement("iframe");
      frame.title = this.subject.title;
      frame.setAttribute(source, value);
      if (this.kind === "element") frame.addEventListener("load", this.watch.bind(this));
      place.replaceChildren(frame);
    }
    /** @type {HTMLIFrameElement} */ (this.frame).height = String(this.height);
  }

  /** @param {Map<string, string>} known */
  renderLanguages(known) {
    return html`<p class="row">
      <label for="lang">${say("lang")}</label>
      <select id="lang" @change=${(/** @type {any} */ { target }) => this.choose({ language: target.value })}>
        ${[...known].map(([language, called]) => html`<option value=${language} ?selected=${language === this.language}>${called}</option>`)}
      </select>
    </p>`;
  }

  renderSeed() {
    const { noSeed: typed } = this;
    const wrong = typed !== undefined;
    const about = wrong ? (typed.trim() === "" ? "no_seed" : "not_a_seed") : "about_seed";
    return html`<p class="row">
        <label for="seed">${say("seed")}</label>
        <input
          id="seed"
          type="text"
          inputmode="numeric"
          autocomplete="off"
          .value=${typed ?? this.seed}
          aria-invalid=${wrong}
          aria-describedby="about-seed"
          @change=${(/** @type {any} */ { target }) => this.takeSeed(target.value)}
        />
      </p>
      <p class="note" id="about-seed" role=${wrong ? "alert" : nothing}>
        ${say(about, { typed: typed ?? "", most: Number.MAX_SAFE_INTEGER })}
      </p>`;
  }
}

/** @param {string} name @param {string[]} values @param {string} chosen @param {(value: string) => void} choose @param {string} [kind] that some values are called after */
function radios(name, values, chosen, choose, kind = "") {
  return html`<fieldset>
    <legend>${say(`${name}.legend`)}</legend>
    <div class="options">
      ${values.map(
        (value) =>
          html`<label class="option"
            ><input
              type="radio"
              name=${name}
              value=${value}
              .checked=${value === chosen}
              @change=${() => choose(value)}
            />
            ${say(`${name}.${value === "auto" ? `auto_${kind}` : value}`)}</label
          >`,
      )}
    </div>
  </fieldset>`;
}

/** @param {string} name @param {string} label @param {boolean} on @param {(on: boolean) => void} choose */
function box(name, label, on, choose) {
  return html`<label class="option"
    ><input
      type="checkbox"
      name=${name}
      .checked=${on}
      @change=${(/** @type {any} */ { target }) => choose(target.checked)}
    />
    ${label}</label
  >`;
}

customElements.define("embed-code", EmbedCode);

/** @type {EmbedCode | undefined} */
let shared;

/** Offers a live figure or exercise. @param {Element} element @param {string} site its address, with a slash at its end */
export function offerElement(element, site) {
  return openOffer(subjectOf(element), site);
}

/** Opens the page's dialog. @param {Subject} subject @param {string} site its address, with a slash at its end */
export async function openOffer(subject, site) {
  shared ??= document.body.appendChild(new EmbedCode());
  await shared.offer(subject, site);
}

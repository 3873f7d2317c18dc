// An element in somebody else's page: a small one under the name of a figure or of exercises. It fetches what it is about when it
// is wanted, holds its place meanwhile, and lets it stand inside itself, where the page's styles do not reach it.
import { filled } from "../engine/sentences.js";
import { report } from "../elements/events.js";
import { askedInstance } from "../elements/exercise-seed.js";
import { themes } from "./address.js";
import { adapted, guestSheet, isDark, sheet } from "./guest-styles.js";
import { agreedLanguage, loadElement, loadFonts, loadRules, loadSettings, loadStill, spoken } from "./loading.js";
import { at, origin, parts, site } from "./parts.js";
import { forget, held, hold, whenHeld } from "./policy.js";
import { giveUp, isFinal, suit } from "./still.js";

/** What a page may style by `::part`. */
const exported =
  "figure drawing controls control sentence training links drop exercise prompt program actions verdict comparison solution".split(
    " ",
  );

/** How far outside the window a lazy element begins to load. */
const near = "400px";

/** @param {string} tag @param {string} [name] of its class @param {string} [text] */
function make(tag, name = "", text = "") {
  const made = document.createElement(tag);
  if (name) made.className = name;
  made.textContent = text;
  return made;
}

/** A page that requires trusted types may not allow ours; then there is no picture. @param {string} markup */
function parsed(markup) {
  const types = /** @type {any} */ (globalThis).trustedTypes;
  const made = document.createElement("template");
  trusted ??= types ? types.createPolicy("whereabouts", { createHTML: String }) : { createHTML: String };
  made.innerHTML = trusted.createHTML(markup);
  return made.content;
}

/** @type {any} */
let trusted;

export class Guest extends HTMLElement {
  /** The embed name. */
  static embed = "";
  static observedAttributes = ["loading", "theme"];
  /** The script that it comes from. */
  static from = at("whereabouts.js");
  /** What all elements of the page speak (elements/registry.js). */
  static language = "";

  /** Registers the element that is to stand inside (elements/registry.js). @param {any} element */
  static takeIn(element) {
    const inside = `where-${this.embed}-inside`;
    if (customElements.get(inside)) return;
    class Inside extends element {
      static finalizeStyles(/** @type {any} */ styles) {
        return super.finalizeStyles(styles).map((/** @type {any} */ each) => sheet(adapted(each.cssText)));
      }
    }
    customElements.define(inside, /** @type {any} */ (Inside));
  }

  #room = make("div", "room");
  /** Holds the place: the page's own children, or the picture, or the sentence that it is on its way. */
  #place = make("div");
  #problems = make("div");
  #language = "en";
  #begun = false;
  #failed = false;
  /** @type {HTMLElement | undefined} */
  #inside;
  /** @type {IntersectionObserver | undefined} */
  #sight;
  #attributes = new MutationObserver((records) => {
    for (const { attributeName } of records) this.#hand(/** @type {string} */ (attributeName));
  });

  #whenHeld = () => this.#explain(this.#failed);

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [guestSheet()];
    this.#place.toggleAttribute("data-embed", true);
    this.#place.append(make("slot"));
    this.#room.append(this.#place, this.#problems);
    root.append(this.#room);
    // What follows the page is a class: of two drawings one is shown.
    this.#room.addEventListener("transitionend", () => this.#shade());
    this.#room.addEventListener("where-error", (/** @type {any} */ { detail }) => {
      if (this.#inside && isFinal(detail)) giveUp(this.#inside);
      this.#explain(true);
    });
    this.#room.addEventListener("where-ready", () => this.#shade());
  }

  /** What of it is an exercise is told with every event; undefined of a figure. */
  get #exercise() {
    if (this.#kind.embed !== "exercise") return undefined;
    return askedInstance((name) => this.getAttribute(name));
  }

  /** The class of a certain embed name. */
  get #kind() {
    return /** @type {typeof Guest} */ (this.constructor);
  }

  connectedCallback() {
    this.#language = Guest.language = agreedLanguage(this);
    this.#room.lang = this.#language;
    this.#room.dir = parts.languages[this.#language].direction;
    this.#shade();
    whenHeld(this.#whenHeld);
    this.#whenHeld();
    if (this.#begun) return;
    this.#check();
    if (this.getAttribute("loading") !== "lazy") return void this.#begin();
    if (this.hasAttribute("poster")) this.#hold();
    this.#sight ??= new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) this.#begin();
      },
      { rootMargin: near },
    );
    this.#sight.observe(this);
  }

  disconnectedCallback() {
    this.#sight?.disconnect();
    forget(this.#whenHeld);
  }

  /** @param {string} name */
  attributeChangedCallback(name) {
    // What was there from the beginning is looked at when it is in the page.
    if (this.#room.lang === "") return;
    if (name === "theme") this.#check();
    else if (this.getAttribute("loading") !== "lazy" && !this.#begun) this.#begin();
  }

  /** Light or dark, as the page here is. */
  #shade() {
    this.#room.classList.toggle("dark", isDark(getComputedStyle(this.#room)));
  }

  /** Attributes of ours that are not taken. */
  #check() {
    const theme = this.getAttribute("theme") ?? "auto";
    this.#say("theme", themes.includes(theme) ? "" : "not_one_of", {
      name: "theme",
      value: theme,
      allowed: themes.join(", "),
    });
    const lang = this.getAttribute("lang") || this.#language;
    const found = spoken(lang);
    if (!found)
      this.#say("lang", "not_one_of", { name: "lang", value: lang, allowed: Object.keys(parts.languages).join(", ") });
    else if (found !== this.#language) this.#say("lang", "another_language", { lang, language: this.#language });
  }

  /**
   * One sentence for each subject; an empty key takes it away.
   * @param {string} subject @param {string} key @param {Record<string, string>} [fields]
   */
  #say(subject, key, fields = {}) {
    this.#problems.querySelector(`.${subject}`)?.remove();
    if (key === "") return;
    const message = this.#sentence(key, fields);
    const line = make("p", `problem ${subject}`, message);
    line.setAttribute("role", "alert");
    this.#problems.append(line);
    if (subject === "policy") return;
    const setting = subject === "loading" ? {} : { setting: subject };
    report(this, "where-error", { name: this.#kind.embed, ...this.#exercise, ...setting, message });
  }

  /** @param {string} key @param {Record<string, string>} [fields] */
  #sentence(key, fields = {}) {
    return filled(parts.languages[this.#language].sentences[key], fields, (_, placeholder) => placeholder);
  }

  /** @type {Promise<import("./still.js").Still | undefined> | undefined} */
  #holding;

  /** Shows the picture of what is to come, or holds its room; without it a sentence. Never fails: the figure itself may come, and asks for it again. */
  #hold() {
    this.#holding ??= this.#fetchStill().catch(() => (this.#holding = undefined));
    return this.#holding;
  }

  async #fetchStill() {
    const { embed } = this.#kind;
    const poster = this.getAttribute("poster") ?? "";
    // Bare text is as good as elements; lines between them are nothing.
    const given = this.#place.querySelector("slot")?.assignedNodes().some((node) => node instanceof Element || node.textContent?.trim()); // prettier-ignore
    if (!this.#place.querySelector("img, .waiting")) {
      if (poster !== "" && poster !== "none") this.#place.append(Object.assign(make("img"), { src: poster, alt: "" }));
      else if (!given) this.#place.append(make("p", "waiting", this.#sentence("waiting")));
    }
    const about = this.#exercise;
    if (about && !/^\w+$/.test(about.exercise)) return undefined;
    const [still, rules] = await Promise.all([
      loadStill(about ? `exercise/posters/${about.exercise}.json` : `${embed}/poster.json`),
      loadRules(about ? "exercise" : "figure"),
      loadFonts(),
    ]);
    if (poster !== "" || given || this.#inside || this.#language !== "en") return still;
    this.shadowRoot?.adoptedStyleSheets.push(sheet(adapted(rules)));
    this.#place.prepend(parsed(still.markup));
    suit(this.#place, still, Object.fromEntries([...this.attributes].map(({ name, value }) => [name, value])));
    return still;
  }

  async #begin() {
    this.#begun = true;
    this.#sight?.disconnect();
    try {
      const loading = Promise.all([this.#exercise ? loadSettings() : [], loadElement(this.#kind.embed)]);
      loading.catch(() => {});
      // The picture first: what fails takes it away.
      const still = await this.#hold();
      const [settings] = await loading;
      const tag = `${this.localName}-inside`;
      if (!customElements.get(tag)) throw new Error(this.#sentence("no_element", { name: this.localName }));
      this.#enter(document.createElement(tag), settings, still?.measured);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** @param {HTMLElement} inside @param {string[]} settings beside those that it observes @param {unknown} measured */
  #enter(inside, settings, measured) {
    this.#inside = inside;
    inside.toggleAttribute("data-embed", true);
    inside.toggleAttribute("data-other", this.#place.hasAttribute("data-other"));
    inside.setAttribute("exportparts", exported.join());
    if (measured !== undefined) inside.dataset.measured = JSON.stringify(measured);
    // What it takes; other attributes are the page's own. Parameters of an exercise are read with the next exercise or seed.
    const { observedAttributes } = /** @type {typeof Guest} */ (inside.constructor);
    const taken = [...settings, ...observedAttributes];
    for (const name of taken) if (this.hasAttribute(name)) this.#hand(name);
    // What held the place goes on doing so, until the element itself takes it out.
    inside.append(...this.#place.childNodes);
    this.#place.replaceWith(inside);
    // Parts of drawings are pictures in the drawing itself: they fail for one reason only, and nothing says whose they were.
    // What stands in a slot passes by here too, but is the page's own.
    inside.shadowRoot?.addEventListener(
      "error",
      ({ target }) => inside.shadowRoot?.contains(/** @type {Node} */ (target)) && this.#explain(true, "img-src"),
      true,
    );
    this.#attributes.observe(this, { attributeFilter: taken });
  }

  /** @param {string} name of an attribute that the page has changed */
  #hand(name) {
    const value = this.getAttribute(name);
    if (value === null) this.#inside?.removeAttribute(name);
    else this.#inside?.setAttribute(name, value);
  }

  /** @param {Error} error */
  #fail({ message }) {
    giveUp(this.#place);
    this.#say("loading", "unloaded", { site, message });
    const again = make("button", "again", this.#sentence("try_again"));
    again.addEventListener("click", () => {
      this.#say("loading", "");
      again.remove();
      this.#begin();
    });
    this.#problems.append(again);
    this.#explain(true);
  }

  /**
   * Where the page's policy is the reason, what it has to allow.
   * @param {boolean} failed
   * @param {string} [directive] that is seen to be the reason
   */
  #explain(failed, directive) {
    this.#failed = failed;
    if (directive !== undefined && !held.has(directive)) hold(directive);
    if (failed && held.size > 0) this.#say("policy", "policy", { origin, held: [...held].join(", ") });
  }
}

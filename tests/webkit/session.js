// A browser behind a WebDriver, as the W3C describes it: HTTP and JSON, as much of it as these tests need. The clients that npm has
// know other browsers.

import { until } from "../driven.js";

/** Keys that are no characters. */
const keys = {
  Tab: "\uE004",
  Enter: "\uE007",
  Shift: "\uE008",
  Control: "\uE009",
  Escape: "\uE00C",
  Space: " ",
  ArrowLeft: "\uE012",
  ArrowRight: "\uE014",
};

/**
 * Runs in the page: the first element in sight at a path of selectors, each within the shadow trees of what the one before found, parted by
 * `>>>`; with a name, the first that reads so.
 */
const finding = `(path, name) => {
  const all = (root, selector) => [
    ...root.querySelectorAll(selector),
    ...[...root.querySelectorAll("*")].flatMap(({ shadowRoot }) => (shadowRoot ? all(shadowRoot, selector) : [])),
  ];
  const step = (inside, selector) => inside.flatMap((each) => all(each.shadowRoot ?? each, selector));
  const found = path.split(">>>").map((selector) => selector.trim()).reduce(step, [document]);
  return found.find((each) => each.checkVisibility() && (name == null || each.textContent.trim() === name)) ?? null;
}`;

/**
 * @param {string} address with a slash at its end
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
async function command(address, method, path, body) {
  // Newer drivers take nothing that does not say that it is JSON.
  const sent = body && { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
  const response = await fetch(address + path, { method, ...sent });
  const { value } = /** @type {any} */ (await response.json());
  if (!response.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
  return value;
}

/** A window of the browser. */
export class Session {
  /** @param {string} address of the session */
  constructor(address) {
    this.address = address;
  }

  /** @param {string} driver its address @param {object} wanted capabilities */
  static async open(driver, wanted) {
    const { sessionId, capabilities } = await command(driver, "POST", "session", {
      capabilities: { alwaysMatch: wanted },
    });
    return Object.assign(new Session(`${driver}session/${sessionId}/`), { capabilities });
  }

  close() {
    return command(this.address.slice(0, -1), "DELETE", "");
  }

  /** @param {string} url */
  goto(url) {
    return command(this.address, "POST", "url", { url });
  }

  /**
   * What a function gives in the page, or in the frame that was entered; what it is given and gives goes as JSON.
   * @param {(...given: any[]) => unknown} ask
   * @param {...unknown} given
   */
  evaluate(ask, ...given) {
    return command(this.address, "POST", "execute/sync", { script: `return (${ask})(...arguments);`, args: given });
  }

  /** @param {string} path of selectors @param {string} [name] @returns {Promise<object | null>} for what runs in the page */
  seek(path, name) {
    return command(this.address, "POST", "execute/sync", {
      script: `return (${finding})(...arguments);`,
      args: [path, name ?? null],
    });
  }

  /** The same, once there is one. @param {string} path @param {string} [name] */
  find(path, name) {
    return until(
      () => this.seek(path, name),
      (found) => found !== null,
      `${path} ${name ?? ""}`,
    );
  }

  /** Text of an element, or of its shadow tree; none where there is no such element. @param {string} path @returns {Promise<string>} */
  async text(path) {
    const found = await this.seek(path);
    return found ? this.evaluate((element) => (element.shadowRoot ?? element).textContent, found) : "";
  }

  /** The frame with this index in the page. @param {number} index */
  async enter(index) {
    const id = await this.evaluate((at) => document.querySelectorAll("iframe")[at], index);
    await command(this.address, "POST", "frame", { id });
  }

  /** Back to the page around the frames. */
  leave() {
    return command(this.address, "POST", "frame", { id: null });
  }

  /** A click of the mouse in the middle of an element. @param {string} path @param {string} [name] */
  async click(path, name) {
    const origin = await this.find(path, name);
    await this.evaluate((element) => element.scrollIntoView({ block: "center", behavior: "instant" }), origin);
    const actions = [
      { type: "pointerMove", origin, x: 0, y: 0 },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ];
    await command(this.address, "POST", "actions", { actions: [{ type: "pointer", id: "mouse", actions }] });
  }

  /** @param {string} path @param {string} [name] */
  async focus(path, name) {
    await this.evaluate((element) => element.focus(), await this.find(path, name));
  }

  /** A key, or several: all but the last are held. @param {...string} names */
  press(...names) {
    const values = names.map((name) => keys[/** @type {keyof typeof keys} */ (name)] ?? name);
    return this.strike([
      ...values.map((value) => ({ type: "keyDown", value })),
      ...values.toReversed().map((value) => ({ type: "keyUp", value })),
    ]);
  }

  /** @param {string} text */
  type(text) {
    return this.strike(
      [...text].flatMap((value) => [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]),
    );
  }

  /** @param {{ type: string, value: string }[]} actions */
  strike(actions) {
    return command(this.address, "POST", "actions", { actions: [{ type: "key", id: "keys", actions }] });
  }

  /** @param {number} width @param {number} height in pixels, of the window */
  resize(width, height) {
    return command(this.address, "POST", "window/rect", { width, height });
  }

  /** A picture of what the window shows, a PNG. */
  async picture() {
    return Buffer.from(await command(this.address, "GET", "screenshot"), "base64");
  }
}

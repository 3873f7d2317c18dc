// The controls of a figure, made from the declarations of its settings.
import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import {
  inOneLine,
  isControlled,
  nearest,
  readEntries,
  settingProblem,
  stepped,
  writeSetting,
} from "../figures/settings.js";

/** @typedef {import("../figures/types.js").Setting} Setting */
/** @typedef {import("./figure.js").WhereFigure} WhereFigure */

const sliderSteps = 1000;

/**
 * A slider has its own scale: whole steps of the setting, or a thousand steps of its logarithm.
 * @param {Setting} setting
 */
function sliderScale(setting) {
  const { minimum = 0, maximum = 1 } = setting;
  if (setting.scale !== "log") {
    return {
      minimum,
      maximum,
      step: setting.step ?? 1,
      write: (/** @type {number} */ v) => v,
      read: (/** @type {number} */ v) => v,
    };
  }
  // Zero has no logarithm: a scale that starts there is shifted by one.
  const shift = minimum > 0 ? 0 : 1;
  const [low, high] = [Math.log(minimum + shift), Math.log(maximum + shift)];
  return {
    minimum: 0,
    maximum: sliderSteps,
    step: 1,
    write: (/** @type {number} */ v) => Math.round(((Math.log(v + shift) - low) / (high - low)) * sliderSteps),
    read: (/** @type {number} */ v) => Math.exp(low + (v / sliderSteps) * (high - low)) - shift,
  };
}

/** @param {WhereFigure} element @param {Setting} setting */
function numberControl(element, setting) {
  const { name } = setting;
  const value = element.state[name];
  const scale = sliderScale(setting);
  const slide = (/** @type {any} */ event) =>
    element.change({ [name]: nearest(setting, scale.read(Number(event.target.value))) });
  const arrows = (/** @type {KeyboardEvent} */ event) => {
    const steps = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 10, PageDown: -10 }[event.key];
    const typing = /** @type {HTMLElement} */ (event.target).matches(".field");
    if (!steps || (typing && event.key.match(/Left|Right/))) return;
    event.preventDefault();
    // In a field the step goes on from what stands there, typed or not; what cannot be taken stays to be mended.
    const from = typing ? taken(element, setting, /** @type {any} */ (event.target).value) : value;
    if (from !== undefined) element.change({ [name]: stepped(setting, from, steps * (event.shiftKey ? 10 : 1)) });
  };
  return html`<div class="control" part="control" @keydown=${arrows}>
    <label for="field-${name}">${nameOf(element, setting)}</label>
    <input
      class="slider"
      type="range"
      min=${scale.minimum}
      max=${scale.maximum}
      step=${scale.step}
      .value=${live(String(scale.write(value)))}
      aria-label=${element.text(`settings.${name}`)}
      aria-valuetext=${describe(element, setting)}
      @input=${slide}
    />
    ${field(element, setting)}${refusal(element, setting)}
  </div>`;
}

/** The name with its unit under it: beside the field it would leave no room for the slider. @param {WhereFigure} element @param {Setting} setting */
function nameOf(element, setting) {
  const name = element.text(`settings.${setting.name}`);
  return setting.unit ? html`${name} <span class="unit">${element.text(`units.${setting.unit}`)}</span>` : name;
}

/** @param {WhereFigure} element @param {Setting} setting */
function describe(element, setting) {
  const value = writeSetting(setting, element.state[setting.name]);
  return setting.unit ? `${value} ${element.text(`units.${setting.unit}`)}` : value;
}

/**
 * The value of a field's text; undefined where it is refused, and then the figure says why.
 * @param {WhereFigure} element @param {Setting} setting @param {string} entry
 */
function taken(element, setting, entry) {
  const { values, problems } = readEntries(element.figure, [[setting, entry]], element.state);
  if (problems.length === 0) return values[setting.name];
  element.refuse(setting, problems[0].problem, entry);
  return undefined;
}

/** Why an entry is not taken, at the control that it was given to. @param {WhereFigure} element @param {{name: string}} of */
function refusal(element, { name }) {
  const refused = element.refused.get(name);
  return refused ? html`<p class="problem" id="problem-${name}" role="alert">${refused.sentence}</p>` : nothing;
}

/** The sentences about what has no control of its own here: hidden settings, and what is to be hidden. @param {WhereFigure} element */
export function otherRefusals(element) {
  const shown = shownSettings(element).map(({ name }) => name);
  return [...element.refused.keys()].filter((name) => !shown.includes(name)).map((name) => refusal(element, { name }));
}

/** @param {WhereFigure} element @param {Setting} setting */
function field(element, setting) {
  // A refused entry stays for the reader to mend; an accepted one is written as the figure writes numbers. What is being typed stays as
  // it is, also while the figure draws itself anew.
  const refused = element.refused.get(setting.name);
  const typing = (/** @type {any} */ event) => element.typed.set(setting.name, event.target.value);
  const leave = () => element.typed.delete(setting.name) && element.requestUpdate();
  const accept = (/** @type {any} */ event) => {
    element.typed.delete(setting.name);
    const value = taken(element, setting, event.target.value);
    if (value !== undefined) element.change({ [setting.name]: value });
  };
  // Of its own accord a field makes a space of every line end that is pasted. Inserted as if typed, it can be undone, and leaving reports it.
  const paste = (/** @type {any} */ event) => {
    const pasted = event.clipboardData?.getData("text") ?? "";
    if (!setting.verbatim || inOneLine(pasted) === pasted) return;
    event.preventDefault();
    document.execCommand("insertText", false, inOneLine(pasted));
  };
  return html`<input
    id="field-${setting.name}"
    class="field"
    type="text"
    inputmode=${setting.type === "whole" ? "numeric" : "text"}
    autocomplete="off"
    .value=${live(element.typed.get(setting.name) ?? refused?.entry ?? writeSetting(setting, element.state[setting.name]))}
    aria-invalid=${refused ? "true" : "false"}
    aria-describedby=${refused ? `problem-${setting.name}` : nothing}
    @input=${typing}
    @paste=${paste}
    @change=${accept}
    @blur=${leave}
  />`;
}

/**
 * Choices side by side, each switched on or off.
 * @param {WhereFigure} element
 * @param {Setting} setting
 * @param {"radio" | "checkbox"} type
 * @param {(choice: string) => boolean} chosen
 * @param {(choice: string) => void} toggle
 */
function options(element, setting, type, chosen, toggle) {
  const { name, choices = [], words = "choices" } = setting;
  return html`<fieldset class="control choices" part="control">
    <legend>${element.text(`settings.${name}`)}</legend>
    <span class="options">
      ${choices.map(
        (choice) =>
          html`<label class="option"
            ><input
              type=${type}
              name=${name}
              value=${choice}
              .checked=${live(chosen(choice))}
              @change=${() => toggle(choice)}
            /><span>${element.text(`${words}.${choice}`)}</span></label
          >`,
      )}
    </span>
    ${refusal(element, setting)}
  </fieldset>`;
}

/** @param {WhereFigure} element @param {Setting} setting */
function choiceControl(element, setting) {
  const { name } = setting;
  const chosen = (/** @type {string} */ choice) => element.state[name] === choice;
  return options(element, setting, "radio", chosen, (choice) => element.change({ [name]: choice }));
}

/** Some of the choices; a set that would be too small or too large is refused. @param {WhereFigure} element @param {Setting} setting */
function setControl(element, setting) {
  const { name, choices = [], words = "choices" } = setting;
  const chosen = (/** @type {string} */ choice) => element.state[name].includes(choice);
  // Who chose here has seen these names, and not those that an address takes.
  const allowed = () => choices.map((choice) => element.text(`${words}.${choice}`)).join(", ");
  return options(element, setting, "checkbox", chosen, (choice) => {
    const value = choices.filter((each) => chosen(each) !== (each === choice));
    const problem = settingProblem(setting, value);
    if (problem) element.refuse(setting, { ...problem, fields: { ...problem.fields, allowed: allowed() } }, "");
    else element.change({ [name]: value });
  });
}

/** @param {WhereFigure} element @param {Setting} setting */
function switchControl(element, setting) {
  const { name } = setting;
  return html`<div class="control" part="control">
    <label class="switch"
      ><input
        type="checkbox"
        role="switch"
        .checked=${live(element.state[name])}
        @change=${(/** @type {any} */ event) => element.change({ [name]: event.target.checked })}
      /><span>${element.text(`settings.${name}`)}</span></label
    >
    ${refusal(element, setting)}
  </div>`;
}

/** @param {WhereFigure} element @param {Setting} setting */
function lineControl(element, setting) {
  return html`<div class="control list" part="control">
    <label for="field-${setting.name}">${nameOf(element, setting)}</label>${field(element, setting)}${refusal(element, setting)}
  </div>`;
}

const kinds = {
  number: numberControl,
  whole: numberControl,
  choice: choiceControl,
  set: setControl,
  switch: switchControl,
  numbers: lineControl,
  text: lineControl,
};

/** The settings that have a control. @param {WhereFigure} element */
function shownSettings(element) {
  return element.figure.settings.filter(
    (setting) => isControlled(setting, element.state) && !element.unwanted.has(setting.name),
  );
}

/**
 * One row of controls: every setting that has one in this state and is not hidden by the page.
 * @param {WhereFigure} element
 */
export function controls(element) {
  // Who takes hold of a control wants to set the figure, not to watch it: while it plays, every field is written anew.
  const halt = () => element.playing && element.stop();
  return html`<div class="controls" part="controls" @focusin=${halt} @pointerdown=${halt} @input=${halt} @keydown=${halt}>
    ${shownSettings(element).map((setting) => kinds[setting.type](element, setting))}
  </div>`;
}

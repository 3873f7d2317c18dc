// What figures are made of: markup, numbers, words, settings, colours, heat maps.
import { decode } from "fast-png";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { parseAnswer } from "../../web/engine/answers.js";
import * as colour from "../../web/figures/colour.js";
import { heatMap } from "../../web/figures/heat-map.js";
import { svg } from "../../web/figures/markup.js";
import { readIds } from "../../web/elements/token-ids.js";
import { decimal, plain, powerOfTen, readNumber, significant, small, sumOf } from "../../web/figures/number.js";
import { nearest, readSetting, settingProblem, stepped, within, writeSetting } from "../../web/figures/settings.js";
import { createText } from "../../web/figures/text.js";
import { assertRejects } from "./figures-support.js";

test("markup escapes what it is given and nests what it made", () => {
  const evil = `"><script>alert('1')</script>&`;
  const inner = svg`<tspan>${evil}</tspan>`;
  assert.equal(
    String(svg`<text fill="${evil}">${[inner, 3, null, undefined, ""]}</text>`),
    '<text fill="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;">' +
      "<tspan>&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;</tspan>3</text>",
  );
});

test("numbers are written with a real minus sign, grouped, and never as minus zero", () => {
  assert.deepEqual([-0.98999, 0.1411, -0.0004, 0, 1234.5678].map((value) => decimal(value)), ["−0.990", "0.141", "0.000", "0.000", "1,234.568"]); // prettier-ignore
  assert.deepEqual([47116.7, 6.28318, 0.00013336, 0, 628.3185].map((value) => significant(value)), ["47,117", "6.283", "0.0001334", "0", "628.3"]); // prettier-ignore
  assert.deepEqual([5, 5.3, -0.25, 10000, 1e6, 99999.5].map((value) => plain(value)), ["5", "5.3", "−0.25", "10,000", "1,000,000", "99,999.5"]); // prettier-ignore
  assert.deepEqual([3.2e-8, 0, 0.5, -2.6e-4].map(small), ["3\u00a0×\u00a010⁻⁸", "0", "0.500", "−3\u00a0×\u00a010⁻⁴"]);
  assert.equal(sumOf([0.12, -0.0953, 0.5, -0.0001]), "0.120 − 0.095 + 0.500 + 0.000");
  assert.deepEqual([4, -12, 0].map(powerOfTen), ["10⁴", "10⁻¹²", "10⁰"]);
});

test("numbers are read as readers type them, and written numbers are read back", () => {
  assert.deepEqual(["−0.99", "-.99", "10,000", "1,234,567.5", " 5 ", "1e3"].map(readNumber), [-0.99, -0.99, 10000, 1234567.5, 5, 1000]); // prettier-ignore
  for (const nonsense of [
    "",
    "abc",
    ",",
    "1,",
    "1 2",
    "--1",
    "1,2,3",
    "1,2.5",
    "0,141,000",
    "1,0000,000",
    "1.5,000",
    "Infinity x",
  ])
    assert.ok(Number.isNaN(readNumber(nonsense)), nonsense);
  for (const value of [0, -3, 12345.678, 1e6, -0.001]) assert.equal(readNumber(plain(value)), value);
});

test("a decimal comma is read as in exercises, save where it can part groups of three digits", () => {
  for (const typed of ["0,141", "−0,141", ",5", "1,2", "3,1416", "00,125", "1234,567", "-0,990"])
    assert.equal(readNumber(typed), parseAnswer(typed), typed);
  assert.equal(readNumber("0,141"), 0.141);
  assert.equal(readNumber("-1,234"), -1234);
  assert.deepEqual(["10 000", "−1\u202f234", "1 23"].map(readNumber), [10000, -1234, NaN]);
  assert.deepEqual(["2,5", "½", "2½", "−2 ¼"].map(readNumber), [2.5, 0.5, 2.5, -2.25]);
  for (const nonsense of ["0x10", "0b1", "Infinity", "1e400", "2²", "1+1", "pi"])
    assert.ok(Number.isNaN(readNumber(nonsense)), nonsense);
});

test("words: filled from the figure's messages, then from the common ones; missing ones are mistakes", () => {
  const catalogue = { figure: { common: { reset: "Reset", deep: { key: "{a} and {b}" } }, mine: { reset: "Again" } } };
  const text = createText(catalogue, "mine");
  assert.equal(text("reset"), "Again");
  assert.equal(text("deep.key", { a: 1, b: "$&" }), "1 and $&");
  assert.throws(() => text("deep"), /no message "figure\.mine\.deep"/);
  assert.throws(() => text("deep.key", { a: 1 }), /wants a value for \{b\}/);
  assert.equal(createText(catalogue, "other")("reset"), "Reset");
});

const base = { name: "base", type: "number", default: 10000, minimum: 2, maximum: 1e6, step: 1, scale: "log" };
const width = { name: "width", type: "whole", default: 4, minimum: 2, maximum: 16, step: 2 };
const vector = { name: "query", type: "numbers", default: [1, 2], minimum: -9, maximum: 9, length: 2 };
const choice = { name: "layout", type: "choice", default: "half", choices: ["half", "interleaved"] };
const mix = { name: "mix", type: "switch", default: false };

test("settings are read and written by their declarations, back and forth", () => {
  for (const [setting, value] of [
    [base, 10000],
    [base, 2.5],
    [width, 6],
    [vector, [-1, 0.5]],
    [choice, "half"],
    [mix, true],
  ]) {
    // prettier-ignore
    assert.deepEqual(readSetting(setting, writeSetting(setting, value)), value);
    assert.equal(settingProblem(setting, value), null);
  }
  assert.deepEqual(readSetting(vector, "[1, −0.5]"), [1, -0.5]);
  assert.deepEqual(readSetting(vector, "1; −0,5"), [1, -0.5]);
  assert.deepEqual(readSetting(vector, "1, ½"), [1, 0.5]);
  assert.equal(readSetting(vector, "1; 2 3"), undefined);
  assert.equal(readSetting(mix, ""), true);
  assert.equal(readSetting(base, "ten"), undefined);
});

test("a field shows the very number that the figure uses", () => {
  for (const value of [2.5004, 1e-9, 1 / 3, 12345.678901, -0.0004])
    assert.equal(readSetting(base, writeSetting(base, value)), value);
  assert.equal(writeSetting(base, 10000), "10,000");
  assert.equal(writeSetting(vector, [1, -0.3004]), "1; −0.3004");
});

test("token ids are read from a list, and what is none or may be several is named", () => {
  const text = (/** @type {string} */ key, { typed = "", last = "" } = {}) => `${key} ${typed} ${last}`.trim();
  for (const typed of ["464 3797 319", "464, 3797, 319", "[464,3797,319]", " 464;3797; 319,"])
    assert.deepEqual(readIds(typed, 50257, text), [464, 3797, 319], typed);
  assert.deepEqual(readIds("1000", 50257, text), [1000]);
  assert.throws(() => readIds("5 1,000", 50257, text), /^Error: one_or_more 1,000$/);
  for (const wrong of ["abc", "-1", "1.5", "0x10", "1e3"])
    assert.throws(() => readIds(`3 ${wrong}`, 50257, text), new RegExp(`^Error: not_an_id ${wrong}$`));
  // As numbers of 32 bits the first two would be 3 and 5, the third a negative one.
  for (const far of ["4294967299", "8589934597", "2147483648", "99999999999999999999999", "50257"])
    assert.throws(() => readIds(`3 ${far} 5`, 50257, text), new RegExp(`^Error: beyond ${far} 50,256$`));
  assert.deepEqual(readIds("50256 0", 50257, text), [50256, 0]);
  assert.throws(() => readIds(" , ", 50257, text), /no_ids/);
});

test("settings refuse what is wrong, each with a reason and its range", () => {
  const wrong = [
    [base, 1, "problem.number"],
    [base, undefined, "problem.number"],
    [base, NaN, "problem.number"],
    [width, 3.5, "problem.whole"],
    [width, 18, "problem.whole"],
    [vector, [1], "problem.numbers"],
    [vector, [1, 10], "problem.numbers"],
    [vector, undefined, "problem.numbers"],
    [choice, "other", "problem.choice"],
    [mix, undefined, "problem.switch"],
  ];
  for (const [setting, value, key] of wrong) assert.equal(settingProblem(setting, value)?.key, key);
  assert.deepEqual(settingProblem(base, 1)?.fields, { minimum: "2", maximum: "1,000,000" });
});

test("dragged values come to the nearest step inside the range; arrow keys always move", () => {
  assert.deepEqual(
    [1, 3.1, 5.2, 99].map((value) => nearest(width, value)),
    [2, 4, 6, 16],
  );
  assert.deepEqual(
    [1, 12345.6, 2e6].map((value) => nearest(base, value)),
    [2, 12300, 1e6],
  );
  for (const value of [2, 3, 10, 9999, 1e5]) {
    assert.ok(stepped(base, value, 1) > value, String(value));
    if (value > 2) assert.ok(stepped(base, value, -1) < value, String(value));
  }
  assert.equal(stepped(width, 4, 1), 6);
  assert.deepEqual(within([width], { width: 99.5, other: 3 }), { width: 16, other: 3 });
});

/** Relative luminance and contrast as the Web Content Accessibility Guidelines define them. */
function contrast(first, second) {
  const luminance = (hex) => {
    const [red, green, blue] = [1, 3, 5]
      .map((start) => parseInt(hex.slice(start, start + 2), 16) / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark, light] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const shades = (paint) => paint.match(/#[0-9a-f]{6}/g);

test("every colour of meaning can be read on the paper, light and dark", () => {
  for (const name of ["content", "position", "query", "key", "value", "sum", "ink", "quiet"]) {
    for (const theme of [0, 1]) {
      const ratio = contrast(shades(colour[name])[theme], shades(colour.paper)[theme]);
      assert.ok(ratio >= 4.5, `${name}: ${ratio}`);
    }
  }
  assert.ok(contrast(shades(colour.line)[0], shades(colour.paper)[0]) < 4.5);
});

test("figures fall back to the very colours that pages set", () => {
  const sheet = readFileSync(new URL("../../web/styles/tokens.css", import.meta.url), "utf8");
  for (const name of ["content", "position", "query", "key", "value", "sum", "ink", "quiet", "line", "paper"]) {
    const [, light, dark] = sheet.match(new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`)) ?? [];
    assert.deepEqual(shades(colour[name]), [light, dark], name);
  }
});

test("signed values: neutral at zero, blue below, red above, further from the middle means further from neutral", () => {
  for (const dark of [false, true]) {
    const palette = colour.divergingPalette(dark);
    const [red, green, blue] = palette[127];
    assert.ok(Math.max(red, green, blue) - Math.min(red, green, blue) <= 2);
    for (const step of [20, 60, 127]) {
      assert.ok(palette[127 - step][2] > palette[127 - step][0] && palette[127 + step][0] > palette[127 + step][2]);
    }
    const lightness = palette.map(([r, g, b]) => 0.3 * r + 0.6 * g + 0.1 * b);
    for (const step of [1, 2, 3]) {
      const [near, far] = [lightness[127 + 30 * step], lightness[127 + 40 * step]];
      assert.ok(dark ? far > near : far < near);
    }
  }
});

test("a heat map's pixels are its values, row by row; with the sign turned they are not", async () => {
  const values = Float32Array.from([-1, 0, 1, 0.5, -0.5, 2]);
  const [light, dark] = heatMap(svg, { x: 0, y: 0, width: 30, height: 20 }, values, 3).map(String);
  for (const [drawing, isDark] of [
    [light, false],
    [dark, true],
  ]) {
    // prettier-ignore
    const image = decode(Buffer.from(drawing.match(/base64,([^"]+)/)[1], "base64"));
    assert.deepEqual([image.width, image.height], [3, 2]);
    const palette = colour.divergingPalette(isDark);
    const check = (sign) => {
      values.forEach((value, index) => {
        const clamped = Math.max(-1, Math.min(1, sign * value));
        assert.deepEqual([...image.palette[image.data[index]]], palette[127 + Math.round(127 * clamped)]);
      });
    };
    check(1);
    await assertRejects(() => check(-1));
  }
  assert.match(light, /class="light-map"/);
  assert.match(dark, /class="dark-map"/);
});

// Scales of drawings, held against those of d3.
import assert from "node:assert/strict";
import test from "node:test";

import * as d3 from "d3-scale";

import { scaleLinear, scaleLog } from "../../web/figures/scale.js";

/** Domains of drawings and stranger ones; the last is a single point. @type {[number, number][]} */
const domains = [
  [0, 1],
  [-1, 1],
  [0, 63],
  [-63, 63],
  [-0.5, 31.5],
  [0, 100_000],
  [0.0123, 0.0789],
  [-7.3, -7.1],
  [1019.93, 1020.07],
  [-1e-4, 4015],
  [4, 4],
];

/** @param {number} got @param {number} expected */
function close(got, expected) {
  assert.ok(Math.abs(got - expected) <= 1e-12 * Math.max(1, Math.abs(expected)), `${got}, not ${expected}`);
}

for (const domain of domains) {
  test(`linear, from ${domain[0]} to ${domain[1]}: places, numbers, ticks and widened domains are those of d3`, () => {
    for (const range of [
      [30, 500],
      [210, 12],
    ]) {
      const [ours, theirs] = [scaleLinear(domain, range), d3.scaleLinear(domain, range)];
      for (const share of [-0.2, 0, 0.3, 1, 1.4]) {
        const value = domain[0] + share * (domain[1] - domain[0]);
        close(ours(value), theirs(value));
        const place = range[0] + share * (range[1] - range[0]);
        close(ours.invert(place), theirs.invert(place));
        for (const count of [3, 5, 10]) close(ours.nice(count)(value), theirs.copy().nice(count)(value));
      }
      assert.deepEqual(ours.domain(), theirs.domain());
      for (const count of [2, 3, 4, 5, 8, 10]) assert.deepEqual(ours.ticks(count), theirs.ticks(count));
    }
  });
}

test("a tick is the number that it is read as", () => {
  assert.deepEqual(scaleLinear([0, 0.4], [0, 1]).ticks(4), [0, 0.1, 0.2, 0.3, 0.4]);
});

test("logarithmic: places and numbers are those of d3", () => {
  const [ours, theirs] = [scaleLog([4, 65_536], [300, 10]), d3.scaleLog([4, 65_536], [300, 10])];
  for (const value of [1, 4, 77, 65_536, 1e6]) close(ours(value), theirs(value));
  for (const place of [0, 10, 123.4, 300]) close(ours.invert(place), theirs.invert(place));
});

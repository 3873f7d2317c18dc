// A module that did not come is asked for again, also in browsers that remember for as long as the page lives that it did not come.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fetched } from "../../web/engine/fetched.js";

test("a browser that remembers is asked under another address, once", async () => {
  const address = "https://example.org/assets/part-a1b2.js";
  const remembers = () => Promise.reject(new TypeError(`Failed to fetch dynamically imported module: ${address}`));
  /** @type {string[]} */
  const asked = [];
  let there = false;
  const ask = async (/** @type {string} */ other) => {
    asked.push(other);
    if (!there) throw new TypeError(`Failed to fetch dynamically imported module: ${other}`);
    return { part: asked.length };
  };
  await assert.rejects(fetched(remembers, ask), /part-a1b2/);
  assert.deepEqual(asked, []);
  await assert.rejects(fetched(remembers, ask), /again=1/);
  there = true;
  const [one, two] = await Promise.all([fetched(remembers, ask), fetched(remembers, ask)]);
  assert.deepEqual(asked, [`${address}?again=1`, `${address}?again=2`]);
  // A second copy of a module would be another module.
  assert.equal(one, two);
  assert.equal(await fetched(remembers, ask), one);
});

test("a browser that asks anew is left alone, and what is no matter of fetching stays as it is", async () => {
  const never = async () => assert.fail("asked under another address");
  let tries = 0;
  const comes = async () => {
    if (++tries === 1) throw new TypeError("error loading dynamically imported module: https://example.org/one.js");
    return "here";
  };
  await assert.rejects(fetched(comes, never));
  assert.equal(await fetched(comes, never), "here");
  const broken = () => Promise.reject(new Error("it has no element of that name"));
  for (let again = 0; again < 2; again += 1) await assert.rejects(fetched(broken, never), /no element/);
});

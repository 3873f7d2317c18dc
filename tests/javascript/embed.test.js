// What frames make of their address, and which heights they tell: without a browser.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { contentSecurityPolicy } from "../../web/course/shell.js";
import { readAddress } from "../../web/embed/address.js";
import { frameHead } from "../../web/embed/first-script.js";
import { narrowed } from "../../web/embed/frame-policy.js";
import { Heights } from "../../web/embed/heights.js";
import { hostScript } from "../../web/embed/script.js";

const about = { name: "clock", script: "", settings: ["base", "m"], languages: { de: "words.js" }, sentences: {} };
const exercises = {
  rotate: { parameters: ["width"], lesson: "", address: "" },
  slope: { parameters: ["n_head"], lesson: "", address: "" },
};
const exercise = { ...about, name: "exercise", settings: ["exercise", "seed", "learner"], exercises };

test("an address sets what there is, and what there is not is said", () => {
  const { attributes, language, problems } = readAddress(
    "?base=1e4&base=2&hide=m&lang=de&theme=dark&lti_user=3",
    about,
  );
  assert.deepEqual(attributes, { base: "1e4", hide: "m" });
  assert.equal(language, "de");
  assert.deepEqual(problems, []);
  assert.deepEqual(readAddress("?seed=3&lang=toString&theme=Dark", about).problems, [
    { key: "unknown", fields: { name: "seed", allowed: "base, m, hide, theme, lang" } },
    { key: "not_one_of", fields: { name: "theme", value: "Dark", allowed: "auto, light, dark" } },
    { key: "not_one_of", fields: { name: "lang", value: "toString", allowed: "en, de" } },
  ]);
});

test("of a theme or a language asked for twice the first is checked and used", () => {
  const twice = readAddress("?theme=pink&theme=dark&lang=de&lang=tlh", about);
  assert.equal(twice.language, "de");
  assert.deepEqual(
    twice.problems.map(({ fields }) => fields.value),
    ["pink"],
  );
});

test("an exercise takes the parameters of its own, and no others", () => {
  const { attributes, problems } = readAddress("?exercise=rotate&seed=7&width=4&n_head=8&learner=ann", exercise);
  assert.deepEqual(attributes, { exercise: "rotate", seed: "7", width: "4", learner: "ann" });
  assert.deepEqual(
    problems.map(({ fields }) => fields.name),
    ["n_head"],
  );
  assert.equal(readAddress("?exercise=constructor&name=1", exercise).problems.length, 1);
});

test("the policy of a frame names any site until its first script names the one it is from, and allows nothing else than that of other pages", async () => {
  const { script, policy } = await frameHead();
  const sum = `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
  assert.doesNotMatch(policy, /'self'/);
  assert.doesNotMatch(policy, /script-src[^;]*(?:'unsafe-inline'|'unsafe-eval'|data:|blob:)/);
  const narrow = narrowed(policy, "https://example.org");
  assert.doesNotMatch(narrow, /https?:[ ;]/);
  const own = narrow.replace(`${sum} `, "").replace("blob: data:", "blob:");
  assert.equal(own.replaceAll(" https://example.org", ""), contentSecurityPolicy);
});

test("heights: changes below two pixels are none, and two that follow each other for ever end with the larger", () => {
  const heights = new Heights();
  assert.equal(heights.next(400.2, 0), 401);
  assert.equal(heights.next(402, 1), null);
  assert.equal(heights.next(399.5, 2), null);
  assert.equal(heights.next(403, 3), 403);
  assert.equal(heights.next(0, 4), null);
  assert.equal(heights.next(Number.NaN, 4), null);
  const told = Array.from({ length: 100 }, (_, step) => heights.next(step % 2 ? 500 : 520, 10 + step));
  assert.ok(told.filter((height) => height !== null).length <= 12);
  assert.equal(heights.told, 520);
  // Once all is quiet the smaller one is told again.
  assert.equal(heights.next(500, 5000), 500);
});

test("heights: a smaller one that is held back is to be measured again, but not for ever where two follow each other", () => {
  const heights = new Heights();
  for (let step = 0; step < 10; ++step) heights.next(500 + 10 * step, step);
  assert.equal(heights.waits, false);
  assert.equal(heights.next(400, 20), null);
  assert.equal(heights.waits, true);
  assert.equal(heights.next(400, 1020), 400);
  assert.equal(heights.waits, false);

  // A host whose scroll bar comes and goes: told 520 the content is 500 high, told 500 it is 520 high.
  const restless = new Heights();
  let [now, told, waited] = [0, 0, 0];
  for (; told < 1000; now += 10) {
    if (restless.next(restless.told === 520 ? 500 : 520, now) !== null) ++told;
    else if (!restless.waits) break;
    else [now, waited] = [now + 1000, waited + 1];
  }
  assert.equal(waited, 1);
  assert.equal(restless.told, 520);
});

test("the script for hosts is small", async () => {
  assert.ok((await hostScript()).length < 3000);
});

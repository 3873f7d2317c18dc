// The way to the C++ session when that fails: a session that threw past C++ has a damaged stack and is never used again.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { Bridge } from "../../web/engine/bridge.js";
import { Texts } from "../../web/engine/texts.js";

const catalogue = JSON.parse(readFileSync(new URL("../../web/messages/en.json", import.meta.url), "utf8"));
const texts = new Texts("en", catalogue, catalogue);

/** Traps as the engine does: (func unreachable), exported as "f". */
const trap = /** @type {() => void} */ (
  new WebAssembly.Instance(
    new WebAssembly.Module(
      Uint8Array.of(
        ...[
          0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 0x66, 0, 0, 10, 5, 1, 3, 0, 0,
          0x0b,
        ],
      ),
    ),
  ).exports.f
);

/** A session that answers until it is told to fail, and counts how often it is asked. */
function stub(/** @type {() => void} */ fail) {
  const session = {
    asked: 0,
    deleted: 0,
    liveHandles: 3,
    call(/** @type {string} */ method) {
      session.asked++;
      if (method === "fail") fail();
      if (method === "refuse") return { error: { code: "out_of_range", key: "empty", fields: { argument: "x" } } };
      return { value: 7 };
    },
    delete: () => session.deleted++,
  };
  return { session, bridge: new Bridge(/** @type {any} */ (session), texts) };
}

const thrown = (/** @type {() => any} */ call) => {
  try {
    call();
  } catch (error) {
    return error;
  }
  return assert.fail("nothing was thrown");
};

for (const [what, fail, code] of /** @type {const} */ ([
  ["a trap", trap, "unsupported"],
  ["a stack that runs over", () => thrower(new RangeError("Maximum call stack size exceeded")), "out_of_memory"],
  ["a C++ exception that left the module", () => thrower(4711), "unsupported"],
]))
  test(`${what} ends the session`, () => {
    const { session, bridge } = stub(fail);
    assert.equal(bridge.call("run", {}), 7);
    const first = thrown(() => bridge.call("fail", {}));
    assert.deepEqual([first.name, first.code, first.key], ["WhereaboutsError", code, "engine_failed"]);
    assert.match(first.message, /failed inside and must be loaded anew/);
    const { asked } = session;
    const later = thrown(() => bridge.call("run", {}));
    assert.deepEqual([later.name, later.code], ["WhereaboutsError", "disposed"]);
    assert.match(later.message, /failed inside.* Load another/);
    bridge.release("endJob", { job: 1 });
    assert.equal(bridge.liveHandles, 0);
    bridge.dispose();
    assert.deepEqual([session.asked, session.deleted], [asked, 0], "the damaged session is left alone");
  });

test("a trap in what gives something back does not throw, but ends the session too", () => {
  const { bridge } = stub(trap);
  bridge.release("fail", {});
  assert.equal(thrown(() => bridge.call("run", {})).key, "engine_lost");
});

test("an error that C++ returns leaves the session in use, and disposal says what it was", () => {
  const { session, bridge } = stub(trap);
  assert.equal(thrown(() => bridge.call("refuse", {})).code, "out_of_range");
  assert.equal(bridge.call("run", {}), 7);
  bridge.dispose();
  assert.equal(session.deleted, 1);
  assert.equal(thrown(() => bridge.call("run", {})).key, "engine_disposed");
});

/** @param {unknown} error */
function thrower(error) {
  throw error;
}

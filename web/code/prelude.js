// What runs inside the interpreter before a learner's program does, as the text that it is there: a console that keeps what is
// printed, and the way from a value in there to plain data out here. It takes what it needs before a program can change it.

/** How many numbers are read out of what a function returns, how many lines are kept of what it prints, and how long ones. */
const most = { entries: 20_000, lines: 50, characters: 200 };

export const prelude = `(() => {
  "use strict";
  const { isArray } = Array;
  const { isView } = ArrayBuffer;
  const { hasOwn, defineProperty } = Object;
  const { parse, stringify } = JSON;
  const { isFinite } = Number;
  const { apply } = Reflect;
  const { Promise, String, DataView } = globalThis;
  const { slice } = String.prototype;
  // What a program puts into the prototypes of all objects and lists, a setter or a toJSON, is not for what is kept here.
  const own = (value) => ({ __proto__: null, value, enumerable: true, writable: true, configurable: true });
  const list = () => defineProperty([], "toJSON", own(undefined));
  const push = (entries, value) => defineProperty(entries, entries.length, own(value));
  const is = (kind, text) => (text === undefined ? { __proto__: null, is: kind } : { __proto__: null, is: kind, text });
  const printed = list();
  let left = 0;

  const isList = (value) => isArray(value) || (isView(value) && !(value instanceof DataView));

  // Numbers and lists of numbers as they are; of everything else, what it is.
  const described = (value, depth) => {
    if (typeof value === "number") return isFinite(value) ? value : is(String(value));
    if (value === null) return is("null");
    if (typeof value === "string") return is("string", apply(slice, value, [0, 20]));
    if (typeof value !== "object") return is(typeof value);
    if (value instanceof Promise) return is("promise");
    if (!isList(value)) return is("object");
    if (depth === 3) return is("list");
    const entries = list();
    for (let i = 0; i < value.length; ++i) {
      if (--left < 0) return is("long");
      push(entries, isArray(value) && !hasOwn(value, i) ? is("hole") : described(value[i], depth + 1));
    }
    return entries;
  };

  const shown = (value) => {
    if (typeof value === "string") return value;
    if (typeof value === "function") return "function";
    if (typeof value !== "object" || value === null) return String(value);
    if (value instanceof Error) return String(value);
    const text = stringify(value, (key, inner) => {
      if (typeof inner === "number" && !isFinite(inner)) return String(inner);
      if (typeof inner === "bigint") return String(inner);
      return isView(inner) && isList(inner) ? [...inner] : inner;
    });
    return text === undefined ? String(value) : text;
  };

  const log = (...values) => {
    if (printed.length >= ${most.lines}) return;
    let line = "";
    for (let i = 0; i < values.length; ++i) {
      let text;
      try {
        text = shown(values[i]);
      } catch {
        text = "[object]";
      }
      line += (i > 0 ? " " : "") + text;
    }
    push(printed, apply(slice, line, [0, ${most.characters}]));
  };
  globalThis.console = { log, info: log, warn: log, error: log, debug: log };

  return {
    call: (learners, given) => {
      const output = apply(learners, undefined, parse(given));
      left = ${most.entries};
      return stringify(described(output, 0));
    },
    printed: () => stringify(printed),
  };
})()`;

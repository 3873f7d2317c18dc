// R's own data files, in plain JavaScript: the serialisation format (R Internals, section 1.8, in its binary form, versions 2
// and 3) and the lazy-load database that a package keeps its data in.
//
// Only what data sets of text are made of is read: lists, vectors of strings and numbers, names. Anything else is refused.
import { gunzipSync, inflateSync } from "node:zlib";

// Pseudo-types first, then the types of R's objects.
const NULL = 254;
const REFERENCE = 255;
const SYMBOL = 1;
const PAIRLIST = 2;
const CHARACTERS = 9;
const LOGICAL = 10;
const INTEGER = 13;
const REAL = 14;
const STRINGS = 16;
const LIST = 19;
const MISSING = -2147483648; // NA among whole numbers

/**
 * An R object as a plain value: strings and numbers as arrays, a list as an array or, where it has names, an object; a
 * pairlist as an object. Other attributes are left out.
 * @param {Buffer} bytes what R's serialize wrote, not compressed
 * @returns {any}
 */
export function unserialize(bytes) {
  let at = 0;
  /** @param {number} count */
  const take = (count) => {
    if (count < 0 || at + count > bytes.length) throw new Error(`The R data end in the middle, at byte ${at}.`);
    at += count;
    return bytes.subarray(at - count, at);
  };
  const integer = () => take(4).readInt32BE();
  /** @type {any[]} */
  const seen = []; // symbols, in the order in which later references count them

  if (take(2).toString("latin1") !== "X\n") throw new Error("These are not R data in binary form.");
  const version = integer();
  if (version !== 2 && version !== 3) throw new Error(`R's serialisation version ${version} is not known.`);
  integer(); // the R that wrote them
  integer(); // the oldest R that can read them
  if (version === 3) take(integer()); // the native encoding
  return item();

  /** @returns {any} */
  function item() {
    const flags = integer();
    const type = flags & 255;
    const hasAttributes = (flags & 512) !== 0;
    const hasTag = (flags & 1024) !== 0;
    /** @param {() => any} one */
    const vector = (one) => {
      const values = Array.from({ length: integer() }, one);
      const names = hasAttributes ? item().names : undefined;
      return names && type === LIST ? Object.fromEntries(values.map((value, i) => [names[i], value])) : values;
    };
    switch (type) {
      case NULL:
        return null;
      case REFERENCE: {
        const symbol = seen[(flags >> 8 || integer()) - 1];
        if (symbol === undefined)
          throw new Error(`The R data refer to a name that was not there yet, at byte ${at - 4}.`);
        return symbol;
      }
      case SYMBOL:
        seen.push(item());
        return seen.at(-1);
      case PAIRLIST: {
        if (hasAttributes) item();
        const tag = hasTag ? item() : "";
        const value = item();
        return { [tag]: value, ...item() };
      }
      case CHARACTERS: {
        const length = integer();
        // Latin-1 is marked as such; everything else is ASCII or UTF-8.
        return length === -1 ? null : take(length).toString(flags & (4 << 12) ? "latin1" : "utf8");
      }
      case LOGICAL:
      case INTEGER:
        return vector(() => {
          const value = integer();
          return value === MISSING ? null : value;
        });
      case REAL:
        return vector(() => take(8).readDoubleBE());
      case STRINGS:
      case LIST:
        return vector(item);
      default:
        throw new Error(`An R object of type ${type} is not known here, at byte ${at - 4}.`);
    }
  }
}

/**
 * Reads the objects of a lazy-load database: `index` says where in `data` each one stands, compressed by itself.
 * @param {Buffer} index the .rdx file
 * @param {Buffer} data the .rdb file
 * @returns {Map<string, () => any>} by name; each is read when it is asked for
 */
export function readLazyLoad(index, data) {
  /** @type {{ variables: Record<string, [number, number]> }} */
  const { variables } = unserialize(gunzipSync(index));
  return new Map(
    Object.entries(variables).map(([name, [offset, length]]) => [
      name,
      () => {
        // The size it unpacks to, then zlib; other ways of compressing put a letter between them.
        const size = data.readUInt32BE(offset);
        const bytes = inflateSync(data.subarray(offset + 4, offset + length));
        if (bytes.length !== size) throw new Error(`"${name}" unpacks to ${bytes.length} bytes, not ${size}.`);
        return unserialize(bytes);
      },
    ]),
  );
}

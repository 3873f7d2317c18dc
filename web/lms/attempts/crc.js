// Cyclic redundancy checks. They find typing errors: every error within as many bits in a row as the check has, so one wrong or two
// swapped neighbouring characters for certain. They keep nobody from making up what passes.

const openPgp = { width: 24, polynomial: 0x864cfb, initial: 0xb704ce };

/**
 * The CRC-24 of OpenPGP (RFC 9580, section 6.1).
 * @param {ArrayLike<number>} bytes
 */
export function crc24(bytes) {
  return crc(bytes, openPgp);
}

/** That of no bytes. */
export const crc24Begin = openPgp.initial;

/**
 * That of one byte more. It is 0 after bytes that end with their own checksum, and after hardly any others.
 * @param {number} check
 * @param {number} byte
 */
export function crc24Next(check, byte) {
  return next(check, byte, openPgp);
}

/**
 * The CRC-16 that catalogues list as "CCITT-FALSE" or "IBM-3740".
 * @param {ArrayLike<number>} bytes
 */
export function crc16(bytes) {
  return crc(bytes, { width: 16, polynomial: 0x1021, initial: 0xffff });
}

/**
 * @param {ArrayLike<number>} bytes
 * @param {typeof openPgp} kind its highest bit first, nothing reflected
 */
function crc(bytes, kind) {
  return Array.from(bytes).reduce((check, byte) => next(check, byte, kind), kind.initial);
}

/** @param {number} check @param {number} byte @param {typeof openPgp} kind */
function next(check, byte, { width, polynomial }) {
  const top = 2 ** (width - 1);
  const all = 2 ** width - 1;
  check ^= byte << (width - 8);
  for (let bit = 0; bit < 8; ++bit) check = check & top ? ((check << 1) ^ polynomial) & all : check << 1;
  return check;
}

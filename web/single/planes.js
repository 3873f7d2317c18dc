// Weights of two bytes each are packed as all their second bytes, sign and exponent, which are much alike, and then all first ones.

/** @param {Uint8Array} bytes of any file @returns {Uint8Array<ArrayBuffer>} */
export function inPlanes(bytes) {
  const half = Math.floor(bytes.length / 2);
  return Uint8Array.from(bytes, (_, at) => {
    if (at >= 2 * half) return bytes[at];
    return at < half ? bytes[2 * at + 1] : bytes[2 * (at - half)];
  });
}

/** Undoes it. @param {Uint8Array} planes @returns {Uint8Array<ArrayBuffer>} */
export function outOfPlanes(planes) {
  const half = Math.floor(planes.length / 2);
  return Uint8Array.from(planes, (_, at) => {
    if (at >= 2 * half) return planes[at];
    return planes[at % 2 === 1 ? (at - 1) / 2 : half + at / 2];
  });
}

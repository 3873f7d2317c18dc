// Seeded random numbers for figures that show what chance does; the same seed gives the same picture everywhere.

/**
 * Uniform numbers of [0, 1): the generator "mulberry32" by Tommy Ettinger, public domain; every 32-bit state occurs once.
 * @param {number} seed
 */
function uniform(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Normal numbers of mean 0 and deviation 1 (Box and Muller).
 * @param {number} seed
 */
export function normals(seed) {
  const draw = uniform(seed);
  return () => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());
}

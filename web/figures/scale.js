// Scales of drawings: from the numbers of an axis to places in the drawing and back, and round numbers to mark on the axis. A library's
// scales also interpolate colours, dates and texts, which no figure asks for and every page would bring.

/**
 * @typedef {object} Ends
 * @property {() => number[]} domain the two numbers that it was made with
 * @property {(place: number) => number} invert from a place back to its number
 *
 * @typedef {object} Marks
 * @property {(count?: number) => number[]} ticks about so many round numbers in the domain, ascending
 * @property {(count?: number) => LinearScale} nice the same scale, its domain widened to round numbers as far apart as those ticks
 *
 * @typedef {((value: number) => number) & Ends} LogScale
 * @typedef {((value: number) => number) & Ends & Marks} LinearScale
 */

/**
 * @param {number[]} domain two numbers; of two equal ones, everything stands in the middle
 * @param {number[]} range the places of these two
 * @returns {(value: number) => number}
 */
function line([from, to], [start, end]) {
  return (value) => {
    const share = from === to ? 0.5 : (value - from) / (to - from);
    return start * (1 - share) + end * share;
  };
}

/**
 * @param {readonly number[]} domain two finite numbers, the smaller one first where ticks are asked for
 * @param {readonly number[]} range two places
 * @returns {LinearScale}
 */
export function scaleLinear([from, to], [start, end]) {
  const places = [start, end];
  return Object.assign(line([from, to], places), {
    domain: () => [from, to],
    invert: line(places, [from, to]),
    ticks: (count = 10) => ticksBetween(from, to, count),
    nice: (count = 10) => scaleLinear(widened(from, to, count), places),
  });
}

/**
 * @param {readonly number[]} domain two positive numbers
 * @param {readonly number[]} range two places
 * @returns {LogScale}
 */
export function scaleLog([from, to], [start, end]) {
  const exponents = [Math.log(from), Math.log(to)];
  const places = [start, end];
  const [forth, back] = [line(exponents, places), line(places, exponents)];
  return Object.assign((/** @type {number} */ value) => forth(Math.log(value)), {
    domain: () => [from, to],
    invert: (/** @type {number} */ place) => Math.exp(back(place)),
  });
}

/**
 * The step of 1, 2 or 5 times a power of ten that cuts the way into nearest to `count` parts, by ratio. A step below 1 is told as
 * what it goes into 1, a whole number: then a tick is a quotient of whole numbers, and prints as 0.3 rather than 0.30000000000000004.
 * @returns {{ times: number, over: number }} the step is times / over
 */
function roundStep(/** @type {number} */ way, /** @type {number} */ count) {
  const rough = way / count;
  const power = Math.floor(Math.log10(rough));
  const lead = rough / 10 ** power;
  const factor = lead >= Math.sqrt(50) ? 10 : lead >= Math.sqrt(10) ? 5 : lead >= Math.sqrt(2) ? 2 : 1;
  return power < 0 ? { times: 1, over: 10 ** -power / factor } : { times: factor * 10 ** power, over: 1 };
}

/** @param {number} from @param {number} to @param {number} count @returns {number[]} */
function ticksBetween(from, to, count) {
  if (from === to) return [from];
  const { times, over } = roundStep(to - from, count);
  const tick = (/** @type {number} */ index) => (index * times) / over;
  let [first, last] = [Math.round((from / times) * over), Math.round((to / times) * over)];
  if (tick(first) < from) ++first;
  if (tick(last) > to) --last;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => tick(first + index));
}

/** A domain that ends in ticks. A wider one may ask for a wider step, until it stays. @param {number} from @param {number} to @param {number} count */
function widened(from, to, count) {
  for (let before = NaN, round = 0; from !== to && round < 10; ++round) {
    const { times, over } = roundStep(to - from, count);
    if (times / over === before) break;
    before = times / over;
    [from, to] = [(Math.floor((from / times) * over) * times) / over, (Math.ceil((to / times) * over) * times) / over];
  }
  return [from, to];
}

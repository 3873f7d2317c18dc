// Which of a page's heights are worth telling the page around it.

const least = 2;
/** How long a page is to stand still before smaller heights are told again, in milliseconds. */
export const second = 1000;
const many = 10;

export class Heights {
  /** The height that the host was last told; 0 before the first. */
  told = 0;
  /** When it was told heights lately, in milliseconds. @type {number[]} */
  #times = [];
  /** Whether the last height was held back, and shall be measured again after a second. */
  waits = false;
  /** The smaller height that was held back last; 0 for none. */
  #held = 0;
  /** A height that was told after it had been held back: if it is held back once more, two heights follow each other. */
  #late = 0;

  /**
   * A change below two pixels is none. Where a host's own scroll bar comes and goes with the height, two heights would follow each
   * other for ever: after ten within a second only larger ones are told, until the page has stood still for a second.
   * Nothing changes then that a browser would report: `waits` says that the page is to be measured, once for each such height.
   * @param {number} height in pixels
   * @param {number} now in milliseconds
   * @returns {number | null} the whole number to tell
   */
  next(height, now) {
    const whole = Math.ceil(height);
    this.waits = false;
    if (!(whole > 0) || Math.abs(whole - this.told) < least) return null;
    this.#times = this.#times.filter((time) => now - time < second);
    if (this.#times.length >= many && whole < this.told) {
      this.waits = Math.abs(whole - this.#late) >= least;
      this.#held = whole;
      return null;
    }
    if (this.#times.length === 0) this.#late = Math.abs(whole - this.#held) < least ? whole : 0;
    this.#times.push(now);
    this.told = whole;
    return whole;
  }
}

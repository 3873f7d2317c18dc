// Which of a page's heights are worth telling the page around it.

const least = 2;
const second = 1000;
const many = 10;

export class Heights {
  /** The height that the host was last told; 0 before the first. */
  told = 0;
  /** When it was told heights lately, in milliseconds. @type {number[]} */
  #times = [];

  /**
   * A change below two pixels is none. Where a host's own scroll bar comes and goes with the height, two heights would follow each
   * other for ever: after ten within a second only larger ones are told, until the page has stood still for a second.
   * @param {number} height in pixels
   * @param {number} now in milliseconds
   * @returns {number | null} the whole number to tell
   */
  next(height, now) {
    const whole = Math.ceil(height);
    if (!(whole > 0) || Math.abs(whole - this.told) < least) return null;
    this.#times = this.#times.filter((time) => now - time < second);
    if (this.#times.length >= many && whole < this.told) return null;
    this.#times.push(now);
    this.told = whole;
    return whole;
  }
}

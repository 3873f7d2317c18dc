// What is wrong with a lesson, said with file and line. Problems are collected, so that an author sees all of them at once.

/** @typedef {{ file: string, line: number, message: string }} Problem */

/** Thrown once a lesson has been read to its end; its message is one line a problem: `file:line: what is wrong`. */
export class LessonError extends Error {
  /** @param {Problem[]} problems */
  constructor(problems) {
    super(problems.map(({ file, line, message }) => `${file}:${line}: ${message}`).join("\n"));
    this.name = "LessonError";
    this.problems = problems;
  }
}

/** The problems of one file. */
export class Problems {
  /** @param {string} file as it is printed */
  constructor(file) {
    this.file = file;
    /** @type {Problem[]} */
    this.found = [];
  }

  /**
   * @param {number} line counted from 1
   * @param {string} message
   */
  add(line, message) {
    this.found.push({ file: this.file, line, message });
  }

  /** Throws what was found, in the order of the lines. */
  raise() {
    if (this.found.length > 0) throw new LessonError(this.found.toSorted((a, b) => a.line - b.line));
  }
}

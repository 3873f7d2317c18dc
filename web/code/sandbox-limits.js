// What a learner's program is given. The page knows it without loading the interpreter.

/** Bytes. */
export const memoryLimit = 32 * 1024 * 1024;
/** Milliseconds, for the program and all its calls together. */
export const timeLimit = 2000;

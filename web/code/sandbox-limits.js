// What a learner's program is given. The page knows it without loading the interpreter.

/** Bytes. */
export const memoryLimit = 32 * 1024 * 1024;
/** Milliseconds, for the program and all its calls together. */
export const timeLimit = 2000;
/** Milliseconds for which a program is still waited for after that: one step of it may take long, and a busy machine takes longer. */
export const patience = 4000;
/** Milliseconds until a worker answers that is started, and once more until it has the interpreter. */
export const startLimit = 30_000;

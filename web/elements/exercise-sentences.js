// What the engine says in an exercise. The package brings the sentences of all exercises; in the site's bundle this file is made anew,
// with a script for each exercise (vite.config.js), so that a page loads those of its own.

/** @type {Record<string, () => Promise<unknown>>} by exercise */
export const sentences = {};

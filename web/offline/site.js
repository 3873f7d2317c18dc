// The build puts the list of the site's files here (make.js); on its own there is nothing to keep.

/** @type {import("./plan.js").Site} */
export const site = { version: "", pages: {}, loose: [], assets: [], engine: {} };

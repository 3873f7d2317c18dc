// In the place of web/engine/checkpoint-addresses.js: a page in one file has room for one engine, the one for lessons.

/** @type {Record<string, { glue: string, wasm: string }>} */
export const addresses = {};

// The trained models that come with the package. build-package.mjs puts a list made from lessons/models/ in the place of this
// module: cards, sizes, and addresses written out so that bundlers find the files.

/** @import * as types from "./training-types.js" */
/** @typedef {{ card: types.ModelCard, bytes: number, address: string }} Shipped */

/** @type {Shipped[]} */
export const shipped = [];

// Where the builds lie that also read real checkpoints: beside the package's scripts, and in a module of their own, which a page that needs
// none of them never asks for.

/** By build, as in addresses.js. Written out one by one, because bundlers find assets by exactly this expression. */
export const addresses = {
  "relaxed-simd": {
    glue: new URL("./whereabouts-checkpoint-relaxed-simd.js", import.meta.url).href,
    wasm: new URL("./whereabouts-checkpoint-relaxed-simd.wasm", import.meta.url).href,
  },
  simd: {
    glue: new URL("./whereabouts-checkpoint-simd.js", import.meta.url).href,
    wasm: new URL("./whereabouts-checkpoint-simd.wasm", import.meta.url).href,
  },
  scalar: {
    glue: new URL("./whereabouts-checkpoint-scalar.js", import.meta.url).href,
    wasm: new URL("./whereabouts-checkpoint-scalar.wasm", import.meta.url).href,
  },
};

// In the place of the package that brings QuickJS: the same, with its WebAssembly out of the page.
import variant from "@jitl/quickjs-wasmfile-release-sync";
import { newVariant } from "quickjs-emscripten-core";

import { part } from "./parts.js";

export default newVariant(/** @type {any} */ (variant), {
  wasmModule: async () => WebAssembly.compile(await part("interpreter.wasm")),
});

// In the place of web/engine/files.js: what lies beside the package's scripts elsewhere is a part of the page.
import { part } from "./parts.js";
import { outOfPlanes } from "./planes.js";

/** @param {string} name */
export async function fetchedBytes(name) {
  const bytes = await part(name);
  return name.endsWith(".safetensors") ? outOfPlanes(bytes) : bytes;
}

export { fetchedBytes as fetched };

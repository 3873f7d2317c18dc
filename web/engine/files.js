// The files that lie beside the package's scripts, in browsers and in Node.

/**
 * @param {string} address
 * @returns {Promise<Response | Uint8Array<ArrayBuffer>>} bytes in Node, which fetches no files
 */
export async function fetched(address) {
  if (address.startsWith("file:") && typeof process !== "undefined") {
    const files = "node:fs/promises"; // a name that bundlers for the browser leave alone
    const { readFile } = await import(/* @vite-ignore */ files);
    return readFile(new URL(address));
  }
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return response;
}

/**
 * @param {string} address
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function fetchedBytes(address) {
  const response = await fetched(address);
  return response instanceof Uint8Array ? response : new Uint8Array(await response.arrayBuffer());
}

// The text that shipped models read in pages, and where it is from. It is fetched when a figure needs it, and once.

const addresses = {
  text: new URL("../../build/data/excerpt.txt", import.meta.url),
  source: new URL("../../build/data/excerpt.json", import.meta.url),
};

/** @typedef {{ text: string, source: { source: string, title: string } }} Excerpt */

/** @type {Promise<Excerpt> | undefined} */
let known;

/** A failed fetch is tried again by the next who asks. */
export function excerpt() {
  known ??= fetchBoth().catch((error) => {
    known = undefined;
    throw error;
  });
  return known;
}

async function fetchBoth() {
  const [text, source] = await Promise.all([fetched(addresses.text), fetched(addresses.source)]);
  return { text: await text.text(), source: await source.json() };
}

/** @param {URL} address */
async function fetched(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.pathname}: ${response.status} ${response.statusText}`);
  return response;
}

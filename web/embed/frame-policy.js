// The content security policy of frame pages. WebKit lets 'self' match nothing in a page of opaque origin, a frame in a sandbox: there
// the site has to be named by its address, which is not known before a browser has the page.

/** In the place of the site's address: any site. Scripts in the page itself, `eval`, plug-ins, forms and another base are ruled out already. */
const anySite = "https: http:";

/**
 * The policy that a frame page is built with. Its workers may stand in an address themselves (engine/worker-of.js).
 * @param {string} policy that of all other pages
 * @param {string} script the sum of the one script that stands in the page itself, "'sha256-…'"
 */
export function widened(policy, script) {
  return policy
    .replaceAll("'self'", anySite)
    .replace("script-src ", `script-src ${script} `)
    .replace(" blob:", " blob: data:");
}

/**
 * The policy that this script adds to it: of two policies both hold. 'self' is for addresses that no policy can write, as http://[::1]/.
 * @param {string} wide
 * @param {string} origin of the address of the page, "https://example.org"
 */
export function narrowed(wide, origin) {
  return wide.replaceAll(anySite, `'self' ${origin}`);
}

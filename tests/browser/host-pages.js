// Other people's pages, served from another site than the course: with frames in them, with policies of their own.
import { createServer } from "node:http";

/**
 * @typedef {object} Host
 * @property {string} address of the server, with a slash at its end
 * @property {(body: string, headers?: Record<string, string>) => string} add serves a page; gives its address
 * @property {() => Promise<void>} close
 */

/** What a page does to know what its frames tell it. */
const listening = `
  window.heard = [];
  window.messages = [];
  for (const type of ["where-ready", "where-change", "where-answer", "where-error"])
    document.addEventListener(type, ({ detail, target }) => heard.push({ type, from: target.id, ...detail }));
  window.told = new Map();
  addEventListener("message", ({ data, source }) => {
    messages.push(data);
    if (data?.type === "height") told.set(source, data.height);
  });
`;

/** @returns {Promise<Host>} */
export async function serveHosts() {
  /** @type {Map<string, { body: string, headers: Record<string, string> }>} */
  const pages = new Map();
  const server = createServer((request, response) => {
    const script = request.url === "/listening.js";
    const page = pages.get(request.url ?? "");
    if (!script && !page) return void response.writeHead(404).end();
    const type = script ? "text/javascript" : "text/html; charset=utf-8";
    response.writeHead(200, { "Content-Type": type, ...page?.headers });
    response.end(script ? listening : page?.body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  // By name: another site than 127.0.0.1, so that the browser takes the frames for a third party's.
  const address = `http://localhost:${port}/`;
  return {
    address,
    add(body, headers = {}) {
      const name = `page-${pages.size}.html`;
      pages.set(`/${name}`, { body, headers });
      return `${address}${name}`;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** As a learning platform frames what it does not trust: an opaque origin. */
export const opaque = 'sandbox="allow-scripts"';

/** @param {string} site @param {string} query "rope-clocks/?base=100" @param {string} [attributes] of the frame */
export function frame(site, query, attributes = "") {
  return `<iframe title="a figure" src="${site}embed/v1/${query.replaceAll("&", "&amp;")}" ${attributes}></iframe>`;
}

/** A page with elements of the course. @param {string} site @param {string} content @param {string} [head] */
export function elementsPage(site, content, head = "") {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A course</title>
<link rel="icon" href="data:,"><script src="/listening.js"></script>${head}
<script type="module" src="${site}embed/v1/whereabouts.js"></script></head><body>${content}</body></html>`;
}

/** What a page with elements has to allow, and nothing else (web/embed/README.md). @param {string} origin */
export function elementsPolicy(origin) {
  return `default-src 'none'; script-src 'self' ${origin} 'wasm-unsafe-eval'; connect-src ${origin}; img-src data:; worker-src blob:`;
}

/**
 * @param {string} content
 * @param {string} [script] the address of the host script; left out, the page never answers
 */
export function hostPage(content, script) {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A course</title>
<link rel="icon" href="data:,"><script src="/listening.js"></script>
${script ? `<script src="${script}" defer></script>` : ""}</head><body>${content}</body></html>`;
}

/** A policy that allows frames of the course and nothing else of it but the host script. @param {string} origin */
export function strictPolicy(origin) {
  return `default-src 'none'; script-src 'self' ${origin}; frame-src ${origin}; img-src data:; style-src 'self'`;
}

/** What makes a page cross-origin isolated. */
export const isolation = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

/** A picture that every page could show, as far as its own policy allows it: also an isolated one, and as the answer to a fetch. */
export const picture = {
  body: '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
  headers: {
    "Content-Type": "image/svg+xml",
    "Access-Control-Allow-Origin": "*",
    "Cross-Origin-Resource-Policy": "cross-origin",
  },
};

/**
 * What a page does that it was made to do by somebody else; run in the page.
 * @param {string} elsewhere the address of the picture, on another site
 */
export async function smuggled(elsewhere) {
  const done = [];
  const inline = document.createElement("script");
  inline.textContent = "window.smuggled = true";
  document.head.append(inline);
  if ("smuggled" in window) done.push("script");
  const style = document.createElement("style");
  style.textContent = "html { --smuggled: 1 }";
  document.head.append(style);
  if (getComputedStyle(document.documentElement).getPropertyValue("--smuggled") !== "") done.push("style");
  const shows = new Promise((resolve) => {
    const image = new Image();
    image.onload = () => resolve(true);
    image.onerror = () => resolve(false);
    image.src = elsewhere;
  });
  if (await shows) done.push("picture");
  const answer = await fetch(elsewhere).catch(() => null);
  if (answer) done.push("fetch");
  return done;
}

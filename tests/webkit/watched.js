// WebKitGTK tells nobody outside what its console says (Debian's build writes to the system's journal alone), and its driver runs
// nothing before a page does. So pages are served with a script at their head that listens to what goes wrong in them.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";

import { createSiteServer } from "../../web/course/serve.mjs";
import { contentSecurityPolicy } from "../../web/course/shell.js";
import { headersOf } from "../../web/hosting/headers.js";

const built = new URL("../../build/site/", import.meta.url);

/** Fills `window.complaints`. */
const listening = `
  window.complaints = [];
  const complain = (what, ...more) => window.complaints.push([what, ...more].map(String).join(": "));
  for (const level of ["error", "warn"]) {
    const say = console[level];
    console[level] = (...given) => (complain(level, ...given), say.apply(console, given));
  }
  addEventListener("error", ({ message, target }) => complain("uncaught", message ?? target.src ?? target.href), true);
  addEventListener("unhandledrejection", ({ reason }) => complain("unhandled", reason));
  addEventListener("securitypolicyviolation", (event) => complain("policy", event.violatedDirective, event.blockedURI));
`;

/** A page of the build, listened to. @param {URL} file @param {string} script the element */
const watched = async (file, script) => (await readFile(file, "utf8")).replace("<head>", `<head>${script}`);

/** A page in one file: what stands before its policy is not held back by it. @param {URL} file */
export const watchedFile = (file) => watched(file, `<script>${listening}</script>`);

/** In an address, for a frame with the policy of the site's other pages. */
export const withSelf = "utm_policy=self";

/** The site, its pages listened to, below a path. @param {string} base with a slash at both ends */
export function createWatchedServer(base) {
  const site = createSiteServer({ base });
  const script = `${base}listening.js`;
  return createServer(async (request, response) => {
    const [path, query] = (request.url ?? "/").split("?");
    if (path === script) return void response.writeHead(200, headersOf("listening.js")).end(listening);
    if (!path.startsWith(base) || !path.endsWith("/")) return void site.emit("request", request, response);
    const file = `${path.slice(base.length)}index.html`;
    const body = await watched(new URL(file, built), `<script src="${script}"></script>`);
    const other = body.replace(/content="default-src [^"]*"/, `content="${contentSecurityPolicy}"`);
    response.writeHead(200, headersOf(file)).end(query === withSelf ? other : body);
  });
}

// Samples for static hosts, written beside the site: build/hosting/. Each sends what headers.js says; README.md says how to use them.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

import { caching, contentTypes, framed, hashed, launched, missingPage, policies, sharedHeaders } from "./headers.js";

const shared = Object.entries(sharedHeaders);

/** For hosts that read a file _headers at the top of the site, as Netlify and Cloudflare Pages do. */
export function headersFile() {
  // Such a host joins the values of all rules that match into one: what differs by folder can be said of one folder only. It sends
  // pages as to be asked for again by itself; their policy is in the pages.
  return [
    "/*",
    ...shared.map(([name, value]) => `  ${name}: ${value}`),
    `/${hashed}*`,
    `  Cache-Control: ${caching.hashed}`,
    "",
  ].join("\n");
}

/** Files of one type stand in one line. */
function typesByName() {
  /** @type {Record<string, string[]>} */
  const types = {};
  for (const [extension, type] of Object.entries(contentTypes)) {
    (types[type.replace("; charset=utf-8", "")] ??= []).push(extension.slice(1));
  }
  return Object.entries(types);
}

/** What nginx and Apache add the character set to. */
const worded = [...new Set(Object.values(contentTypes))]
  .filter((type) => type.endsWith("; charset=utf-8"))
  .map((type) => type.replace("; charset=utf-8", ""));

/** A server of nginx's; its `root` and `listen` are to be set. It goes into the http block, as files of conf.d/ do. */
function nginxFile() {
  return `# Whereabouts as a static site at the root of a server. Set the two lines marked below.
map $uri $whereabouts_caching {
    ~^/${hashed} "${caching.hashed}";
    default "${caching.others}";
}
map $uri $whereabouts_policy {
    ~^/${launched}.*\\.html$ "${policies.launch}";
    ~^/${framed} "";
    ~\\.html$ "${policies.page}";
    default "";
}
server {
    listen 127.0.0.1:8080; # the address to serve
    root /var/www/whereabouts; # the folder build/site was copied to
    index index.html;
    types {
${typesByName()
  .map(([type, extensions]) => `        ${type} ${extensions.join(" ")};`)
  .join("\n")}
    }
    default_type application/octet-stream;
    charset utf-8;
    charset_types ${worded.filter((type) => type !== "text/html").join(" ")};
    gzip_static on; # the build made the .gz copies; with the module for Brotli also: brotli_static on;
    gzip_vary on;
    absolute_redirect off;
${shared.map(([name, value]) => `    add_header ${name} "${value}" always;`).join("\n")}
    add_header Cache-Control $whereabouts_caching always;
    add_header Content-Security-Policy $whereabouts_policy;
    error_page 404 /${missingPage};
    location = /${missingPage} {
        internal;
    }
}
`;
}

/**
 * Whether what is sent lies below a folder at the top of the site, wherever that lies: a path that leads there may have a folder of that
 * name too, so the folder above must be the one with the site's service worker.
 * @param {string} name with a slash
 */
const below = (name) => `(%{REQUEST_FILENAME} =~ m#^(.*)/${name}# && -f '$1/offline.js')`;

/** Apache's, at the top of the site as .htaccess; mod_headers adds the headers, mod_deflate, where there is one, compresses. */
export function apacheFile() {
  return `# Whereabouts as a static site, at the root of a host or below a path.
DirectoryIndex index.html
# Below a path, put the path before the name here.
ErrorDocument 404 /${missingPage}
AddDefaultCharset off
${typesByName()
  .map(
    ([type, extensions]) =>
      `AddType "${worded.includes(type) ? `${type}; charset=utf-8` : type}" ${extensions.map((each) => `.${each}`).join(" ")}`,
  )
  .join("\n")}
<IfModule mod_deflate.c>
    AddOutputFilterByType DEFLATE ${[...worded, contentTypes[".wasm"]].join(" ")}
</IfModule>
${shared.map(([name, value]) => `Header always set ${name} "${value}"`).join("\n")}
Header set Cache-Control "${caching.others}" "expr=!${below(hashed)}"
Header set Cache-Control "${caching.hashed}" "expr=${below(hashed)}"
<FilesMatch "^(?!${missingPage.replace(".", "\\.")}$).*\\.html$">
    Header set Content-Security-Policy "${policies.page}" "expr=!${below(launched)} && !${below(framed)}"
    Header set Content-Security-Policy "${policies.launch}" "expr=${below(launched)}"
</FilesMatch>
`;
}

/** @param {string} folder */
export function writeSamples(folder) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "_headers"), headersFile());
  writeFileSync(path.join(folder, "nginx.conf"), nginxFile());
  writeFileSync(path.join(folder, "apache.htaccess"), apacheFile());
}

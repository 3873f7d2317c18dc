import assert from "node:assert/strict";
import { test } from "node:test";

import { contentTypes, headersOf } from "../../web/hosting/headers.js";
import { apacheFile, headersFile } from "../../web/hosting/samples.js";

/** What a host that reads _headers adds to a file: the lines below every rule that matches, joined where a name comes twice. */
function byHeadersFile(/** @type {string} */ text, /** @type {string} */ address) {
  /** @type {Record<string, string>} */
  const headers = {};
  let matches = false;
  for (const line of text.split("\n").filter(Boolean)) {
    if (!line.startsWith(" ")) {
      matches = line.endsWith("*") ? address.startsWith(line.slice(0, -1)) : address === line;
    } else if (matches) {
      const [, name, value] = /^ {2}([\w-]+): (.*)$/.exec(line) ?? assert.fail(line);
      headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
    }
  }
  return headers;
}

test("_headers says of each file what is declared, and nothing twice", () => {
  for (const file of [
    "index.html",
    "lessons/rope/index.html",
    "embed/v1/rope-clocks/index.html",
    "assets/a-12345678.js",
    "embed/host.js",
  ]) {
    const said = byHeadersFile(headersFile(), `/${file}`);
    const { "Content-Type": type, "Content-Security-Policy": policy, ...declared } = headersOf(file);
    // Types are the host's own; the policy is in the pages; what is not in assets/ such hosts have asked for again by themselves.
    if (!file.startsWith("assets/")) delete declared["Cache-Control"];
    assert.deepEqual(said, declared, `${file} ${type} ${policy}`);
  }
  const twice = headersFile().replace("/*\n", "/*\n  Cache-Control: no-cache\n");
  assert.match(byHeadersFile(twice, "/assets/a.js")["Cache-Control"], /no-cache, public/);
});

test("the page for addresses without one is named to Apache; it and frames keep the policies that they hold", () => {
  assert.match(apacheFile(), /^ErrorDocument 404 \/404\.html$/m);
  const [, pattern] = /<FilesMatch "(.*)">/.exec(apacheFile()) ?? [];
  const named = ["404.html", "index.html", "x404.html", "index.html.br"].filter((name) => new RegExp(pattern).test(name)); // prettier-ignore
  assert.deepEqual(named, ["index.html", "x404.html"]);
  assert.equal(headersOf("404.html")["Content-Security-Policy"], undefined);
  assert.equal(headersOf("embed/v1/rope-clocks/index.html")["Content-Security-Policy"], undefined);
  for (const file of ["lessons/404.html", "lessons/embed/index.html"])
    assert.match(headersOf(file)["Content-Security-Policy"], /default-src/);
});

test("the sample for Apache names every type and header, and gives the wider policy to launch pages alone", () => {
  const sample = apacheFile();
  const types = sample.split("\n").filter((line) => line.startsWith("AddType "));
  for (const [extension, type] of Object.entries(contentTypes)) {
    const line = types.find((each) => each.startsWith(`AddType "${type}" `));
    assert.ok(line?.split(" ").includes(extension), `${extension} ${type}`);
  }
  for (const [name, value] of Object.entries(headersOf("launch/rope/index.html"))) {
    if (name !== "Content-Type") assert.ok(sample.includes(`Header always set ${name} "${value}"`) || sample.includes(`Header set ${name} "${value}"`), name); // prettier-ignore
  }
  const policies = sample.split("\n").filter((line) => line.includes("Content-Security-Policy"));
  assert.deepEqual(policies.map((line) => [line.includes("https:"), /"expr=%\{REQUEST_URI\} (.*)"$/.exec(line)?.[1]]), [[false, "!~ m#/(launch/|embed/)#"], [true, "=~ m#/launch/#"]]); // prettier-ignore
});

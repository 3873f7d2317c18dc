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

test("the sample for Apache names every type and header", () => {
  const sample = apacheFile();
  const types = sample.split("\n").filter((line) => line.startsWith("AddType "));
  for (const [extension, type] of Object.entries(contentTypes)) {
    const line = types.find((each) => each.startsWith(`AddType "${type}" `));
    assert.ok(line?.split(" ").includes(extension), `${extension} ${type}`);
  }
  for (const [name, value] of Object.entries(headersOf("launch/rope/index.html"))) {
    if (name !== "Content-Type") assert.ok(sample.includes(`Header always set ${name} "${value}"`) || sample.includes(`Header set ${name} "${value}"`), name); // prettier-ignore
  }
});

/**
 * Whether a condition of Apache's sample holds for a file, where the site lies in a folder.
 * @param {string} condition
 * @param {string} file
 * @param {string} site with a slash at its end
 */
function holds(condition, file, site) {
  const term = /\(%\{REQUEST_FILENAME\} =~ m#([^#]*)# && -f '([^']*)'\)/g;
  const worked = condition.replace(term, (_, pattern, looked) => {
    const match = new RegExp(pattern).exec(file);
    return String(match !== null && looked.replace("$1", match[1]) === `${site}offline.js`);
  });
  assert.match(worked, /^!?(true|false)( && !?(true|false))*$/, condition);
  return worked.split(" && ").every((each) => each === "true" || each === "!false");
}

test("the sample for Apache says of each file what is declared, also where the path of the site has folders of the same names", () => {
  /** @param {string} sample @param {string} site */
  const differing = (sample, site) => {
    const rules = [...sample.matchAll(/Header set ([\w-]+) "([^"]*)" "expr=([^"]*)"/g)];
    assert.equal(rules.length, 4);
    const files = ["index.html", "lessons/rope/index.html", "lessons/embed/index.html", "embed/v1/rope-clocks/index.html", "embed/host.js", "launch/rope/index.html", "assets/a-12345678.js", "offline.js"]; // prettier-ignore
    return files.filter((file) => {
      // The policy stands in a section for pages alone.
      const mine = rules.filter(([, name]) => file.endsWith(".html") || name !== "Content-Security-Policy");
      const said = mine.filter(([, , , condition]) => holds(condition, `${site}${file}`, site));
      const declared = headersOf(file);
      const names = ["Cache-Control", "Content-Security-Policy"].filter((name) => name in declared);
      return JSON.stringify(said.map(([, name, value]) => [name, value]).sort()) !== JSON.stringify(names.map((name) => [name, declared[name]])); // prettier-ignore
    });
  };
  const sample = apacheFile();
  for (const site of ["/var/www/", "/var/www/embed/nlp/", "/var/www/launch/", "/var/www/assets/embed/launch/"])
    assert.deepEqual(differing(sample, site), [], site);
  const anywhere = sample.replaceAll(
    /\^\(\.\*\)\/(\w+\/)# && -f '\$1\/offline\.js'/g,
    "(.*)/$1# && -f '/var/www/embed/nlp/offline.js'",
  );
  assert.notEqual(anywhere, sample);
  assert.deepEqual(differing(anywhere, "/var/www/embed/nlp/"), ["index.html", "lessons/rope/index.html", "lessons/embed/index.html"]); // prettier-ignore
});

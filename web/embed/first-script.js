// What stands at the head of every frame page: its policy, and the script that narrows it to the site.
import { createHash } from "node:crypto";
import path from "node:path";
import { rolldown } from "rolldown";

import { folders } from "../course/paths.js";
import { contentSecurityPolicy } from "../course/shell.js";
import { widened } from "./frame-policy.js";

/** The script as it stands in a page, and the policy that lets it run. */
export async function frameHead() {
  const bundle = await rolldown({ input: path.join(folders.web, "embed", "first.js"), platform: "browser" });
  const { output } = await bundle.generate({ format: "iife", minify: true });
  await bundle.close();
  const script = output[0].code;
  // Between its tags a script may hold no end of one.
  if (/<\/script|<!--/i.test(script)) throw new Error("the first script of frames would end too early in a page");
  const sum = createHash("sha256").update(script).digest("base64");
  return { script, policy: widened(contentSecurityPolicy, `'sha256-${sum}'`) };
}

// The one script for elements in other people's pages: it gives every figure and exercise its name, and fetches none before one stands
// in the page, wherever that is: also in shadow trees, and later. Of several copies of it the first defines what it has.
import { filled } from "../engine/sentences.js";
import { Guest } from "./guest.js";
import { parts } from "./parts.js";
import { watchPolicy } from "./policy.js";

watchPolicy();
/** @type {any} */
let other;
for (const embed of Object.keys(parts.elements)) {
  const there = customElements.get(`where-${embed}`);
  other ??= there;
  if (there) continue;
  customElements.define(
    `where-${embed}`,
    class extends Guest {
      static embed = embed;
    },
  );
}
if (other) {
  const fields = { address: Guest.from, other: other.from ?? other.name };
  console.info(filled(parts.languages.en.sentences.defined, fields, (_, placeholder) => placeholder));
}

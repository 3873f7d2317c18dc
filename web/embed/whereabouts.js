// The one script for elements in other people's pages: it gives every figure and exercise its name, and fetches none before one stands
// in the page, wherever that is: also in shadow trees, and later. Of several copies of it the first defines what it has.
import { Guest } from "./guest.js";
import { agreedLanguage } from "./loading.js";
import { at, elements } from "./parts.js";
import { watchPolicy } from "./policy.js";

/** @returns {Promise<typeof import("./remarks.js")>} */
const remarks = () => import(/* @vite-ignore */ at("remarks.js"));
const names = Object.keys(elements);

watchPolicy();
/** @type {any} */
let other;
for (const embed of names) {
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

/** Once all scripts of the page have run. An element that nobody has defined may be one of ours but for a letter. */
async function lookRound() {
  if (document.querySelector(":not(:defined)")) (await remarks()).sayUnknown(names, agreedLanguage);
}

// The first copy looks for all.
if (other) remarks().then(({ saySecond }) => saySecond(Guest.from, other));
else if (document.readyState === "complete") lookRound();
else addEventListener("load", lookRound);

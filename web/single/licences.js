// What every page in one file does beside its figures: shows the licences of what it carries.
import { part } from "./parts.js";

const licences = /** @type {HTMLDetailsElement} */ (document.querySelector("details.licences"));
licences.addEventListener(
  "toggle",
  async () => {
    const place = /** @type {HTMLElement} */ (licences.querySelector("pre"));
    place.textContent = await part("licences.txt").then(
      (bytes) => new TextDecoder().decode(bytes),
      ({ message }) => (place.dataset.sentence ?? "").replace("{message}", () => message),
    );
  },
  { once: true },
);

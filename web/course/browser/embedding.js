// Who asks a figure or an exercise of a lesson for its embed code gets a dialog, which is fetched then.
import { fetched } from "../../engine/fetched.js";

document.addEventListener("where-embed", async (event) => {
  const [element] = event.composedPath();
  const site = /** @type {Element} */ (element).closest("[data-embeds]")?.getAttribute("data-embeds");
  if (typeof site !== "string") return;
  try {
    const { offerElement } = await fetched(() => import("../../embed/offer/dialog.js"));
    await offerElement(/** @type {Element} */ (element), new URL(site, document.baseURI).href);
  } catch (error) {
    /** @type {CustomEvent} */ (event).detail.failed(error);
  }
});

// What a page does besides its figures: the theme, the ask box, the embed code, the heading that is read, regions that scroll sideways, what the reader
// has done so far, and the time without a network.
import "./embedding.js";
import "./offline.js";
import "./regions.js";
import "./signs.js";
import { fetched } from "../../engine/fetched.js";

const root = document.documentElement;
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

function isDark() {
  return root.dataset.theme === undefined ? systemIsDark.matches : root.dataset.theme === "dark";
}

const toggle = document.querySelector("button.theme");

function showTheme() {
  toggle?.setAttribute("aria-pressed", String(isDark()));
}

toggle?.addEventListener("click", () => {
  const theme = isDark() ? "light" : "dark";
  // Following the system again needs no stored choice.
  const stored = (theme === "dark") === systemIsDark.matches ? null : theme;
  if (stored === null) delete root.dataset.theme;
  else root.dataset.theme = stored;
  try {
    if (stored === null) localStorage.removeItem("whereabouts-theme");
    else localStorage.setItem("whereabouts-theme", stored);
  } catch {
    // Without storage the choice holds for this page only.
  }
  showTheme();
});
systemIsDark.addEventListener("change", showTheme);
showTheme();
toggle?.removeAttribute("hidden");

const ask = document.querySelector("button.ask");

/** The box and its passages are fetched once they are wanted: most pages are read without them. */
async function openAskBox() {
  const dialog = /** @type {HTMLDialogElement} */ (document.querySelector("dialog.ask"));
  try {
    const { openAskBox: open } = await fetched(() => import("../../ask/box.js"));
    dialog.onclick = null;
    open(dialog);
  } catch {
    sayNotLoaded(dialog);
  }
}

/** Without its script the box can still say so, be closed, and try again. @param {HTMLDialogElement} dialog */
function sayNotLoaded(dialog) {
  const says = /** @type {HTMLElement} */ (dialog.querySelector(".says"));
  says.textContent = says.dataset.failed ?? "";
  if (!dialog.open) dialog.showModal();
  dialog.onclick = ({ target }) => {
    const button = /** @type {Element} */ (target).closest("button");
    if (button === null) return;
    dialog.close();
    if (!button.matches(".close")) void openAskBox();
  };
}

ask?.addEventListener("click", () => void openAskBox());
ask?.removeAttribute("hidden");

/** The heading that is being read is marked in the list of contents. */
const contents = new Map(
  Array.from(document.querySelectorAll(".contents a"), (link) => [
    decodeURIComponent(link.getAttribute("href") ?? "").slice(1),
    link,
  ]),
);
const headings = [...contents.keys()].map((id) => document.getElementById(id)).filter((heading) => heading !== null);

function markCurrent() {
  const passed = headings.filter((heading) => heading.getBoundingClientRect().top < innerHeight / 3);
  const current = passed.at(-1)?.id;
  for (const [id, link] of contents) {
    if (id === current) link.setAttribute("aria-current", "location");
    else link.removeAttribute("aria-current");
  }
}

if (headings.length > 0) {
  let waiting = false;
  addEventListener(
    "scroll",
    () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        markCurrent();
      });
    },
    { passive: true },
  );
  markCurrent();
}

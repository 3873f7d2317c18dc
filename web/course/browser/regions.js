// What is wider than its column scrolls by itself: keyboards reach it only if it takes the focus, and who hears it needs a name for it.
// What does not scroll must not be a stop.

/** The page brings the names along. @type {Record<string, string>} */
const names = JSON.parse(document.querySelector("main")?.getAttribute("data-regions") ?? "{}");

/** @param {Element} region */
function nameOf(region) {
  if (region.localName === "pre") return names.program;
  return region.querySelector("table") ? names.table : names.formula;
}

const resized = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const scrolls = target.scrollWidth > target.clientWidth;
    const attributes = { tabindex: "0", role: "group", "aria-label": nameOf(target) };
    for (const [name, value] of Object.entries(attributes)) {
      if (scrolls) target.setAttribute(name, value);
      else target.removeAttribute(name);
    }
  }
});

for (const region of document.querySelectorAll(".wide, pre")) resized.observe(region);

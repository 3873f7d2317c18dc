// What is wider than its place: it must scroll by itself, show that it does, take the focus and have a name.

/**
 * The faults of a page as it stands, its shadows included.
 * @param {import("@playwright/test").Page} page
 * @returns {Promise<string[]>}
 */
export function sidewaysFaults(page) {
  return page.evaluate(() => {
    /** @type {string[]} */
    const faults = [];
    const look = (/** @type {Document | ShadowRoot} */ root) => {
      for (const element of root.querySelectorAll("*")) {
        if (element.shadowRoot) look(element.shadowRoot);
        const { overflowX, backgroundAttachment, display } = getComputedStyle(element);
        // What a field holds scrolls as one types.
        if (overflowX === "visible" || display === "inline" || element.matches("input, textarea")) continue;
        // A text for ears alone is a pixel wide.
        if (element.clientWidth <= 1 || element.scrollWidth <= element.clientWidth) continue;
        const named = element.getAttribute("aria-label") && /^(group|region)$/.test(element.getAttribute("role") ?? "");
        const what = `${element.localName}.${element.className}: ${element.scrollWidth} in ${element.clientWidth}`;
        if (!/auto|scroll/.test(overflowX)) faults.push(`${what}, cut off`);
        else if (element.matches(".formula")) faults.push(`${what}, a formula that breaks nowhere`);
        else if (/** @type {HTMLElement} */ (element).tabIndex < 0) faults.push(`${what}, out of a keyboard's reach`);
        else if (!named) faults.push(`${what}, without a name`);
        else if (!backgroundAttachment.includes("local")) faults.push(`${what}, and nothing shows that it scrolls`);
      }
    };
    look(document);
    return faults;
  });
}

// Files that are dropped anywhere on an element. A piece of text may be dropped as well; it says nothing about files.

/** @param {HTMLElement} element has the attribute `data-over` while files are held over it @param {(files: File[]) => unknown} take */
export function acceptFiles(element, take) {
  const over = (/** @type {boolean} */ held) => element.toggleAttribute("data-over", held);
  element.addEventListener("dragover", (event) => {
    // Otherwise the browser would leave the page for the file.
    event.preventDefault();
    over(event.dataTransfer?.types.includes("Files") ?? false);
  });
  element.addEventListener("dragleave", () => over(false));
  element.addEventListener("drop", (event) => {
    event.preventDefault();
    over(false);
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length > 0) take(files);
  });
}

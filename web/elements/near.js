// What nobody comes to see is not begun.

/**
 * Whether an element has come near the window: settled when it has, or, with no, when nobody waits for it any more.
 * @param {Element} element
 * @param {AbortSignal} signal aborted, it is not watched any longer
 * @returns {Promise<boolean>}
 */
export function near(element, signal) {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(false);
    const seen = new IntersectionObserver(
      (entries) => {
        if (entries[entries.length - 1].isIntersecting) end(true);
      },
      { rootMargin: "400px" },
    );
    const end = (/** @type {boolean} */ came) => {
      seen.disconnect();
      signal.removeEventListener("abort", left);
      resolve(came);
    };
    const left = () => end(false);
    signal.addEventListener("abort", left);
    seen.observe(element);
  });
}

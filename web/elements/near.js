// What nobody comes to see is not begun.

/** Settled once an element is near the window. @param {Element} element @returns {Promise<void>} */
export function near(element) {
  return new Promise((resolve) => {
    const seen = new IntersectionObserver(
      (entries) => {
        if (!entries[entries.length - 1].isIntersecting) return;
        seen.disconnect();
        resolve();
      },
      { rootMargin: "400px" },
    );
    seen.observe(element);
  });
}

// Runs before the page is painted, as a classic script: a reader who chose a theme never sees the other one flash by.
(() => {
  let theme = null;
  try {
    theme = localStorage.getItem("whereabouts-theme");
  } catch {
    // No storage here (a sandboxed frame, cookies refused): the theme of the system holds.
  }
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
})();

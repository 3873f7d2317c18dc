// Runs before the page is painted, as a classic script: the theme that the address asks for.
(() => {
  const theme = new URLSearchParams(location.search).get("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
})();

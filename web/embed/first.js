// Runs before the page is painted, as a classic script without needs: the theme that the address asks for, and what is to be said
// where the frame's own script, or a part of it, does not come.
(() => {
  const asked = new URLSearchParams(location.search);
  const theme = asked.get("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;

  const failed = (/** @type {Event} */ { target }) => {
    const main = document.querySelector("main");
    if (main === null || !(target instanceof HTMLScriptElement) || target.type !== "module") return;
    const { name, sentences } = JSON.parse(main.dataset.about ?? "");
    main.querySelector(".waiting")?.remove();
    const line = document.createElement("p");
    line.className = "problem";
    line.setAttribute("role", "alert");
    line.textContent = sentences.unloaded.replace("{message}", () => target.src);
    const again = document.createElement("button");
    again.type = "button";
    again.textContent = sentences.try_again;
    again.addEventListener("click", () => location.reload());
    main.append(line, again);
    // What speaks with the page around has not come either.
    const of = { exercise: asked.get("exercise") ?? "", seed: Number(asked.get("seed") ?? 1) };
    const detail = { name, ...(name === "exercise" && of), message: line.textContent };
    if (parent !== window) parent.postMessage({ context: "whereabouts", type: "where-error", detail }, "*");
  };
  addEventListener("error", failed, true);
})();

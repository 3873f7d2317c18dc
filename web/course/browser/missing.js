// On the page for addresses where there is none (course/missing.js), which holds this as it stands: its links are to lead to the lessons
// wherever the site lies. Of the folders that the address names, the innermost in which the site's own file stands is its top.
void (async () => {
  const folders = location.pathname.split("/").slice(0, -1);
  for (let count = folders.length; count > 0; --count) {
    const top = `${folders.slice(0, count).join("/")}/`;
    const found = await fetch(`${top}offline.js`, { method: "HEAD" }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (!found) continue;
    for (const link of document.querySelectorAll("a")) link.setAttribute("href", top + link.getAttribute("data-to"));
    return;
  }
})();

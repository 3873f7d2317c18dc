// The drawings on the page of figures, in the page itself, so that they have its letters and its theme. All together they weigh more than
// the page: each is fetched when it comes near, and once more where it did not come.

/** How far outside the window. */
const near = "400px";

/** @param {HTMLElement} place with a room for each of its drawings */
async function draw(place) {
  const response = await fetch(place.dataset.still ?? "");
  if (!response.ok) throw new Error(`${response.status}`);
  const template = document.createElement("template");
  template.innerHTML = (await response.json()).markup;
  for (const room of place.querySelectorAll(".drawing")) {
    const drawn = template.content.querySelector(`.${room.classList[1]}`);
    room.replaceChildren(...(drawn?.childNodes ?? []));
  }
}

const sight = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      const place = /** @type {HTMLElement} */ (target);
      if (!isIntersecting) continue;
      draw(place).then(
        () => sight.unobserve(place),
        // What it is called, as of a picture that does not come.
        () => place.querySelectorAll(".drawing").forEach((room) => (room.textContent = place.ariaLabel)),
      );
    }
  },
  { rootMargin: near },
);

/** @param {Element} main */
export function drawWhenNear(main) {
  for (const place of main.querySelectorAll("[data-still]")) sight.observe(place);
}

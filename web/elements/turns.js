// Elements come alive one after the other, so that the page can answer in between: those in sight first, since they are what a reader
// reaches for.

/** @type {{ element: Element, go: () => void }[]} */
let waiting = [];
let under = false;

/**
 * Settled when it is the element's turn; what follows in the same task belongs to it.
 * @param {Element} element
 * @returns {Promise<void>}
 */
export function turn(element) {
  // Timers of a page that nobody sees are slow, and nobody waits for an answer there.
  if (document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    waiting.push({ element, go: () => resolve(undefined) });
    if (under) return;
    under = true;
    setTimeout(() => {
      waiting = inOrder(waiting);
      next();
    });
  });
}

function next() {
  const first = waiting.shift();
  under = first !== undefined;
  if (first === undefined) return;
  first.go();
  afterFrame(next);
}

/** Once what was drawn is to be seen; where frames do not come, soon all the same. @param {() => void} go */
function afterFrame(go) {
  const timer = setTimeout(() => {
    cancelAnimationFrame(frame);
    go();
  }, 100);
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    setTimeout(go);
  });
}

/** @param {typeof waiting} all in the order of the page */
function inOrder(all) {
  // Measured once: after each turn the page would have to be laid out anew for it.
  const away = new Map(all.map(({ element }) => [element, distance(element)]));
  return all.toSorted((a, b) => (away.get(a.element) ?? 0) - (away.get(b.element) ?? 0));
}

/** How far an element is out of sight, in pixels. @param {Element} element */
function distance(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return Math.max(0, top - innerHeight, -bottom);
}

// Whether a figure has room for its wide drawing: by its width, and on paper always.
const wideFrom = 560;

/**
 * @param {Element} element
 * @param {(wide: boolean) => void} tell at once, and whenever it may be another answer
 * @returns {() => void} ends it
 */
export function watchRoom(element, tell) {
  const paper = matchMedia("print");
  let printed = false;
  const look = (width = element.getBoundingClientRect().width) => {
    if (printed || width > 0) tell(printed || width >= wideFrom);
  };
  // A sheet is wider than a narrow window: what is drawn for the window would be blown up on it, its letters too. Not every
  // browser tells of paper in both ways.
  const turn = (/** @type {{ type?: string, matches?: boolean }} */ { type, matches }) => {
    printed = matches ?? type === "beforeprint";
    look();
  };
  const sizes = new ResizeObserver(([entry]) => look(entry.contentRect.width));
  sizes.observe(element);
  paper.addEventListener("change", turn);
  for (const type of ["beforeprint", "afterprint"]) addEventListener(type, turn);
  turn(paper);
  return () => {
    sizes.disconnect();
    paper.removeEventListener("change", turn);
    for (const type of ["beforeprint", "afterprint"]) removeEventListener(type, turn);
  };
}

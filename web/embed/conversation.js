// What a frame and the page around it say to each other. Every message is a plain object with the context "whereabouts"; what else
// comes in is not ours and is left alone.
import { Heights, second } from "./heights.js";

const context = "whereabouts";
/** A host that means to fit the frame has done so by then, in milliseconds. */
const patience = 500;
const events = ["where-ready", "where-change", "where-answer", "where-error"];

/**
 * Tells the page around this one how high its content is, and what its element reports. Scroll bars stay until that page has
 * answered and the content fits.
 * @param {Element} content the whole of what is shown
 */
export function speakToHost(content) {
  const host = window.parent;
  if (host === window) return;
  const root = document.documentElement;
  const heights = new Heights();
  let answered = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let pause;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let again;

  const post = (/** @type {object} */ message) => host.postMessage(message, "*");
  const fits = () => window.innerHeight >= heights.told - 1;
  const settle = () => root.toggleAttribute("data-fitted", answered && fits());

  const tell = (/** @type {number} */ height) => {
    post({ context, type: "height", height });
    post({ subject: "lti.frameResize", height });
    clearTimeout(pause);
    pause = setTimeout(settle, patience);
  };
  const measure = () => {
    // A frame that is not shown has no width, and its content no height that means anything.
    if (root.clientWidth === 0) return;
    const height = heights.next(content.getBoundingClientRect().height, performance.now());
    if (height !== null) tell(height);
    else if (heights.waits)
      again ??= setTimeout(() => {
        again = undefined;
        measure();
      }, second);
  };
  new ResizeObserver(measure).observe(content);
  window.addEventListener("resize", settle);
  // Out of sight a browser lays out nothing and observes nothing: what comes to life there is measured by itself.
  const later = () => setTimeout(measure);
  window.addEventListener("load", later);

  for (const type of events)
    document.addEventListener(type, (event) => {
      post({ context, type, detail: /** @type {CustomEvent} */ (event).detail });
      later();
    });

  window.addEventListener("message", ({ source, data }) => {
    if (source !== host || data?.context !== context) return;
    if (data.type === "ask") {
      measure();
      if (heights.told > 0) tell(heights.told);
    } else if (data.type === "fitted") {
      answered = true;
      // While it grows there are no bars: the host is about to make room.
      root.setAttribute("data-fitted", "");
      clearTimeout(pause);
      pause = setTimeout(settle, patience);
    }
  });
}

// Fits every frame of Whereabouts in this page to the height of its content, and hands on what happens in it: the events of the
// figure or exercise inside are dispatched at the frame, and bubble. A classic script without needs; a second one does no harm.
(() => {
  const context = "whereabouts";
  const mark = Symbol.for("whereabouts host");
  if (mark in window) return;
  Object.defineProperty(window, mark, { value: true });

  const events = ["where-ready", "where-change", "where-answer", "where-error"];
  /** A frame is known by the address that this page gave it: what others say in our name is not heard. */
  const frames = () => [...document.querySelectorAll("iframe")].filter(({ src }) => /\/embed\/v\d+\//.test(src));
  const tell = (/** @type {Window | null} */ frame, /** @type {string} */ type) =>
    frame?.postMessage({ context, type }, "*");

  addEventListener("message", ({ source, data }) => {
    if (data?.context !== context) return;
    const frame = frames().find(({ contentWindow }) => contentWindow !== null && contentWindow === source);
    if (frame === undefined) return;
    const { type, height, detail } = data;
    if (type === "height" && height > 0 && height < 1e5) {
      const style = getComputedStyle(frame);
      const around = /** @type {const} */ (["borderTopWidth", "borderBottomWidth", "paddingTop", "paddingBottom"]);
      const edges = style.boxSizing === "border-box" ? around : [];
      frame.style.height = `${Math.ceil(edges.reduce((sum, edge) => sum + Number.parseFloat(style[edge]), height))}px`;
      tell(frame.contentWindow, "fitted");
    } else if (events.includes(type) && typeof detail === "object" && detail !== null) {
      frame.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
    }
  });

  // Frames that were there before this script have spoken already.
  for (const { contentWindow } of frames()) tell(contentWindow, "ask");
})();

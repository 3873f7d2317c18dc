// Fits every frame of Whereabouts in this page to the height of its content, and hands on what happens in it: the events of the
// figure or exercise inside are dispatched at the frame, and bubble. A classic script without needs; a second one does no harm.
(() => {
  const context = "whereabouts";
  const mark = Symbol.for("whereabouts host");
  if (mark in window) return;
  Object.defineProperty(window, mark, { value: true });

  /** The folder of this script, where the frames are, and what they call themselves: one in a sandbox has no origin. */
  const { href: folder, origin } = new URL(".", /** @type {HTMLScriptElement} */ (document.currentScript).src);
  const events = ["where-ready", "where-change", "where-answer", "where-error"];
  /** A frame is known by the address that this page gave it, and by who speaks there now: others are not heard in our name. */
  const frames = () =>
    [...document.querySelectorAll("iframe")].filter(
      ({ src }) => src.startsWith(folder) && /^v\d+\//.test(src.slice(folder.length)),
    );
  const tell = (/** @type {Window | null} */ frame, /** @type {string} */ type) =>
    frame?.postMessage({ context, type }, "*");

  addEventListener("message", ({ source, origin: from, data }) => {
    if (data?.context !== context || ![origin, "null"].includes(from)) return;
    const frame = frames().find(({ contentWindow }) => contentWindow !== null && contentWindow === source);
    if (frame === undefined) return;
    const { type, height, detail } = data;
    if (type === "height" && Number.isFinite(height) && height > 0 && height < 1e5) {
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

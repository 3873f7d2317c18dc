// A figure that changes one of its settings by itself: as fast as its module says, from the beginning again once it is at the end.
import { nearest } from "../figures/settings.js";

/** @param {import("./figure.js").WhereFigure} element */
export function play(element) {
  const { setting: name, perSecond } = /** @type {any} */ (element.figure.play);
  const setting = /** @type {any} */ (element.figure.settings.find((each) => each.name === name));
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  element.playing = true;
  element.requestUpdate();
  let [last, reached] = [performance.now(), element.state[name]];
  const tick = (/** @type {number} */ now) => {
    reached += ((now - last) / 1000) * perSecond;
    last = now;
    if (reached >= setting.maximum) reached = setting.minimum;
    const shown = still ? Math.floor(reached) : reached;
    if (nearest(setting, shown) !== element.state[name]) element.changeNearest({ [name]: shown });
    element.frame = requestAnimationFrame(tick);
  };
  element.frame = requestAnimationFrame(tick);
}

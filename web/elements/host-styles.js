// What the looks of all elements share: the colours of the drawings, ready for style sheets, and the element itself.
import { css, unsafeCSS } from "lit";
import * as colour from "../figures/colour.js";

export const ink = unsafeCSS(colour.ink);
export const quiet = unsafeCSS(colour.quiet);
export const line = unsafeCSS(colour.line);
export const paper = unsafeCSS(colour.paper);
export const accent = unsafeCSS(colour.position);

/** What scrolls by itself has a bar at each edge behind which there is more, as on the page (styles/prose.css). */
export const edges = css`
  background:
    linear-gradient(${paper}, ${paper}) left / 3px 100% no-repeat local,
    linear-gradient(${paper}, ${paper}) right / 3px 100% no-repeat local,
    linear-gradient(${quiet}, ${quiet}) left / 3px 100% no-repeat scroll,
    linear-gradient(${quiet}, ${quiet}) right / 3px 100% no-repeat scroll;
`;

export const hostStyles = css`
  :host {
    display: block;
    color: ${ink};
    font: 400 1rem/1.5 var(--sans, system-ui, sans-serif);
    font-variant-numeric: tabular-nums;
    container-type: inline-size;
  }
  /* Said, not shown. */
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: 0;
    overflow: hidden;
    clip-path: inset(50%);
  }
`;

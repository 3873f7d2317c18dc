// What a checkpoint has beside other figures: the place for files.
import { css } from "lit";

import { ink, quiet } from "./host-styles.js";
import { keptStyles } from "./kept-styles.js";

export const panelStyles = css`
  :host([data-over]) figure {
    outline: 2px dashed ${ink};
    outline-offset: 6px;
  }
  .extra {
    color: ${ink};
    padding: 0.75rem 1rem;
    border: 1px dashed ${quiet};
    font-size: 0.9375rem;
  }
  .extra p {
    margin: 0 0 0.5rem;
  }
  .extra ul {
    margin: 0.5rem 0;
    padding: 0;
    list-style: none;
  }
  .extra li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 0.75rem;
    overflow-wrap: anywhere;
  }
  .extra .size {
    color: ${quiet};
  }
  .extra .missing {
    font-weight: 600;
  }
  .files {
    display: inline-block;
    margin-block-end: 0.5rem;
  }
  .files input {
    position: absolute;
    opacity: 0;
  }
  .files span {
    display: inline-flex;
    align-items: center;
    min-height: 44px;
    padding: 0 0.9rem;
    border: 1px solid ${ink};
    border-radius: 3px;
    cursor: pointer;
  }
  .files input:focus-visible + span {
    outline: 2px solid ${ink};
    outline-offset: 2px;
  }
  ${keptStyles}
`;

// The look of a figure's surroundings. The drawing itself carries its colours (web/figures/colour.js).
import { css } from "lit";
import { controlStyles } from "./control-styles.js";
import { accent, edges, hostStyles, ink, line, paper, quiet } from "./host-styles.js";
import { trainingStyles } from "./training-styles.js";

export const styles = css`
  ${hostStyles}
  figure {
    margin: 0;
  }
  .see {
    margin: 0 0 0.75rem;
    font-weight: 600;
  }
  .drawing svg.picture {
    direction: ltr;
    display: block;
    width: 100%;
    height: auto;
    touch-action: pan-y;
    user-select: none;
    -webkit-user-select: none;
  }
  .light-map {
    display: var(--light-map, inline);
  }
  .dark-map {
    display: var(--dark-map, none);
  }
  .handle {
    cursor: grab;
    touch-action: none;
    outline: none;
  }
  .handle:active {
    cursor: grabbing;
  }
  .handle:focus-visible .ring {
    stroke: ${ink};
    stroke-width: 2;
  }
  :focus-visible {
    outline: 2px solid ${ink};
    outline-offset: 2px;
  }
  .handle:focus-visible {
    outline: none;
  }
  ${controlStyles}
  ${trainingStyles}
  .sentence,
  .problem {
    overflow-wrap: anywhere;
    min-height: 3em;
    margin: 0.5rem 0 0;
  }
  .problem {
    padding-inline-start: 0.75rem;
    border-inline-start: 3px solid ${accent};
  }
  .links {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-start;
    gap: 0 1.25rem;
    margin-top: 0.25rem;
    color: ${quiet};
    font-size: 0.875rem;
  }
  .links button,
  .links summary,
  .again {
    min-height: 44px;
    min-inline-size: 44px;
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    line-height: 44px;
    text-align: start;
    text-decoration: underline;
    text-underline-offset: 3px;
    cursor: pointer;
  }
  .links summary {
    list-style: none;
  }
  .links summary::-webkit-details-marker {
    display: none;
  }
  .links details[open] {
    flex-basis: 100%;
    min-width: 0;
  }
  .keys {
    flex-basis: 100%;
    margin: 0;
  }
  @media (hover: none) {
    .keys {
      display: none;
    }
  }
  .formula sup {
    font-size: 0.7em;
    line-height: 0;
  }
  .formula {
    margin: 0;
    color: ${ink};
    font-family: var(--serif, Georgia, serif);
    font-size: 1.0625rem;
    white-space: pre-line;
  }
  .scroll {
    max-height: 20rem;
    overflow: auto;
    ${edges}
  }
  table {
    border-collapse: collapse;
    color: ${ink};
    text-align: end;
  }
  td {
    direction: ltr;
  }
  caption {
    text-align: start;
  }
  th,
  td {
    padding: 0.1rem 0.5rem;
    font-weight: 400;
    white-space: nowrap;
  }
  thead th,
  tbody th {
    position: sticky;
    background: ${paper};
    color: ${quiet};
  }
  thead th {
    top: 0;
    border-bottom: 1px solid ${line};
  }
  tbody th {
    inset-inline-start: 0;
  }
  thead th {
    max-width: 8rem;
    white-space: normal;
    vertical-align: bottom;
  }
  @media print {
    .controls,
    .training,
    .links,
    .problem {
      display: none;
    }
    /* A page of paper is low: narrower drawings leave fewer of them half empty. */
    .drawing {
      max-width: 46rem;
    }
    .sentence {
      min-height: 0;
    }
  }
  @media (prefers-color-scheme: dark) {
    .light-map {
      display: var(--light-map, none);
    }
    .dark-map {
      display: var(--dark-map, inline);
    }
  }
`;

// The look of an exercise. The page's still form of it is laid out by the same rules (course/styles.js), so that nothing
// moves when it comes alive.
import { css } from "lit";
import { answerStyles } from "./exercise-answer-styles.js";
import { accent, edges, hostStyles, ink, line, paper, quiet } from "./host-styles.js";

export const styles = css`
  ${hostStyles}
  .exercise {
    padding-inline-start: 1rem;
    border-inline-start: 3px solid ${line};
  }
  .prompt {
    max-width: 38rem;
    margin: 0 0 0.75rem;
    font-size: 1.0625rem;
    font-weight: 600;
    white-space: pre-line;
  }
  .given {
    max-width: 100%;
    margin: 0 0 0.75rem;
    overflow-x: auto;
    ${edges}
  }
  table {
    width: auto;
    margin: 0;
    border-collapse: collapse;
    font-size: 0.9375rem;
    text-align: end;
  }
  caption {
    padding-bottom: 0.25rem;
    color: ${quiet};
    text-align: start;
  }
  th,
  td {
    padding: 0.1rem 0.35rem;
    border: 0;
    font-weight: 400;
    white-space: nowrap;
  }
  th:first-child,
  td:first-child {
    padding-inline-start: 0;
  }
  td {
    direction: ltr;
  }
  tbody th {
    color: ${quiet};
    text-align: start;
  }
  thead :is(th, td) {
    border-bottom: 1px solid ${line};
    color: ${quiet};
  }
  ${answerStyles}
  :focus-visible {
    outline: 2px solid ${ink};
    outline-offset: 2px;
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 1.25rem;
    margin-top: 0.5rem;
  }
  button {
    box-sizing: border-box;
    min-height: 44px;
    min-inline-size: 44px;
    padding: 0;
    border: 0;
    background: none;
    color: ${quiet};
    font: inherit;
    font-size: 0.9375rem;
    text-decoration: underline;
    text-underline-offset: 3px;
    cursor: pointer;
  }
  button.check {
    padding: 0 1.25rem;
    border: 1px solid ${ink};
    border-radius: 3px;
    background: ${ink};
    color: ${paper};
    text-decoration: none;
  }
  /* With colours of the reader's own, text on a ground that we give cannot be read. */
  @media (forced-colors: active) {
    button.check {
      forced-color-adjust: none;
      background: ButtonText;
      color: ButtonFace;
    }
  }
  button:is(:disabled, [aria-disabled="true"]) {
    color: ${quiet};
    text-decoration: none;
    cursor: default;
  }
  button.check[aria-disabled="true"] {
    color: ${paper};
  }
  .verdict {
    max-width: 38rem;
    min-height: 3em;
    margin-top: 0.5rem;
  }
  .earlier {
    margin: 0.5rem 0 0;
  }
  .verdict p,
  .solution p {
    margin: 0 0 0.35rem;
    overflow-wrap: anywhere;
  }
  .verdict .title {
    font-weight: 600;
  }
  .quiet {
    color: ${quiet};
    font-size: 0.9375rem;
  }
  .comparison {
    max-width: 38rem;
    margin: 0 0 0.75rem;
    overflow-x: auto;
    ${edges}
  }
  .comparison thead :is(th, td) {
    vertical-align: bottom;
  }
  .comparison thead :is(th:first-child, td) {
    text-align: start;
    white-space: normal;
  }
  .comparison .bars {
    width: 99%;
    min-width: 5rem;
  }
  .bar {
    display: block;
    box-sizing: border-box;
    height: 7px;
    margin: 2px 0;
    border: 1px solid ${ink};
  }
  .bar.right {
    background: ${ink};
  }
  .comparison tbody th {
    min-width: 4.5rem;
    white-space: normal;
  }
  @container (min-width: 560px) {
    .comparison tbody th {
      white-space: nowrap;
    }
    .comparison.sentences tbody th {
      min-width: 17rem;
      white-space: normal;
    }
  }
  @container (max-width: 559px) {
    .comparison table {
      width: 100%;
    }
    .comparison tr {
      position: relative;
    }
    .comparison tr > * {
      padding-bottom: 1.6rem;
    }
    .comparison thead th {
      white-space: normal;
    }
    .comparison tr > td:last-child {
      position: absolute;
      inset: auto 0 0;
      width: auto;
      padding: 0 0 0.2rem;
      border: 0;
    }
  }
  .attempt p {
    margin: 0 0 0.5rem;
  }
  .attempt code {
    margin-inline-end: 0.5rem;
    color: ${ink};
    user-select: all;
    overflow-wrap: anywhere;
  }
  .hints,
  .steps {
    max-width: 38rem;
    margin: 0 0 0.5rem;
    padding-inline-start: 1.25rem;
  }
  .hints li,
  .steps li {
    margin: 0 0 0.25rem;
    overflow-wrap: anywhere;
  }
  .heading {
    margin: 0.5rem 0 0.25rem;
    font-weight: 600;
  }
  .problem {
    padding-inline-start: 0.75rem;
    border-inline-start: 3px solid ${accent};
  }
  @container (min-width: 560px) {
    th,
    td {
      padding: 0.1rem 0.6rem;
    }
  }
  .asked {
    display: none;
  }
  /* A handout asks; what was answered, hinted and solved stays on the screen. */
  @media print {
    .exercise > :not(.prompt, .given, .choices, .fields, .asked) {
      display: none;
    }
    .asked {
      display: block;
    }
    .entry input,
    .entry input[aria-invalid="true"] {
      padding: 0 0.5rem;
      border: 1px solid ${quiet};
      color: transparent;
    }
    .marked .expected {
      visibility: hidden;
    }
    .choice input {
      appearance: none;
      border: 1px solid ${ink};
      border-radius: 50%;
    }
    .choice {
      min-height: 0;
    }
  }
`;

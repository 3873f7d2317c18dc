// The look of what an exercise is answered with: choices, an order of steps, fields, a program.
import { css } from "lit";
import { accent, ink, line, quiet } from "./host-styles.js";

export const answerStyles = css`
  .choices {
    margin: 0 0 0.5rem;
    padding: 0;
    border: 0;
  }
  .choices legend,
  .choices .legend {
    margin: 0;
    padding: 0;
    color: ${quiet};
    font-size: 0.875rem;
  }
  .choice {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    max-width: 38rem;
    min-height: 44px;
    padding: 0.25rem 0;
    line-height: 1.35;
    cursor: pointer;
  }
  .choice input {
    flex: none;
    width: 20px;
    height: 20px;
    margin: 0;
    accent-color: ${ink};
  }
  .lines .choice span {
    padding-inline-start: 8ch; /* further than a line of it is indented, where one goes on below itself */
    font-family: ui-monospace, monospace;
    font-size: 0.875rem;
    text-indent: -8ch;
    white-space: pre-wrap;
  }
  .order {
    position: relative;
    max-width: 38rem;
    margin: 0 0 0.5rem;
    padding: 0;
    border: 0;
  }
  .order legend,
  .order .legend {
    margin: 0 0 0.25rem;
    padding: 0;
    color: ${quiet};
    font-size: 0.875rem;
  }
  .order ol {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .step {
    box-sizing: border-box;
    display: flex;
    align-items: center;
    min-height: 2.25rem;
    margin: 0;
    padding: 0.25rem 0.5rem;
    border: 1px solid ${line};
    border-bottom-width: 0;
    color: ${quiet};
    line-height: 1.3;
  }
  .step:last-child {
    border-bottom-width: 1px;
  }
  .step.movable {
    gap: 0.25rem;
    min-height: 4.5rem;
    border-inline-start: 3px solid ${ink};
    color: ${ink};
    cursor: grab;
    touch-action: none;
    user-select: none;
  }
  .step .text {
    flex: 1;
  }
  .step button {
    flex: none;
    text-decoration: none;
  }
  .fields {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(7rem, 1fr));
    gap: 0.5rem 1rem;
    max-width: 38rem;
  }
  .fields.single {
    grid-template-columns: minmax(7rem, 14rem);
  }
  .fields.pairs {
    grid-template-columns: repeat(2, minmax(7rem, 12rem));
  }
  .entry {
    display: flex;
    flex-direction: column;
    justify-content: flex-end;
  }
  .entry label,
  .entry .label {
    color: ${quiet};
    font-size: 0.875rem;
    line-height: 1.3;
  }
  .entry input {
    box-sizing: border-box;
    width: 100%;
    height: 44px;
    margin: 0.15rem 0;
    padding: 0 0.5rem;
    border: 1px solid ${quiet};
    border-radius: 3px;
    background: transparent;
    color: inherit;
    font: inherit;
    font-size: 1.0625rem;
    font-variant-numeric: tabular-nums;
    direction: ltr; /* a minus sign stands before its number in every script */
  }
  .entry input[aria-invalid="true"] {
    padding: 0 calc(0.5rem - 1px);
    border: 2px solid ${accent};
  }
  .program {
    max-width: 42.5rem;
    margin: 0 0 0.5rem;
  }
  .program-head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    color: ${quiet};
    font-size: 0.875rem;
  }
  .code {
    display: block;
    box-sizing: border-box;
    margin: 0;
    padding: 0.5rem 0;
    border: 1px solid ${quiet};
    border-radius: 3px;
    background: transparent;
    font: 0.9375rem/1.5 var(--mono, ui-monospace, monospace);
    counter-reset: line;
    direction: ltr;
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
  .program .code {
    min-height: 16rem;
  }
  .code .line {
    display: block;
    padding: 0 0.5rem 0 3rem;
    counter-increment: line;
  }
  .code .line::before {
    display: inline-block;
    width: 2rem;
    margin: 0 0.5rem 0 -2.5rem;
    color: ${quiet};
    content: counter(line);
    text-align: right;
  }
  .program ~ .actions .check {
    min-width: 6.5rem;
  }
  .solution .code,
  .printed {
    max-width: 42.5rem;
    margin-bottom: 0.5rem;
    border-color: ${line};
  }
  .printed {
    max-height: 12rem;
    padding: 0.5rem;
    overflow: auto;
  }
  @media (pointer: coarse) {
    .code {
      font-size: 1rem;
    }
  }
  .expected {
    color: ${quiet};
    font-size: 0.8125rem;
    line-height: 1.3;
  }
  .marked .expected,
  .choice .wrong {
    color: ${accent};
  }
  .choice .wrong {
    flex: none;
    font-size: 0.8125rem;
    font-style: normal;
  }
  /* Below the line, which breaks as it did. */
  .lines .choice:has(.wrong) {
    flex-wrap: wrap;
    row-gap: 0;
  }
  .lines .choice:has(.wrong) span {
    flex: 1;
  }
  .lines .choice .wrong {
    flex-basis: 100%;
    margin-inline-start: calc(20px + 0.75rem);
  }
`;

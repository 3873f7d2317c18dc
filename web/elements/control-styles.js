// The look of the controls under a figure: sliders, fields, choices, switches.
import { css } from "lit";
import { accent, ink, line, paper, quiet } from "./host-styles.js";

export const controlStyles = css`
  .controls {
    display: grid;
    grid-template-columns: 1fr;
    gap: 0 2rem;
    margin: 0.75rem 0 0;
  }
  .control {
    box-sizing: border-box;
    display: grid;
    grid-template-columns: 7rem 1fr auto;
    align-items: center;
    gap: 0 0.75rem;
    min-height: 48px;
    margin: 0;
    padding: 0;
    border: 0;
    font-size: 0.9375rem;
  }
  .control.choices,
  .control.list {
    grid-template-columns: 7rem 1fr;
  }
  .control.choices {
    display: flex;
    flex-wrap: wrap;
    padding-block: 5px; /* rows of buttons stand apart, also where the label stands above them */
  }
  legend {
    float: inline-start;
    width: 7rem;
    padding: 0;
  }
  .control > .problem {
    flex-basis: 100%;
    grid-column: 1 / -1;
    min-height: 0;
    margin: 0 0 0.5rem;
    line-height: 1.3;
  }
  .slider {
    width: 100%;
    min-width: 0;
    height: 44px;
    margin: 0;
    accent-color: ${ink};
  }
  .field {
    box-sizing: border-box;
    width: 4.75rem;
    min-height: 36px;
    padding: 0 0.4rem;
    border: 1px solid ${quiet};
    border-radius: 3px;
    background: transparent;
    color: inherit;
    font: inherit;
    font-variant-numeric: tabular-nums;
    text-align: right;
    direction: ltr; /* a minus sign stands before its number in every script */
  }
  .list .field {
    width: 100%;
    text-align: start;
  }
  .field[aria-invalid="true"] {
    border: 2px solid ${accent};
  }
  .control label,
  .control > span {
    line-height: 1.2;
  }
  .unit {
    display: block;
    color: ${quiet};
    font-size: 0.8125rem;
  }
  .options {
    display: inline-flex;
    flex-wrap: wrap;
    gap: 0.25rem;
  }
  .option input {
    position: absolute;
    opacity: 0;
  }
  .option span {
    display: inline-flex;
    align-items: center;
    min-height: 42px;
    padding: 0 0.7rem;
    border: 1px solid ${line};
    border-radius: 3px;
    cursor: pointer;
  }
  .option input:checked + span {
    border-color: ${ink};
    background: ${ink};
    color: ${paper};
  }
  .option input:focus-visible + span {
    outline: 2px solid ${ink};
    outline-offset: 2px;
  }
  .switch {
    display: inline-flex;
    grid-column: 1 / -1;
    align-items: center;
    gap: 0.6rem;
    min-height: 44px;
    cursor: pointer;
  }
  .switch input {
    width: 20px;
    height: 20px;
    accent-color: ${ink};
  }
  /* With colours of the reader's own, a ground that we give says nothing. */
  @media (forced-colors: active) {
    .option input:checked + span {
      border-color: Highlight;
      background: Highlight;
      color: HighlightText;
      forced-color-adjust: none;
    }
  }
  @media (pointer: coarse) {
    .field,
    .option span {
      min-height: 44px;
    }
  }
  @container (min-width: 560px) {
    .controls {
      grid-template-columns: 1fr 1fr;
    }
    .control {
      grid-template-columns: 5.5rem 1fr auto;
    }
    .control.choices,
    .control:has(.switch) {
      grid-column: 1 / -1;
    }
    .control.list {
      grid-template-columns: 5.5rem 1fr;
    }
    legend {
      width: 5.5rem;
    }
  }
`;

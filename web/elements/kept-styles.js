// The look of the models that the browser keeps, in the panel of files.
import { css } from "lit";
import { line, quiet } from "./host-styles.js";

export const keptStyles = css`
  .kept {
    margin-block: 0.75rem;
    padding-block-start: 0.75rem;
    border-block-start: 1px solid ${line};
  }
  .kept .heading {
    font-weight: 600;
  }
  .kept label {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 0.75rem;
  }
  .kept input {
    box-sizing: border-box;
    flex: 1 1 12rem;
    min-width: 0;
    max-width: 24rem;
    min-height: 44px;
    padding: 0 0.4rem;
    border: 1px solid ${quiet};
    border-radius: 3px;
    background: transparent;
    color: inherit;
    font: inherit;
  }
  .kept .training {
    grid-template-columns: auto 1fr;
  }
  .kept .training .far {
    grid-column: 1 / -1;
    text-align: start;
  }
  .kept [aria-disabled="true"] {
    color: ${quiet};
    text-decoration: none;
    cursor: default;
  }
`;

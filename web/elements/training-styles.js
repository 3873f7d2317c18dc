// The look of the row of buttons, the progress and the words of a training.
import { css } from "lit";
import { ink, line, paper, quiet } from "./host-styles.js";

export const trainingStyles = css`
  .training {
    display: grid;
    grid-template-columns: auto auto 1fr;
    align-items: center;
    gap: 0 0.75rem;
    margin: 0.5rem 0 0;
    font-size: 0.9375rem;
  }
  .training button {
    box-sizing: border-box;
    min-width: 5.5rem;
    min-height: 44px;
    padding: 0 0.9rem;
    border: 1px solid ${ink};
    border-radius: 3px;
    background: none;
    color: inherit;
    font: inherit;
    cursor: pointer;
  }
  .training .main {
    min-width: 7.5rem;
    background: ${ink};
    color: ${paper};
  }
  .training button:disabled,
  .training button[aria-disabled="true"] {
    border-color: ${line};
    color: ${quiet};
    cursor: default;
  }
  .training .main:disabled {
    background: none;
  }
  .training progress {
    width: 100%;
    min-width: 0;
    height: 6px;
    border: 0;
    border-radius: 0;
    background: ${line};
    appearance: none;
  }
  .training progress::-webkit-progress-bar {
    background: ${line};
  }
  .training progress::-webkit-progress-value {
    background: ${ink};
  }
  .training progress::-moz-progress-bar {
    background: ${ink};
  }
  .training p {
    min-height: 1.5em;
    margin: 0.35rem 0 0;
    color: ${quiet};
    font-size: 0.875rem;
  }
  .training .phase {
    grid-column: 1 / 3;
  }
  .training .far {
    grid-column: 3;
    grid-row: 2;
    text-align: end;
  }
  @media (forced-colors: active) {
    .training progress {
      border: 1px solid CanvasText;
      forced-color-adjust: none;
    }
    .training progress::-webkit-progress-value {
      background: Highlight;
    }
    .training progress::-moz-progress-bar {
      background: Highlight;
    }
    .training button[aria-disabled="true"] {
      border-color: GrayText;
      color: GrayText;
    }
  }
  @container (max-width: 420px) {
    .training {
      grid-template-columns: 1fr 1fr;
    }
    .training progress,
    .training .phase,
    .training .far {
      grid-column: 1 / -1;
      grid-row: auto;
      text-align: start;
    }
    .training progress {
      margin: 0.5rem 0;
    }
  }
`;

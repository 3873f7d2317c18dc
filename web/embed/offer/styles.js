// The look of the dialog with the embed code: that of the ask box (styles/ask.css). It stands in pages of the site alone, and has
// their colours.
import { css } from "lit";

export const styles = css`
  dialog {
    box-sizing: border-box;
    width: min(48rem, 100vw - 2rem);
    max-height: calc(100dvh - 2rem);
    padding: 0;
    overflow-y: auto;
    border: 1px solid var(--quiet);
    border-radius: 4px;
    background: var(--paper);
    color: var(--ink);
    font: 400 1rem/1.45 var(--sans, system-ui, sans-serif);
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 45%);
  }
  .inside {
    padding: 0 1.25rem 1.25rem;
  }
  .head {
    position: sticky;
    top: 0;
    z-index: 1;
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 1rem;
    background: var(--paper);
  }
  h2,
  h3 {
    margin: 0.75rem 0;
    font-size: 1.25rem;
    font-weight: 600;
    line-height: 1.25;
  }
  h3 {
    margin: 1.25rem 0 0.5rem;
    font-size: 1rem;
  }
  p,
  fieldset {
    margin: 0 0 0.5rem;
    padding: 0;
    border: 0;
  }
  fieldset {
    min-width: 0;
  }
  legend {
    padding: 0;
    color: var(--quiet);
  }
  .options {
    display: flex;
    flex-wrap: wrap;
    gap: 0 1.25rem;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 1rem;
  }
  .row label {
    color: var(--quiet);
  }
  @media (min-width: 30rem) {
    legend,
    .row label {
      width: 6rem;
      line-height: 44px;
    }
    legend {
      float: inline-start;
    }
  }
  .note {
    max-width: 40rem;
    color: var(--quiet);
    font-size: 0.9375rem;
  }
  .note[role="alert"] {
    padding-inline-start: 0.75rem;
    border-inline-start: 3px solid var(--position);
    color: var(--ink);
  }
  .option {
    display: inline-flex;
    align-items: center;
    gap: 0.5rem;
    min-height: 44px;
    cursor: pointer;
  }
  .option input {
    flex: none;
    width: 18px;
    height: 18px;
    margin: 0;
    accent-color: var(--ink);
  }
  #seed,
  select {
    box-sizing: border-box;
    width: 8rem;
    min-height: 44px;
    padding: 0 0.5rem;
    border: 1px solid var(--quiet);
    border-radius: 3px;
    background: var(--paper);
    color: inherit;
    font: inherit;
    font-variant-numeric: tabular-nums;
  }
  #seed[aria-invalid="true"] {
    border: 2px solid var(--position);
  }
  label[for="code"] {
    display: block;
    margin-top: 0.5rem;
    color: var(--quiet);
  }
  textarea {
    box-sizing: border-box;
    display: block;
    width: 100%;
    margin: 0.25rem 0 0.75rem;
    padding: 0.5rem 0.75rem;
    border: 1px solid var(--quiet);
    border-radius: 3px;
    background: transparent;
    color: inherit;
    font: 0.875rem/1.5 var(--mono, monospace);
    overflow-wrap: anywhere;
    resize: vertical;
    field-sizing: content;
  }
  button {
    min-width: 44px;
    min-height: 44px;
    padding: 0;
    border: 0;
    border-radius: 3px;
    background: none;
    color: var(--quiet);
    font: inherit;
    cursor: pointer;
  }
  button.plain:hover {
    color: var(--ink);
  }
  button.main {
    padding: 0 1.25rem;
    background: var(--ink);
    color: var(--paper);
  }
  /* With colours of the reader's own, text on a ground that we give cannot be read. */
  @media (forced-colors: active) {
    button.main {
      forced-color-adjust: none;
      background: ButtonText;
      color: ButtonFace;
    }
  }
  .copying {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem 1rem;
    min-height: 44px;
  }
  .preview {
    border: 1px solid var(--line);
  }
  iframe {
    display: block;
    width: 100%;
    border: 0;
  }
  :focus-visible {
    outline: 2px solid var(--ink);
    outline-offset: 2px;
  }
`;

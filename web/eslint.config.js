import js from "@eslint/js";
import lit from "eslint-plugin-lit";
import globals from "globals";

// Run from the repository's root (`npm run lint` does), so that tests/ is inside ESLint's base path.
export default [
  { ignores: ["**/node_modules/**", "build/**"] },
  js.configs.recommended,
  // Figures and pages use templates too, but ones that are written as text.
  { ...lit.configs["flat/recommended"], files: ["web/elements/**"] },
  {
    languageOptions: { ecmaVersion: 2025, sourceType: "module", globals: { ...globals.browser, ...globals.node } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-var": "error",
      "prefer-const": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
    },
  },
];

// What checked numbers ask of models that are drawn for the question: how many weights there are, how random rows lie to each other,
// what a model without encoding makes of order.
import { dot, norm, sum } from "./vectors.js";

/** @param {any} engine of build/package */
export function createModelHelpers(engine) {
  /**
   * Entries of all matrices in the blocks of a model, counted in a real one; biases and norms left out.
   * @param {number} n_embd a multiple of 64
   * @param {number} n_layer
   */
  function blockWeights(n_embd, n_layer) {
    const config = { model_type: "gpt2", n_layer: 1, n_head: n_embd / 64, n_embd, n_positions: 1, vocab_size: 1 };
    const model = engine.createModel(config, { seed: 0 });
    try {
      /** @type {{ name: string, shape: number[] }[]} */
      const parameters = model.parameters();
      const matrices = parameters.filter(({ name, shape }) => name.startsWith("h.0.") && shape.length === 2);
      return n_layer * sum(matrices.map(({ shape: [rows, columns] }) => rows * columns));
    } finally {
      model.dispose();
    }
  }

  /**
   * The root mean square of the cosine between random directions: the rows of a freshly drawn embedding table.
   * @param {number} width
   * @param {number} [count] directions; all their pairs are taken
   */
  function randomCosine(width, count = 200) {
    const config = { model_type: "gpt2", n_layer: 1, n_head: 1, n_embd: width, n_positions: 1, vocab_size: count };
    const model = engine.createModel(config, { seed: 0 });
    try {
      const { data } = model.readParameter("wte.weight");
      const rows = Array.from({ length: count }, (_, index) => data.subarray(index * width, (index + 1) * width));
      const cosines = rows.flatMap((left, index) =>
        rows.slice(index + 1).map((right) => dot(left, right) / (norm(left) * norm(right))),
      );
      return Math.sqrt(sum(cosines.map((cosine) => cosine ** 2)) / cosines.length);
    } finally {
      model.dispose();
    }
  }

  /**
   * A model of two layers without encoding, freshly drawn.
   * @template T
   * @param {(model: any) => T} use
   */
  function withoutEncoding(use) {
    const sizes = { n_layer: 2, n_head: 2, n_embd: 32, n_positions: 16, vocab_size: 16 };
    const model = engine.createModel({ model_type: "gpt2", ...sizes, position: { kind: "none" } }, { seed: 0 });
    try {
      return use(model);
    } finally {
      model.dispose();
    }
  }

  /**
   * How far the outputs of a model without encoding move where its tokens are reversed: the largest difference between any
   * token's output and that of the same token before.
   * @param {{ causal: boolean }} options
   */
  function reversed({ causal }) {
    return withoutEncoding((model) => {
      const tokens = Array.from({ length: 16 }, (_, token) => token);
      const { data } = model.run(tokens, { causal }).logits;
      const other = model.run(tokens.toReversed(), { causal }).logits.data;
      return Math.max(
        ...data.map((/** @type {number} */ value, /** @type {number} */ at) => {
          const [row, token] = [Math.floor(at / 16), at % 16];
          return Math.abs(value - other[(15 - row) * 16 + token]);
        }),
      );
    });
  }

  /**
   * What a causal head that looks alike at all it sees reads at a row, where the first row holds 1 and the others 0: how much of
   * its look falls on the first of equal rows.
   * @param {number} row
   */
  function share(row) {
    return withoutEncoding((model) => {
      const equal = Array.from({ length: 16 }, () => 0);
      return model.run(equal, { causal: true, capture: ["attentions"] }).attentions[0].data[row * 16];
    });
  }

  return { blockWeights, randomCosine, reversed, share };
}

// ONNX Runtime Web with a network of GPT-2 small's shape: node tests/bench/peers/gpt2-onnxruntime.mjs check|measure
// Keys and values of what was read come out of each pass and go into the next, as programs use it.
import { answerDecoding } from "../contestant.mjs";
import { createSession, floats, whole } from "./session.mjs";
import { continuingModel } from "./transformer.mjs";

/** @typedef {import("onnxruntime-web").Tensor} Tensor */

await answerDecoding({
  async network(of) {
    const session = await createSession(continuingModel(of));
    const [logits, ...held] = session.outputNames;
    const inputs = session.inputNames.filter((name) => /^(keys|values)\./.test(name));
    const shape = [of.n_head, 0, of.n_embd / of.n_head];
    const nothing = inputs.map(() => floats(new Float32Array(0), shape));

    /**
     * A pass over `tokens` after as many as `old` holds.
     * @param {Int32Array} tokens @param {Tensor[]} old
     */
    async function pass(tokens, old) {
      const before = old[0].dims[1];
      const all = before + tokens.length;
      const mask = new Float32Array(tokens.length * all);
      for (let row = 0; row < tokens.length; row++) mask.fill(-1e9, row * all + before + row + 1, (row + 1) * all);
      const answer = await session.run({
        ids: whole(tokens),
        positions: whole(tokens.map((_, i) => before + i)),
        mask: floats(mask, [tokens.length, all]),
        ...Object.fromEntries(inputs.map((name, i) => [name, old[i]])),
      });
      return {
        logits: /** @type {Float32Array} */ (answer[logits].data),
        old: held.map((name) => answer[name]),
      };
    }

    return {
      lastLogits: async (tokens) => (await pass(tokens, nothing)).logits,
      async generate(tokens, count, onToken) {
        let next = tokens;
        let old = nothing;
        for (let i = 0; i < count; i++) {
          const seen = await pass(next, old);
          old = seen.old;
          next = Int32Array.of(seen.logits.reduce((best, value, at) => (value > seen.logits[best] ? at : best), 0));
          onToken(next[0]);
        }
      },
    };
  },
});

// Well-formed measurements of shipped models, made up: what a page brings along for the figures that read a text. Losses are simple
// enough to work the figures' sentences out by hand.

const blocks = (loss) => Array.from({ length: 16 }, (_, block) => loss(block));
const text = { source: "stories", title: "Small stories" };

/** Blocks 0 to 3 are the trained length; 12 is the block of position 200. */
const lossByPosition = {
  text,
  windows: 48,
  curves: {
    none: blocks((block) => 2.1 + 0.03 * block),
    learned: blocks((block) => (block < 4 ? 1.88 : null)),
    sinusoidal: blocks((block) => (block < 4 ? 1.9 : 3.4)),
    rope: blocks((block) => (block < 4 ? 1.75 : 1.75 + 0.25 * (block - 3))),
    alibi: blocks(() => 1.83),
    t5_bias: blocks((block) => 1.8 + 0.02 * block),
  },
  scaled: { subject: '["ntk",4]', losses: blocks((block) => 1.8 + 0.05 * block), windows: 48 },
};

const reading = (perplexity) => ({ perplexity, sample: `She was at ${perplexity}` });
const tablePerplexity = {
  text,
  without: 8.7,
  readings: {
    0: reading(20),
    0.25: reading(14),
    0.5: reading(9),
    0.75: reading(7),
    1: reading(6.5),
    "0.25 shuffled 1": reading(19),
    "0.5 shuffled 1": reading(22),
    "0.75 shuffled 1": reading(26),
    "1 shuffled 1": reading(30),
  },
};

/** Sixteen probes, each a little worse than the one before. */
const positionProbe = {
  text,
  probes: Object.fromEntries(
    ["none", "untrained", "unmasked", "rope"].flatMap((model, nth) =>
      [0, 1, 2, 3].map((layer) => {
        const share = 1 - (4 * nth + layer) / 20;
        const mean = Array.from({ length: 64 }, (_, row) => 31.5 + share * (row - 31.5));
        return [`${model} ${layer}`, { r_squared: share, mean_absolute_error: 16 * (1 - share), mean }];
      }),
    ),
  ),
};

/** A text of eight letters, each row of which agrees; a neighbouring slot's row is half a unit off and more. */
const checkpoint = {
  runs: {
    [JSON.stringify(["learned", "sum", "The cat sat on the mat."])]: {
      rows: [..."The cat."].map((word, index) => ({
        ...{ index, token: 40 + index, word, passed: true, error: 0 },
        twin: { slot: index + 1, passed: false, error: 0.5 + index / 100 },
      })),
    },
  },
};

export const measuredBy = {
  checkpoint,
  "loss-by-position": lossByPosition,
  "table-perplexity": tablePerplexity,
  "position-probe": positionProbe,
};

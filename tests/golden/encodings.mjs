// The formulas of the encodings, written anew in plain JavaScript double precision from the papers named beside them.
// Nothing here calls the engine: it is what the golden numbers, and through them the engine, are held against.

/** Columns of one row: [["sin" | "cos", angle] or null for a column of zeros]. */
function sinusoidColumns(variant, position, width, base) {
  const columns = Array(width).fill(null);
  if (variant === "t2t_concat") {
    // tensor2tensor, layers/common_attention.py: log-spaced from 1 to 1 / base over floor(width / 2) timescales.
    const half = Math.floor(width / 2);
    for (let i = 0; i < half; i++) {
      const angle = position * Math.exp(-(i * Math.log(base)) / (half - 1));
      columns[i] = ["sin", angle];
      columns[half + i] = ["cos", angle];
    }
    return columns;
  }
  // Vaswani et al. 2017, section 3.5.
  const sines = Math.ceil(width / 2);
  for (let j = 0; j < width; j++) {
    const pair = variant === "interleaved" ? j >> 1 : j < sines ? j : j - sines;
    const wave = variant === "interleaved" ? ["sin", "cos"][j % 2] : j < sines ? "sin" : "cos";
    columns[j] = [wave, position / base ** ((2 * pair) / width)];
  }
  return columns;
}

export function sinusoidRow(variant, position, width, base = 10000) {
  // At position 0 every angle is 0, also where a width of 2 leaves the frequency undefined.
  return sinusoidColumns(variant, position, width, base).map((column) => {
    if (!column) return 0;
    const angle = position === 0 ? 0 : column[1];
    return column[0] === "sin" ? Math.sin(angle) : Math.cos(angle);
  });
}

/** Plain frequencies, Su et al. 2021, section 3.2.2: theta^(-2 i / d). */
export const plainFrequencies = (dimension, theta) =>
  Array.from({ length: dimension / 2 }, (_, i) => 1 / theta ** ((2 * i) / dimension));

/** [[first, second], ...]: the entries that turn together. */
export const pairsOf = (layout, dimension) =>
  Array.from({ length: dimension / 2 }, (_, i) =>
    layout === "interleaved" ? [2 * i, 2 * i + 1] : [i, i + dimension / 2],
  );

/** The rotation as a product of complex numbers: (a + ib) e^(i angle), times the attention factor. */
export function rotated(vector, position, frequencies, layout, attentionFactor = 1) {
  const result = [...vector];
  pairsOf(layout, 2 * frequencies.length).forEach(([first, second], i) => {
    const re = attentionFactor * Math.cos(position * frequencies[i]);
    const im = attentionFactor * Math.sin(position * frequencies[i]);
    result[first] = vector[first] * re - vector[second] * im;
    result[second] = vector[first] * im + vector[second] * re;
  });
  return result;
}

const lerp = (from, to, share) => from + (to - from) * Math.min(1, Math.max(0, share));

const scalings = {
  default: (plain) => plain,
  // Chen et al. 2023: positions divided by the factor.
  linear: (plain, { factor }) => plain.map((f) => f / factor),
  // "NTK-aware" scaling: the base grows so that the last frequency is divided by the factor.
  ntk: (plain, { alpha }) => plain.map((f, i) => f * alpha ** (-i / (plain.length - 1))),
  dynamic: (plain, { factor, seq_len, max_position_embeddings }) => {
    const stretch = Math.max(1, (factor * seq_len) / max_position_embeddings - (factor - 1));
    return plain.map((f, i) => f * stretch ** (-i / (plain.length - 1)));
  },
  // Peng et al. 2023, section 3.2, with the bounds of the ramp as the released code rounds them.
  yarn: (plain, { factor, original_max_position_embeddings, beta_fast, beta_slow, truncate }, base) => {
    const d = 2 * plain.length;
    const pairWith = (turns) =>
      (d * Math.log(original_max_position_embeddings / (2 * Math.PI * turns))) / (2 * Math.log(base));
    const bounds = [pairWith(beta_fast), pairWith(beta_slow)];
    const low = Math.max(0, truncate ? Math.floor(bounds[0]) : bounds[0]);
    const high = Math.min(d - 1, truncate ? Math.ceil(bounds[1]) : bounds[1]);
    return plain.map((f, i) => lerp(f, f / factor, (i - low) / (high === low ? 0.001 : high - low)));
  },
  // Llama 3.1, model card and reference code: by wavelength against the original context.
  llama3: (plain, { factor, low_freq_factor, high_freq_factor, original_max_position_embeddings }) =>
    plain.map((f) => {
      const wavelength = (2 * Math.PI) / f;
      if (wavelength < original_max_position_embeddings / high_freq_factor) return f;
      if (wavelength > original_max_position_embeddings / low_freq_factor) return f / factor;
      const smooth =
        (original_max_position_embeddings / wavelength - low_freq_factor) / (high_freq_factor - low_freq_factor);
      return lerp(f / factor, f, smooth);
    }),
  // Ding et al. 2024: a divisor for each pair.
  longrope: (plain, { divisors }) => plain.map((f, i) => f / divisors[i]),
};

export const scaledFrequencies = (type, dimension, base, parameters) =>
  scalings[type](plainFrequencies(dimension, base), parameters, base);

export function attentionFactor(type, parameters) {
  if (type === "longrope") {
    const { max_position_embeddings: longer, original_max_position_embeddings: original } = parameters;
    return Math.sqrt(1 + Math.log(longer / original) / Math.log(original));
  }
  if (type !== "yarn") return 1;
  const { factor, mscale, mscale_all_dim } = parameters;
  const magnitude = (scale) => (factor <= 1 ? 1 : 0.1 * scale * Math.log(factor) + 1);
  return mscale && mscale_all_dim ? magnitude(mscale) / magnitude(mscale_all_dim) : magnitude(1);
}

/** Press et al. 2022, released code: a count that is no power of two borrows every other slope of the next one. */
export function alibiSlopes(heads) {
  const geometric = (count) => Array.from({ length: count }, (_, h) => 2 ** ((-8 * (h + 1)) / count));
  const power = 2 ** Math.floor(Math.log2(heads));
  const borrowed = geometric(2 * power).filter((_, h) => h % 2 === 0);
  return [...geometric(power), ...borrowed].slice(0, heads);
}

/** Raffel et al. 2020; the floor of the logarithm is decided with whole numbers of any size. */
export function t5Bucket(relative, { bidirectional, num_buckets: buckets, max_distance: furthest }) {
  const perSide = bidirectional ? buckets / 2 : buckets;
  const offset = bidirectional && relative > 0 ? perSide : 0;
  const distance = bidirectional ? Math.abs(relative) : Math.max(0, -relative);
  const exact = Math.floor(perSide / 2);
  if (distance < exact) return offset + distance;
  const steps = perSide - exact;
  // The largest k with (distance / exact)^steps >= (furthest / exact)^k.
  const reached = (k) =>
    BigInt(distance) ** BigInt(steps) * BigInt(exact) ** BigInt(k) >=
    BigInt(furthest) ** BigInt(k) * BigInt(exact) ** BigInt(steps);
  let k = 0;
  while (k < steps - 1 && reached(k + 1)) k++;
  return offset + exact + k;
}

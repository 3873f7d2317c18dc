// The shapes of what models are made of, read from and asked for.

/** @typedef {import("./types.js").Numbers} Numbers */
/** @typedef {import("./types.js").Tensor} Tensor */

/**
 * An encoding and its parameters, as `encodings()` lists them.
 * @typedef {{ kind: "none" | "learned" | "sinusoidal" | "rope" | "alibi" | "t5_bias" | string, [parameter: string]: any }} Position
 */

/**
 * A Hugging Face config.json, plus `causal` and `position`. Its other keys are ignored, except those that would make the
 * numbers different.
 * @typedef {Gpt2Config | LlamaConfig | GptNeoxConfig | GptJConfig} Config
 */

/**
 * @typedef {object} Gpt2Config
 * @property {"gpt2"} model_type
 * @property {number} n_layer
 * @property {number} n_head
 * @property {number} n_embd a multiple of n_head
 * @property {number} n_positions rows of a learned table; limits no other encoding
 * @property {number} vocab_size
 * @property {number | null} [n_inner] 4 * n_embd
 * @property {"gelu_new" | "gelu"} [activation_function] "gelu_new"
 * @property {number} [layer_norm_epsilon] 1e-5
 * @property {boolean} [causal] true
 * @property {boolean} [tie_word_embeddings] true
 * @property {Position} [position] { kind: "learned" }
 */

/**
 * The llama family: RMSNorm, SwiGLU, key and value heads that groups of query heads share. Such models run; they are not
 * trained here.
 * @typedef {object} LlamaConfig
 * @property {"llama" | "mistral" | "qwen2"} model_type qwen2 has biases on queries, keys and values
 * @property {number} num_hidden_layers
 * @property {number} num_attention_heads
 * @property {number | null} [num_key_value_heads] num_attention_heads, or a divisor of it
 * @property {number} hidden_size
 * @property {number | null} [head_dim] hidden_size / num_attention_heads
 * @property {number} intermediate_size
 * @property {number} [max_position_embeddings] 2048; limits nothing but a learned table
 * @property {number} vocab_size
 * @property {"silu"} [hidden_act]
 * @property {boolean} [attention_bias] false
 * @property {number} [rms_norm_eps] 1e-6
 * @property {number} [rope_theta] 10000; with partial_rotary_factor, rope_scaling and rope_parameters read where `position`
 *   turns and does not say otherwise itself
 * @property {boolean} [causal] true
 * @property {boolean} [tie_word_embeddings] false
 * @property {Position} [position] { kind: "rope", layout: "half" }
 */

/**
 * GPT-NeoX: LayerNorm, GELU and biases, attention and MLP side by side. Such models run; they are not trained here.
 * @typedef {object} GptNeoxConfig
 * @property {"gpt_neox"} model_type
 * @property {number} num_hidden_layers
 * @property {number} num_attention_heads
 * @property {number} hidden_size
 * @property {number} intermediate_size
 * @property {number} [max_position_embeddings] 2048
 * @property {number} vocab_size
 * @property {"gelu" | "gelu_new" | "gelu_fast"} [hidden_act] "gelu"
 * @property {number} [layer_norm_eps] 1e-5
 * @property {boolean} [attention_bias] true
 * @property {boolean} [use_parallel_residual] true
 * @property {number} [rotary_pct] 0.25; rotary_emb_base and the newer names are read too
 * @property {boolean} [causal] true
 * @property {boolean} [tie_word_embeddings] false
 * @property {Position} [position] { kind: "rope", layout: "half" }
 */

/**
 * GPT-J: as GPT-NeoX, with one norm for attention and MLP, no biases in attention, and rotation of neighbours.
 * @typedef {object} GptJConfig
 * @property {"gptj"} model_type
 * @property {number} n_layer
 * @property {number} n_head
 * @property {number} n_embd
 * @property {number} [n_positions] 2048
 * @property {number | null} [n_inner] 4 * n_embd
 * @property {number} vocab_size
 * @property {number | null} [rotary_dim] 64; null, for the whole head, only where n_head is 1
 * @property {"gelu" | "gelu_new" | "gelu_fast"} [activation_function] "gelu_new"
 * @property {number} [layer_norm_epsilon] 1e-5
 * @property {boolean} [causal] true
 * @property {boolean} [tie_word_embeddings] false
 * @property {Position} [position] { kind: "rope", layout: "interleaved" }
 */

/**
 * @typedef {object} LoadOptions
 * @property {ArrayBuffer | Uint8Array | Blob | (ArrayBuffer | Uint8Array | Blob)[]} weights the file, or the files of a
 *   sharded checkpoint: File objects, whose names an index calls them by
 * @property {Record<string, any>} [index] the parsed model.safetensors.index.json
 * @property {Config & Record<string, any>} [config] the parsed config.json; to be left out for a file of llama2.c, which
 *   holds its own
 * @property {"safetensors" | "llama2.c"} [format] recognised by the file's first bytes where it is left out; of llama2.c's
 *   own formats the first is read (a header of seven int32); later ones ("ak42") are `"unsupported"`
 * @property {(progress: { done: number, total: number }) => void} [onProgress] bytes read
 * @property {AbortSignal} [signal]
 */

/**
 * @typedef {object} RunOptions
 * @property {Numbers} [positions] [T], 0 .. T - 1 by default; any numbers that the encoding allows, fractions too where it is a
 *   formula
 * @property {boolean} [causal] by default the config's; the mask goes by row, not by position
 * @property {Numbers} [attention_mask] [T], 0 hides a key from every query
 * @property {Numbers} [targets] [T] token ids, -1 where no loss is taken
 * @property {number} [layers] how many blocks are run, 0 (the embedding alone) .. n_layer, and no head then: what is captured is what the
 *   whole run would have captured of them, bit for bit. All of them, and the head, by default; `targets` need it
 * @property {("hidden_states" | "attentions" | "scores" | "queries" | "keys" | "values")[]} [capture]
 */

/**
 * @typedef {object} RunResult
 * @property {Tensor} logits [T, vocab_size]; [0, vocab_size] where `layers` was given
 * @property {number} [loss] mean cross-entropy over the targets taken, in nats
 * @property {Tensor[]} [hidden_states] n_layer + 1 of [T, n_embd]: [0] enters block 0 (token embedding plus whatever the
 *   encoding adds), the last one is after the final layer norm; with `layers` the first layers + 1 of these
 * @property {Tensor[]} [attentions] per layer [n_head, T, T]; of the first `layers` where that was given, as all below
 * @property {Tensor[]} [scores] per layer [n_head, T, T], scaled and biased, before mask and softmax
 * @property {Tensor[]} [queries] per layer [n_head, T, head_dim], after the encoding
 * @property {Tensor[]} [keys] the same
 * @property {Tensor[]} [values] per layer [n_head, T, head_dim]
 */

/**
 * @typedef {object} PerplexityOptions
 * @property {number} [window] tokens in a pass, 2 or more; n_positions by default
 * @property {number} [stride] tokens between the starts of windows, 1 .. window; window by default
 * @property {(progress: { done: number, total: number }) => void} [onProgress] windows
 * @property {AbortSignal} [signal]
 */

/**
 * @typedef {object} PerplexityResult
 * @property {number} perplexity exp(loss)
 * @property {number} loss mean over the counted tokens, in nats
 * @property {number} standard_error of that mean
 * @property {number} count tokens counted
 * @property {Float64Array} loss_by_position mean at each position of the window, NaN at 0
 */

/**
 * @typedef {object} GenerateOptions
 * @property {number} max_new_tokens
 * @property {number} [temperature] 1; 0 takes the likeliest token each time
 * @property {number} [top_k] draw among the k likeliest only
 * @property {number} [seed] 0
 * @property {(token: number) => void} [onToken]
 * @property {AbortSignal} [signal]
 */

export {};

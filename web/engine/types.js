// The shapes of what goes into the engine and comes out of it, for readers and for the type checker.

/**
 * Numbers in row-major order, a copy that belongs to whoever holds it.
 * @template {Float32Array | Float64Array | Int32Array} [Data=Float32Array]
 * @typedef {{ data: Data, shape: number[] }} Tensor
 */

/**
 * What every number array argument accepts: a plain array, a typed array or a tensor.
 * @typedef {ArrayLike<number> | { data: ArrayLike<number>, shape: ArrayLike<number> }} Numbers
 */

/**
 * A parameter of an encoding, as a menu or a slider shows it.
 * @typedef {object} ParameterDescription
 * @property {string} name
 * @property {string} type "number", "integer", "boolean", "choice" or "rope_scaling"
 * @property {any} default
 * @property {number} [min]
 * @property {number} [max]
 * @property {string[]} [choices]
 * @property {string} description
 */

/**
 * @typedef {object} EncodingDescription
 * @property {string} kind the name in `config.position.kind`
 * @property {string} title
 * @property {"nowhere" | "embedding" | "query_key" | "score"} injects where position enters the transformer
 * @property {number | null} max_positions positions 0 .. max_positions - 1 are allowed; null: no limit of its own
 * @property {boolean} trainable whether it owns a trained table
 * @property {ParameterDescription[]} parameters
 */

/**
 * @typedef {object} PositionTableOptions
 * @property {"sinusoidal"} kind
 * @property {number} width columns, 1 or more; "tensor2tensor" refuses 2 and 3
 * @property {Numbers} positions any real numbers; one row each
 * @property {number} [base] 10000
 * @property {"interleaved" | "concatenated" | "tensor2tensor"} [layout] "interleaved" (the paper's): sines in even columns,
 *   cosines in odd ones; "concatenated": the same angles, all sines first; "tensor2tensor": all sines first, exponent
 *   i / (floor(width / 2) - 1), an odd width ends in a column of zeros
 */

/**
 * The `rope_scaling` object of a config.json; further keys are ignored.
 * @typedef {object} RopeScaling
 * @property {"default" | "linear" | "ntk" | "dynamic" | "yarn" | "llama3" | "longrope"} [rope_type]
 * @property {string} [type] the older name of `rope_type`
 * @property {number} [factor]
 * @property {number} [original_max_position_embeddings]
 * @property {number} [beta_fast]
 * @property {number} [beta_slow]
 * @property {boolean} [truncate]
 * @property {number} [attention_factor]
 * @property {number} [mscale]
 * @property {number} [mscale_all_dim]
 * @property {number} [low_freq_factor]
 * @property {number} [high_freq_factor]
 * @property {Numbers} [short_factor]
 * @property {Numbers} [long_factor]
 */

/**
 * @typedef {object} RopeOptions
 * @property {number} head_dim
 * @property {number} [rope_theta] the base, 10000
 * @property {number} [partial_rotary_factor] the part of each head that turns, 1
 * @property {RopeScaling | null} [rope_scaling]
 * @property {number} [sequence_length] what "dynamic" and "longrope" go by
 */

/**
 * @typedef {object} RotateOptions
 * @property {Numbers} vectors [n, head_dim]
 * @property {Numbers} positions [n]
 * @property {"half" | "interleaved"} [layout] "half" (GPT-NeoX, Hugging Face Llama): i pairs with i + rotary_dim / 2;
 *   "interleaved" (RoFormer, GPT-J): 2i pairs with 2i + 1
 */

/**
 * @typedef {object} AttentionBiasOptions
 * @property {"alibi" | "t5_bias"} kind
 * @property {number} n_head
 * @property {Numbers} query_positions [nq]
 * @property {Numbers} key_positions [nk]
 * @property {Numbers} [table] t5_bias: the learned biases, [num_buckets, n_head]
 * @property {number} [num_buckets] t5_bias: 32
 * @property {number} [max_distance] t5_bias: 128
 * @property {boolean} [bidirectional] t5_bias: false
 */

/**
 * @typedef {object} T5BucketsOptions
 * @property {Numbers} relative_positions key position minus query position, whole numbers
 * @property {number} [num_buckets] 32
 * @property {number} [max_distance] 128
 * @property {boolean} [bidirectional] false: every key after the query shares bucket 0
 */

/**
 * @typedef {object} Comparison
 * @property {boolean} passed
 * @property {number} max_abs_error NaN where a NaN stands on either side
 * @property {number} max_rel_error |a - b| / |b|; infinite where only b is 0
 * @property {number | null} first_mismatch index
 */

/**
 * @typedef {object} ExerciseDescription
 * @property {string} id
 * @property {string} lesson the lesson's slug
 * @property {string} title
 * @property {"numbers" | "choice" | "code" | "order"} answer
 * @property {{ name: string, type: string, minimum?: number, maximum?: number, choices?: string[] }[]} parameters what an
 *   instance may fix
 */

/**
 * One drawn exercise. It is plain data: keep it, post it, store it; grading goes by its id and parameters.
 * @typedef {object} Instance
 * @property {string} id
 * @property {number} seed
 * @property {Record<string, any>} parameters
 * @property {string} prompt
 * @property {"numbers" | "choice" | "code" | "order"} answer
 * @property {{ label: string, numbers: number[], decimals: number }[]} [given] rows that the prompt needs beside its sentence
 * @property {{ label: string, decimals: number }[]} [fields] one for each number asked for
 * @property {number} [columns] how many fields stand side by side, where that is part of the question: a matrix
 * @property {{ id: string, text: string, fixed?: boolean, places?: string[] }[]} [choices] to choose from; where an order is asked
 *   for the steps, as they first stand: a `fixed` one keeps its place among the other fixed ones, and of a movable one `places` may
 *   say what it does after none, one, two of them ...
 * @property {boolean} [lines] whether the choices are lines of a program
 * @property {string} [function] the name of the JavaScript function to be written
 * @property {string} [starter] the program to start from
 * @property {number} tolerance how far each number may be off, in its own unit
 * @property {boolean} relative whether `tolerance` is a fraction of the truth instead
 */

/**
 * Numbers, or texts as typed into number fields; the id of a choice; or both, where an exercise asks for both; the ids of all steps in
 * the order chosen, where it asks for one. Where a function is to be written, what it returned for each of `codeCases`, as far as it came.
 * @typedef {(number | string)[] | ArrayLike<number>[] | ArrayLike<number>[][] | ArrayLike<number> | string | { choice: string, numbers?: (number | string)[] }} Answer
 */

/**
 * @typedef {object} Grade
 * @property {"correct" | "equivalent" | "misconception" | "incorrect" | "malformed"} verdict "equivalent": right under
 *   another documented convention, where the prompt leaves it open
 * @property {boolean} passed correct or equivalent
 * @property {number | null} max_error null where it is infinite: another length, another choice, malformed
 * @property {number} tolerance
 * @property {{ index: number, got: number | string | null, row?: number, entry?: number } | null} first_mismatch `got` is the text typed
 *   where that could not be read; of a program, `index` is the case, and `entry` (and `row`) the place in what it returned
 * @property {{ id: string, title: string, explanation: string, source?: string, mistaken: any, trial?: Trial[] } | null} misconception
 *   the nearest one; `mistaken` is the answer that this form of it makes, unrounded, in the form that grade takes; `trial` what comes
 *   out of it beside what is right, where that is more than the numbers of the answer
 * @property {{ id: string, title: string, explanation: string, source?: string }[]} misconceptions all that give this answer
 * @property {string | null} note what this answer is, or why it could not be read
 * @property {any} [right] of a program: the outputs that its own were compared with, those of the solution, or of the equivalent that they
 *   come nearer to
 */

/**
 * One number that was run or measured, beside what a mistake makes of it.
 * @typedef {{ label: string, right: number, mistaken: number, decimals: number }} Trial
 */

/**
 * @typedef {object} Misconception
 * @property {string} id
 * @property {string} title
 * @property {string} explanation
 * @property {string} [source]
 * @property {boolean} applicable false where, at this instance, the mistake gives the right answer
 */

/**
 * A file as text, or as JSON.parse gives it.
 * @typedef {{ characters: string } | { vocab: string | Record<string, number>, merges: string } |
 *   { tokenizerJson: string | Record<string, any> } | { tokenizerBin: ArrayBuffer | Uint8Array }} TokenizerOptions
 */

/**
 * The same interface across a worker: every method gives a promise, every property is a method.
 * @template T
 * @typedef {{
 *   [K in keyof T]: T[K] extends (...args: infer A) => infer R
 *     ? (...args: { [I in keyof A]: Remote<A[I]> }) => Promise<Remote<Awaited<R>>>
 *     : () => Promise<Remote<T[K]>>
 * }} Asynchronous
 */

/**
 * What stays in the worker, and is an object to call there; everything else crosses.
 * @template T
 * @typedef {T extends Engineered ? Asynchronous<T> : T} Remote
 */

/**
 * @typedef {import("./model.js").Model | import("./trainer.js").Trainer | import("./task.js").Task |
 *   import("./tokenizer.js").Tokenizer} Engineered
 */

export {};

// The shapes of what training, tasks and experiments take and give, for readers and for the type checker.

/** @import { Numbers, Tensor } from "./types.js" */

/**
 * What one step learns from: B sequences of T tokens. A list without a shape is one sequence.
 * @typedef {object} Batch
 * @property {Numbers} tokens [B, T] ids
 * @property {Numbers} targets [B, T] ids, -1 where no loss is taken
 */

/**
 * @typedef {object} TrainerOptions
 * @property {number} learning_rate
 * @property {[number, number]} [betas] of the running means of gradient and squared gradient, [0.9, 0.99]
 * @property {number} [eps] 1e-8, outside the root
 * @property {number} [weight_decay] 0; decoupled, and spares biases, norms and position tables
 * @property {number} [gradient_clip] the largest norm of all gradients together, 1; 0: no clipping
 * @property {number} [warmup_steps] 0; the rate grows in a straight line up to here
 * @property {number} [total_steps] where the cosine ends
 * @property {"constant" | "cosine"} [schedule] "constant"
 * @property {number} [final_fraction] of learning_rate, at the end of the cosine, 0.1
 */

/**
 * @typedef {object} StepResult
 * @property {number} loss mean over all targets taken, in nats, before the update
 * @property {number} gradient_norm of all gradients together, before clipping, as torch.nn.utils.clip_grad_norm_ returns it
 * @property {number} learning_rate
 * @property {number} step counted from 1
 */

/**
 * An optimizer's state, named as torch.optim.AdamW's. Plain data: keep it, post it, store it.
 * @typedef {object} TrainerState
 * @property {number} step steps done
 * @property {Record<string, { exp_avg: Tensor, exp_avg_sq: Tensor }>} moments by parameter
 */

/**
 * @typedef {object} Gradients
 * @property {number} loss mean over all targets taken, in nats
 * @property {number} gradient_norm of all gradients together
 * @property {Record<string, Tensor>} gradients by parameter, each of its shape
 */

/** @typedef {Tensor<Int32Array>} IdTensor */

/**
 * @typedef {object} TrainOptions
 * @property {number} steps
 * @property {number} [batch_size] sequences in a step, 32
 * @property {number} [evaluate_every] steps between evaluations, and one after the last step; 0, the default: none
 * @property {number} [sequences] of an evaluation, by default as many as the task holds enough
 * @property {(progress: TrainProgress) => void} [onProgress] after every slice of some 30 ms
 * @property {AbortSignal} [signal] stops between two slices; what was learned stays
 */

/**
 * How far training is: `loss`, `gradient_norm`, `learning_rate` and `step` of the last step, and the last evaluation.
 * @typedef {Partial<StepResult> & { done: number, total: number, evaluation?: Evaluation & { step: number } }} TrainProgress
 */

/**
 * A kind of task and what `createTask` may be told.
 * @typedef {object} TaskDescription
 * @property {string} name
 * @property {string} title
 * @property {import("./types.js").ParameterDescription[]} parameters
 */

/**
 * @typedef {object} TaskConfig
 * @property {number} vocab_size
 * @property {number} length tokens in a sequence
 * @property {boolean} causal whether a model for this task is usually masked
 * @property {string} [characters] of a text: each character, in the order of the ids
 */

/**
 * @typedef {object} Evaluation
 * @property {number} accuracy share of the answers where the right token is the likeliest
 * @property {number} loss mean cross-entropy in nats
 * @property {Float64Array} accuracy_by_position [T], NaN where nothing is asked
 * @property {Float64Array} loss_by_position the same
 */

/**
 * @typedef {object} ExperimentDescription
 * @property {string} id
 * @property {string} title
 * @property {string} claim what it is about to show
 * @property {{ name: string, title: string }[]} arms what is compared; the first is the default
 * @property {number} seconds about what one arm takes in a browser
 */

/**
 * @typedef {object} ExperimentOptions
 * @property {string | { name: string }} [arm] the name of one, or one as `experiments` lists it
 * @property {number} [seed] 0
 * @property {(progress: ExperimentProgress) => void} [onProgress] after every slice of some 30 ms
 * @property {AbortSignal} [signal]
 */

/**
 * @typedef {object} ExperimentProgress
 * @property {number} done
 * @property {number} total what it takes at most: a run that reaches its goal ends sooner
 * @property {number} step training steps done
 * @property {number} loss of the last step, NaN before the first
 * @property {number} accuracy of the last evaluation, NaN before the first
 * @property {{ step: number, loss: number, accuracy: number, accuracy_by_position: Float64Array }} [evaluation] the last one
 */

/**
 * @typedef {object} ExperimentResult
 * @property {Record<string, number>} measures by name; steps_to_99 is NaN where it was not reached
 * @property {{ step: number, loss: number, accuracy: number }[]} curve of the evaluations
 * @property {Float64Array} accuracy_by_position of the last evaluation, where the experiment is about that; else empty
 */

/**
 * @typedef {object} ProbeOptions
 * @property {number} [layer] the hidden state that is read: 0 enters block 0, n leaves block n; the last one by default
 * @property {number} [samples] sequences, half of them fitted and half scored, 64
 * @property {number} [length] rows of each, 64
 * @property {number} [seed] of the random tokens, 0
 * @property {IdTensor} [tokens] [samples, length], sequences to read in the place of random ones
 * @property {(progress: { done: number, total: number }) => void} [onProgress]
 * @property {AbortSignal} [signal]
 */

/**
 * @typedef {object} ProbeResult
 * @property {number} r_squared 1 where the position can be read off exactly, 0 or below where not at all
 * @property {number} mean_absolute_error in positions
 * @property {Float64Array} by_position the mean position recovered at each row
 */

/**
 * A trained model that comes with the package.
 * @typedef {object} ShippedModel
 * @property {string} name what `loadShippedModel` takes
 * @property {string} title
 * @property {string} encoding
 * @property {number} bytes of its file
 * @property {ModelCard} card
 */

/**
 * What is known about a shipped model: how it was made, and what it scores.
 * @typedef {object} ModelCard
 * @property {string} name
 * @property {string} title
 * @property {string} encoding
 * @property {import("./model-types.js").Config} config
 * @property {string} characters in the order of their ids
 * @property {any} data the text it was trained on
 * @property {number} steps
 * @property {number} seed
 * @property {number} parameters how many numbers
 * @property {number} loss in nats, on text that it was not trained on
 * @property {any} loss_by_position
 * @property {{ zeroed: number, shuffled: number }} [table] of a learned table: the loss with every entry 0, with its rows shuffled
 * @property {any} rebuild how to train it again
 */

export {};

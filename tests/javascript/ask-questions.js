// Questions as readers type them, each with the sections that answer it ("lesson#section"), and questions that this course does not
// answer. Written from what the lessons must teach, before anything was searched for.

/** @type {[question: string, ...sections: string[]][]} */
export const questions = [
  // position-table
  ["what is the formula for sinusoidal positional encoding", "position-table#the-formula"],
  ["worked example of a sinusoidal row with d = 4", "position-table#one-row-by-hand"],
  ["why is each position unique, a fingerprint", "position-table#each-pair-is-a-clock"],
  ["wavelength of the last pair", "position-table#each-pair-is-a-clock", "rope#no-table-no-last-row"],
  ["shift by k is a rotation matrix", "position-table#moving-by-k-is-one-rotation"],
  ["dot product of two rows depends on distance", "position-table#moving-by-k-is-one-rotation"],
  [
    "do sinusoids extrapolate past the training length",
    "position-table#past-the-trained-length",
    "longer#six-models-one-step-too-far",
  ],
  ["tensor2tensor all sines first", "position-table#common-mistakes"],
  // learned-table
  ["why does gpt2 stop at 1024", "learned-table#where-it-ends"],
  ["what is wpe", "learned-table", "learned-table#one-sum-before-the-first-block"],
  ["why add position instead of concatenating", "learned-table#why-add-and-not-append"],
  ["does adding position corrupt the word embedding", "learned-table#why-the-sum-does-not-spoil-the-word"],
  ["random directions nearly perpendicular in high dimensions", "learned-table#why-the-sum-does-not-spoil-the-word"],
  [
    "what happens if you zero the position table",
    "learned-table#what-zeroing-the-table-shows-and-what-not",
    "mask-leaks#why-zeroing-gpt-2-s-table-does-not-show-this",
  ],
  ["BERT position embeddings segment layer norm", "learned-table#the-same-idea-elsewhere"],
  ["index modulo table size wraps around", "learned-table#where-it-ends"],
  // rope
  ["half split vs interleaved", "rope#two-layouts-one-family"],
  ["why does the rope score depend only on the distance", "rope#only-the-distance-is-left"],
  ["does rope rotate the values", "rope#turn-pair-by-pair", "rope#common-mistakes"],
  ["partial rotary factor", "rope#turning-only-a-part"],
  ["which models use rope", "rope#who-uses-it"],
  // mask-leaks
  [
    "can a causal model without positional encoding know position",
    "mask-leaks",
    "mask-leaks#what-the-mask-gives-away",
    "mask-leaks#without-a-mask-blind",
    "lab#choosing",
  ],
  ["how does the causal mask leak position", "mask-leaks#what-the-mask-gives-away", "mask-leaks"],
  ["linear probe position from hidden states", "mask-leaks#reading-a-place-from-a-row"],
  // longer
  [
    "does rope extrapolate",
    "longer#six-models-one-step-too-far",
    "longer#why-rope-fails-where-it-does",
    "rope#no-table-no-last-row",
  ],
  ["position interpolation", "longer#five-ways-to-scale", "longer#do-they-work"],
  ["NTK-aware base formula", "longer#five-ways-to-scale"],
  ["yarn temperature and ramp", "longer#five-ways-to-scale"],
  ["llama 3 rope scaling bands", "longer#five-ways-to-scale"],
  [
    "which encoding holds up on longer texts than it was trained on",
    "longer#six-models-one-step-too-far",
    "lab#choosing",
    "longer",
  ],
  // lab
  ["which positional encoding should I choose", "lab#choosing"],
];

/** Other subjects, within AI and without, and things that the lessons use and take for known. */
export const elsewhere = [
  "how does dropout work",
  "what is backpropagation",
  "explain gradient descent",
  "what is RLHF",
  "how do diffusion models generate images",
  "what is LoRA fine-tuning",
  "which optimizer should I use for training",
  "what is the best learning rate for Adam",
  "how does a convolutional neural network work",
  "LSTM vs GRU",
  "what is layer normalization",
  "how does softmax work",
  "what is a tokenizer",
  "byte pair encoding merges",
  "how much does it cost to train GPT-4",
  "who founded OpenAI",
  "how do I prompt ChatGPT",
  "retrieval augmented generation",
  "mixture of experts routing",
  "flash attention memory",
  "what is quantization of weights",
  "reinforcement learning reward model",
  "vision transformer patches",
  "beam search vs nucleus sampling",
  "what is the capital of France",
  "best pizza in Naples",
  "weather tomorrow",
  "write me a poem about the sea",
  "asdf qwer zxcv",
  "is AI dangerous",
];

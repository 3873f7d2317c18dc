// The files of a checkpoint as a reader drops them: one or several, in any order and in several goes. What each is goes by what is in it,
// not by its name alone: browsers number copies, "config (1).json".
import { calledIn, counting, isShard, listed, titleOf } from "./checkpoint-shards.js";
import { isLlama2c, startBytes } from "./llama2c-start.js";

/** @typedef {"weights" | "config" | "index" | "tokenizer" | "vocab" | "merges" | "words" | "text"} Role */
/** @typedef {{ name: string, size: number, slice: (start?: number, end?: number) => Blob }} FileLike a File */
/** @typedef {{ role: Role, name: string, size: number, file: any, content?: any }} Held a file that is here */
/** @typedef {{ key: string, fields: Record<string, any> }} Note a sentence by its key */

/** Larger ones of these are something else: the largest tokenizer.json has some 20 MB. */
const largestText = 128 * 2 ** 20;

/** By so many bytes a file of an unknown kind is told from a text. */
const sniffed = 64 * 2 ** 10;

/** Files that come with checkpoints and that nothing here needs. */
const unneeded =
  /^(generation_config|tokenizer_config|special_tokens_map|added_tokens|preprocessor_config|chat_template)\b.*\.json$|\.gitattributes$|^LICENSE|^README/i;

/** Weights in forms that are not read. @type {[RegExp, string][]} */
const unread = [
  [/\.(pt|pth|pkl|ckpt)$|pytorch_model.*\.bin$/i, "pickle"],
  [/\.(gguf|ggml|onnx|h5|msgpack|ot|tflite)$/i, "other_weights"],
];

/** Models whose texts are cut by GPT-2's rules: vocab.json and merges.txt say everything of their tokenizer. Others publish the same two files,
 * as Qwen2 and SmolLM do, and cut otherwise, which only tokenizer.json says. */
const cutAsGpt2 = ["gpt2", "gptj"];

export class CheckpointFiles {
  /** @type {Held[]} */
  held = [];
  /** Counts changes of what makes a model: one that was opened before is another. */
  version = 0;
  /** Weights in the order in which they came: an index that comes later may say that they belong together. @type {Held[]} */
  #given = [];

  /**
   * @param {Iterable<FileLike>} files
   * @returns {Promise<Note[]>} what was not taken, and why
   */
  async take(files) {
    /** @type {Note[]} */
    const notes = [];
    for (const file of files) {
      const known = await recognised(file).catch(({ message }) => ({
        key: "unreadable",
        fields: { name: file.name, message },
      }));
      if ("key" in known) notes.push(known);
      else this.#put({ ...known, name: file.name, size: file.size, file });
    }
    return notes;
  }

  /** @param {Held} taken */
  #put(taken) {
    const { role } = taken;
    // Of every kind but weights there is one, and the last one counts.
    if (role === "weights") this.#given.push(taken);
    else this.held = [...this.held.filter((each) => each.role !== role), taken];
    this.#settle();
    if (role !== "text") this.version += 1;
  }

  /** The weights that count stand among the files that are here. */
  #settle() {
    const weights = counting(this.#given, this.one("index")?.content);
    const staying = this.held.filter((each) => each.role !== "weights" || weights.includes(each));
    this.held = [...staying, ...weights.filter((each) => !staying.includes(each))];
  }

  /** @param {string} name */
  remove(name) {
    if (this.held.some((each) => each.name === name && each.role !== "text")) this.version += 1;
    const gone = this.weights.some((each) => each.name === name);
    this.held = this.held.filter((each) => each.name !== name);
    // Weights that others have replaced do not come back in their place.
    if (gone) this.#given = this.weights;
    this.#settle();
  }

  /** @param {Role[]} [staying] */
  clear(staying = []) {
    this.held = this.held.filter(({ role }) => staying.includes(role));
    this.#given = this.weights;
    this.version += 1;
  }

  /** @param {Role} role @returns {Held | undefined} */
  one(role) {
    return this.held.find((each) => each.role === role);
  }

  get weights() {
    return this.held.filter(({ role }) => role === "weights");
  }

  /** What the model is called: the name of its file, without the number of a shard. */
  get title() {
    const { name } = this.weights[0];
    return this.#isShard(name) ? titleOf(name, this.#index) : name;
  }

  /** A file of llama2.c holds its own config. */
  get ownConfig() {
    return this.weights.some(({ name }) => /\.bin$/i.test(name));
  }

  /** What config.json says of the weights, where it is that file's to say. @returns {any} */
  get config() {
    return this.ownConfig ? undefined : this.one("config")?.content;
  }

  /** The index of shards, unless the weights are in one file. */
  get #index() {
    const whole = this.weights.length > 0 && !this.weights.some(({ name }) => this.#isShard(name));
    return whole ? undefined : this.one("index");
  }

  /** @param {string} name */
  #isShard(name) {
    return isShard(name, this.one("index")?.content);
  }

  /** What a model cannot be opened without. @returns {Note[]} */
  missing() {
    /** @type {Note[]} */
    const notes = [];
    const index = this.#index;
    const names = this.weights.map(({ name }) => calledIn(index?.content, name));
    const absent = listed(index?.content).filter((name) => !names.includes(name));
    if (index && absent.length > 0)
      notes.push({
        key: absent.length === 1 ? "shard" : "shards",
        fields: { names: absent.sort().join(", "), count: absent.length },
      });
    else if (!index && names.length === 0) notes.push({ key: "weights", fields: {} });
    else if (!index && names.length > 0 && this.#isShard(names[0]))
      notes.push({ key: "index", fields: { name: names[0] } });
    if (!this.one("config") && !this.ownConfig) notes.push({ key: "config", fields: {} });
    return notes;
  }

  /** What texts cannot be read without; a model opens all the same. @returns {Note[]} */
  wordless() {
    if (this.tokenizerOptions() !== null) return [];
    if (this.ownConfig) return [{ key: "words", fields: {} }];
    const pair = this.one("vocab") ?? this.one("merges");
    if (!this.#asGpt2) return [{ key: pair ? "cutting" : "whole_tokenizer", fields: { type: this.config.model_type } }];
    if (this.one("vocab")) return [{ key: "merges", fields: {} }];
    if (this.one("merges")) return [{ key: "vocab", fields: {} }];
    return [{ key: "tokenizer", fields: {} }];
  }

  get ready() {
    return this.weights.length > 0 && this.missing().length === 0;
  }

  /** Shards that the index names; others stay aside. */
  get loaded() {
    const index = this.#index?.content;
    if (!index) return this.weights;
    const wanted = listed(index);
    return this.weights.filter(({ name }) => wanted.includes(calledIn(index, name)));
  }

  /** As `loadModel` takes them. */
  modelOptions() {
    const { loaded } = this;
    const index = this.#index;
    const { config } = this;
    return {
      weights: index ? loaded.map((each) => asListed(each, index.content)) : loaded[0].file,
      ...(index ? { index: index.content } : {}),
      ...(config ? { config } : {}),
    };
  }

  /** Whether the model that they make has its weights from there. @param {any[]} others */
  weightsFrom(others) {
    return this.ready && this.loaded.every(({ file }) => others.includes(file));
  }

  /** As `createTokenizer` takes them; null without a whole one. */
  tokenizerOptions() {
    const [whole, vocab, merges, words] = /** @type {Role[]} */ (["tokenizer", "vocab", "merges", "words"]).map(
      (role) => this.one(role)?.content,
    );
    // Each format's tokenizer numbers tokens in its own way: that of another format would read other tokens.
    if (this.ownConfig) return words === undefined ? null : { tokenizerBin: words };
    if (whole !== undefined) return { tokenizerJson: whole };
    if (vocab !== undefined && merges !== undefined && this.#asGpt2) return { vocab, merges };
    return null;
  }

  /** Whether nothing speaks against GPT-2's rules; without a config, which may still come, nothing does. */
  get #asGpt2() {
    return this.config === undefined || cutAsGpt2.includes(this.config.model_type);
  }
}

/** The engine finds a shard by its name. @param {Held} held @param {any} index */
function asListed({ file, name }, index) {
  const called = calledIn(index, name);
  return called === name ? file : new File([file], called);
}

/** @param {FileLike} file @returns {Promise<{ role: Role, content?: any } | Note>} */
async function recognised(file) {
  const { name, size } = file;
  const fields = { name };
  if (size === 0) return { key: "empty", fields };
  if (/\.safetensors$/i.test(name)) return { role: "weights" };
  const refused = unread.find(([pattern]) => pattern.test(name));
  if (refused) return { key: refused[1], fields };
  if (unneeded.test(name)) return { key: "unneeded", fields };
  if (/\.bin$/i.test(name)) return binary(file);
  if (!/\.(json|txt|md|text|csv|html?)$/i.test(name) && !(await startsAsText(file))) return { key: "unknown", fields };
  if (size > largestText) return { key: "too_long", fields: { ...fields, most: largestText / 2 ** 20 } };
  const content = decoded(await file.slice(0, size).arrayBuffer());
  if (content === null) return { key: "not_utf8", fields };
  if (/\.json$/i.test(name)) return json(name, content);
  const merges = /^merges\b/i.test(name) || content.startsWith("#version");
  return merges ? { role: "merges", content } : { role: "text", content };
}

/** Texts come under any name, as WikiText's "wiki.test.tokens": what begins as one is taken for one. @param {FileLike} file */
async function startsAsText(file) {
  const start = await file.slice(0, sniffed).arrayBuffer();
  return !new Uint8Array(start).includes(0) && decoded(start, file.size > sniffed) !== null;
}

/**
 * @param {ArrayBuffer} bytes
 * @param {boolean} [cut] whether they may end within a character
 * @returns {string | null} null where they are not valid UTF-8, which File's own text() would make other characters of
 */
function decoded(bytes, cut = false) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: cut });
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** llama2.c's two kinds of files begin with whole numbers: a tokenizer with one below a thousand, and then a score. @param {FileLike} file @returns {Promise<{ role: Role, content?: any } | Note>} */
async function binary(file) {
  const start = new Uint8Array(await file.slice(0, startBytes).arrayBuffer());
  if (start[0] === 0x50 && start[1] === 0x4b) return { key: "pickle", fields: { name: file.name } };
  if (!/^tok/i.test(file.name))
    return isLlama2c(start) ? { role: "weights" } : { key: "not_llama2c", fields: { name: file.name } };
  return { role: "words", content: new Uint8Array(await file.slice(0, file.size).arrayBuffer()) };
}

/** What a configuration says of a model, in the words of one family or another. */
const sizes = ["n_embd", "n_layer", "hidden_size", "num_hidden_layers", "vocab_size"];

/** @param {string} name @param {string} written @returns {{ role: Role, content: any } | Note} */
function json(name, written) {
  let content;
  try {
    content = JSON.parse(written);
  } catch (error) {
    return { key: "not_json", fields: { name, message: error.message } };
  }
  if (content === null || typeof content !== "object" || Array.isArray(content))
    return { key: "not_object", fields: { name } };
  if (Object.values(content.weight_map ?? {}).some((name) => typeof name === "string"))
    return { role: "index", content };
  if (content.model !== null && typeof content.model === "object") return { role: "tokenizer", content: written };
  const values = Object.values(content);
  const sized = sizes.some((size) => Number.isFinite(content[size]));
  if (values.length > 1 && values.every(Number.isInteger) && (!sized || isNumbering(values)))
    return { role: "vocab", content: written };
  if (content.model_type !== undefined) return { role: "config", content };
  return { key: sized ? "no_model_type" : "unknown_json", fields: { name } };
}

/** Whether they are 0, 1, 2 and so on in any order, as the ids of a vocabulary are: sizes of a model are not. @param {number[]} values */
function isNumbering(values) {
  const ids = new Set(values);
  return values.every((_, id) => ids.has(id));
}

// Several trainings that are started, paused and stopped as one: each in a worker of its own.
import { Training } from "./training.js";

/** @typedef {import("./training.js").Phase} Phase */
/** @typedef {import("./training.js").Work} Work */

/** What a training is given beside what to call: its surroundings. @typedef {ConstructorParameters<typeof Training>[1]} Surroundings */

/** Of two trainings in different phases, the one named first here speaks for both. @type {Phase[]} */
const order = ["paused", "running", "loading", "failed", "stopped", "done", "idle"];

export class Race {
  /** One for each lane, of the last race. @type {Training[]} */
  lanes = [];

  /** Workers of former races that had more lanes wait here. @type {Training[]} */
  #spare = [];
  #changed;
  #surroundings;

  /** @param {() => void} changed @param {Surroundings} [surroundings] */
  constructor(changed, surroundings) {
    this.#changed = changed;
    this.#surroundings = surroundings;
  }

  /**
   * A race of its own for each work. Settled when all have ended.
   * @param {Work[]} works
   */
  async start(works) {
    const all = [...this.lanes, ...this.#spare];
    while (all.length < works.length) all.push(new Training(() => this.#changed(), this.#surroundings));
    this.#spare = all.slice(works.length);
    this.lanes = all.slice(0, works.length);
    for (const spare of this.#spare) spare.stop();
    await Promise.all(this.lanes.map((lane, index) => lane.start(works[index])));
  }

  /** @type {Phase} */
  get phase() {
    return order.find((phase) => this.lanes.some((lane) => lane.phase === phase)) ?? "idle";
  }

  get active() {
    return this.lanes.some(({ active }) => active);
  }

  get hidden() {
    return this.lanes.some(({ hidden }) => hidden);
  }

  /** Steps that all lanes have done. */
  get done() {
    return this.lanes.length > 0 ? Math.min(...this.lanes.map(({ done }) => done)) : 0;
  }

  get total() {
    return Math.max(0, ...this.lanes.map(({ total }) => total));
  }

  get restarts() {
    return this.#sum("restarts");
  }

  get share() {
    return this.lanes.length > 0 ? this.#sum("share") / this.lanes.length : 0;
  }

  /** Lanes count steps: there is nothing else to say of how far they are. */
  get words() {
    return "";
  }

  get problem() {
    return this.lanes.find(({ problem }) => problem)?.problem ?? "";
  }

  /** The lanes share the machine: the last of them is what there is to wait for. */
  get secondsLeft() {
    const known = this.lanes.map(({ secondsLeft }) => secondsLeft).filter((seconds) => seconds !== null);
    return known.length > 0 ? Math.max(...known) : null;
  }

  pause() {
    for (const lane of this.lanes) lane.pause();
  }

  resume() {
    for (const lane of this.lanes) lane.resume();
  }

  stop() {
    for (const lane of this.lanes) lane.stop();
  }

  reset() {
    for (const lane of this.lanes) lane.reset();
  }

  async dispose() {
    await Promise.all([...this.lanes, ...this.#spare].map((lane) => lane.dispose()));
  }

  /** @param {"share" | "restarts"} name */
  #sum(name) {
    return this.lanes.reduce((sum, lane) => sum + lane[name], 0);
  }
}

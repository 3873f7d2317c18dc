// Training in a worker, as pages show it: started, paused, gone on with and stopped by the reader; waiting while nobody can see the
// tab; begun again where its worker fails. It knows nothing of what is trained: that is the `work` it is given.
import { fetched } from "../engine/fetched.js";

/**
 * What the work is given beside the engine.
 * @typedef {object} Control
 * @property {() => Promise<void>} turn awaited before every step: returns at once, or when training goes on after a pause, or
 *   throws once the reader has stopped it
 * @property {() => Promise<void> | undefined} pause the end of a pause; undefined where there is none, so that nobody waits in vain
 * @property {AbortSignal} signal aborted by stopping, for the engine's own long work
 * @property {(progress: { done: number, total: number, words?: string }) => void} progress how far it is; in words of its own
 *   where the numbers are no steps
 */

/** @typedef {(engine: any, control: Control) => Promise<void>} Work the engine is one in a worker: all its methods give promises */

/** @typedef {"idle" | "loading" | "running" | "paused" | "done" | "stopped" | "failed"} Phase */

/** After so many failures of the worker in one run, it is told instead of tried again. */
const restartsAllowed = 2;

/** A worker may end without a word. While a run goes on it is asked so often, in milliseconds, whether it is there; a step is short. */
const askEvery = 5000;

/** After so many questions without an answer, each of them asked by a page that was awake, it is taken to have ended. */
const unanswered = 4;

/** Steps may take a few milliseconds; what is read need not change as often. */
const reportEvery = 100;

/** Before this much of it has been done, an estimate of the rest would jump about. */
const estimateFrom = 0.02;

/** An engine in a worker of its own. */
async function startEngine() {
  const { loadEngineInWorker } = await fetched(() => import("../engine/index.js"));
  return loadEngineInWorker({ checkpoints: false });
}

/** @param {() => void} act @param {number} milliseconds @returns {() => void} ends it */
function every(act, milliseconds) {
  const timer = setInterval(act, milliseconds);
  return () => clearInterval(timer);
}

/** Asks no worker: a large model may keep one busy for minutes, in which it answers nobody. One that has ended is ended by Stop. @type {typeof every} */
export const never = () => () => {};

/** Thrown by a run whose worker is silent; it has no words of an engine for that. */
const silent = Object.assign(new Error(), { key: "worker_ended" });

export class Training {
  /** @type {Phase} */
  phase = "idle";
  done = 0;
  total = 0;
  /** How far it is, where the work has words of its own for that. */
  words = "";
  /** How often the worker failed in this run and was started again. */
  restarts = 0;
  /** What went wrong, in the engine's words, where the phase is "failed"; nothing where its worker only fell silent. */
  problem = "";

  /** @type {Promise<any> | undefined} */
  #engine;
  /** @type {AbortController} of this run: a run that was stopped or replaced finds its own aborted */
  #controller = new AbortController();
  /** @type {(() => void)[]} steps that wait */
  #waiting = [];
  #ranMilliseconds = 0;
  #runningSince = NaN;
  #reported = -Infinity;
  #changed;
  #start;
  #page;
  #now;
  #every;

  /**
   * @param {() => void} changed called after every change of what can be read here
   * @param {{ start?: () => Promise<any>, page?: EventTarget & { hidden: boolean }, now?: () => number, every?: typeof every }}
   *   [surroundings] what starts an engine in a worker, whose sight counts, the clock, what comes again and again: by default the page's own
   */
  constructor(changed, surroundings = {}) {
    const { start = startEngine, page = document, now = () => performance.now() } = surroundings;
    this.#changed = changed;
    this.#start = start;
    this.#page = page;
    this.#now = now;
    this.#every = surroundings.every ?? every;
  }

  /** Whether a run is under way, be it paused. */
  get active() {
    return this.phase === "loading" || this.phase === "running" || this.phase === "paused";
  }

  /** Whether it waits for the tab to be seen again. */
  get hidden() {
    return this.active && this.#page.hidden;
  }

  get share() {
    return this.total > 0 ? this.done / this.total : 0;
  }

  /** Seconds left at the speed so far, pauses not counted; null before that can be said. */
  get secondsLeft() {
    if (this.phase !== "running" && this.phase !== "paused") return null;
    if (this.share < estimateFrom || this.share > 1) return null;
    return ((this.#ran() / this.share) * (1 - this.share)) / 1000;
  }

  /** The engine in the worker, for other questions about what was trained; it is started where there is none. */
  engine() {
    this.#engine ??= this.#start().catch((error) => {
      this.#engine = undefined;
      throw error;
    });
    return this.#engine;
  }

  /**
   * Runs the work from its beginning; a run under way is stopped first.
   * @param {Work} work
   * @returns {Promise<void>} settled when it has ended, in whatever way
   */
  async start(work) {
    this.#controller.abort();
    const controller = (this.#controller = new AbortController());
    const mine = () => controller === this.#controller && !controller.signal.aborted;
    Object.assign(this, { done: 0, total: 0, words: "", restarts: 0, problem: "" });
    this.#ranMilliseconds = 0;
    this.#watch();
    this.#enter("loading");
    for (;;) {
      try {
        const engine = await this.engine();
        if (!mine()) return;
        if (this.phase === "loading") this.#enter("running");
        await this.#heard(engine, work(engine, this.#control(controller, mine)), controller.signal);
        if (mine()) this.#enter("done");
        return;
      } catch (error) {
        // Whoever stopped this run, or began another, has said so already.
        if (!mine()) return;
        if (error.key !== "worker_ended" || this.restarts === restartsAllowed) {
          this.problem = error.message;
          this.#enter("failed");
          return;
        }
        this.restarts += 1;
        this.done = 0;
        this.#changed();
      }
    }
  }

  pause() {
    if (this.phase === "running" || this.phase === "loading") this.#enter("paused");
  }

  resume() {
    if (this.phase === "paused") this.#enter("running");
  }

  /** Ends the run. What was trained stays in the worker as the last step left it. */
  stop() {
    if (!this.active) return;
    this.#controller.abort();
    this.#enter("stopped");
  }

  /** Forgets the last run. */
  reset() {
    this.stop();
    Object.assign(this, { phase: "idle", done: 0, total: 0, words: "", restarts: 0, problem: "" });
    this.#changed();
  }

  /** Stops, and ends the worker with all that is in it. A new start begins with a new one. */
  async dispose() {
    this.stop();
    this.#page.removeEventListener("visibilitychange", this.#seen);
    const engine = this.#engine;
    this.#engine = undefined;
    await engine?.then(
      (each) => each.dispose(),
      () => {},
    );
  }

  /**
   * Waits for the work as long as its worker answers; one that does not is ended, and with it what the work waits for.
   * @param {any} engine
   * @param {Promise<void>} working
   * @param {AbortSignal} stopped after which nobody asks
   */
  async #heard(engine, working, stopped) {
    let asked = 0;
    let end = () => {};
    const silence = new Promise((_, reject) => {
      end = this.#every(() => {
        if (this.phase !== "running" || this.hidden) return void (asked = 0);
        if (asked++ === unanswered) return reject(silent);
        // What the question itself comes to is no matter: whoever answers is there.
        const answered = () => (asked = 0);
        engine.build().then(answered, answered);
      }, askEvery);
      stopped.addEventListener("abort", end);
    });
    try {
      await Promise.race([working, silence]);
    } catch (error) {
      if (error === silent) {
        this.#engine = undefined;
        working.catch(() => {});
        engine.dispose().catch(() => {});
      }
      throw error;
    } finally {
      end();
    }
  }

  /**
   * @param {AbortController} controller
   * @param {() => boolean} mine whether this is still the run under way
   * @returns {Control}
   */
  #control({ signal }, mine) {
    const waits = () => mine() && (this.phase === "paused" || this.hidden);
    const pause = async () => {
      while (waits()) await new Promise((resolve) => this.#waiting.push(() => resolve(undefined)));
    };
    return {
      signal,
      pause: () => (waits() ? pause() : undefined),
      turn: async () => {
        await pause();
        signal.throwIfAborted();
      },
      progress: ({ done, total, words = "" }) => {
        if (!mine()) return;
        Object.assign(this, { done, total, words });
        if (this.#now() - this.#reported < reportEvery) return;
        this.#reported = this.#now();
        this.#changed();
      },
    };
  }

  /** @param {Phase} phase */
  #enter(phase) {
    this.phase = phase;
    this.#clock();
    this.#wake();
    this.#changed();
  }

  /** The time that counts is what was spent running, and in sight. */
  #clock() {
    this.#ranMilliseconds = this.#ran();
    this.#runningSince = this.phase === "running" && !this.#page.hidden ? this.#now() : NaN;
  }

  #ran() {
    return this.#ranMilliseconds + (Number.isNaN(this.#runningSince) ? 0 : this.#now() - this.#runningSince);
  }

  #wake() {
    for (const go of this.#waiting.splice(0)) go();
  }

  /** A disposed one may be started again. */
  #watch() {
    this.#page.addEventListener("visibilitychange", this.#seen);
  }

  #seen = () => {
    if (!this.active) return;
    this.#clock();
    this.#wake();
    this.#changed();
  };
}

// A small twin of the origin-private file system and of web locks, in memory, with the faults that browsers have.
import assert from "node:assert/strict";

const problem = (name, message = name) => new DOMException(message, name);

/** What a disk is shared by: its room in bytes, what is to go wrong, and the files that are being written. */
export class Disk {
  room = Infinity;
  streams = true;
  /** By the path of a file: what happens when it is written. @type {(path: string, at: number) => void} */
  beforeWrite = () => {};
  beforeClose = () => {};
  root = new Folder(this, "");

  used(folder = this.root) {
    let bytes = 0;
    for (const entry of folder.children.values())
      bytes += entry.kind === "file" ? entry.bytes.length : this.used(entry);
    return bytes;
  }

  /** As a browser has it: a navigator's `storage`. @param {any} [changes] */
  storage(changes = {}) {
    return {
      getDirectory: async () => this.root,
      estimate: async () => ({ quota: this.room, usage: this.used() }),
      persisted: async () => false,
      persist: async () => true,
      ...changes,
    };
  }

  /** Paths of everything that lies on it. */
  paths(folder = this.root) {
    return [...folder.children.values()].flatMap((entry) =>
      entry.kind === "file" ? [entry.path] : [`${entry.path}/`, ...this.paths(entry)],
    );
  }

  /** @param {string} path @returns {any} */
  at(path) {
    return path.split("/").reduce((entry, name) => entry.children.get(name), /** @type {any} */ (this.root));
  }
}

class Folder {
  kind = "directory";
  children = new Map();

  constructor(disk, path) {
    Object.assign(this, { disk, path, name: path.split("/").at(-1) });
  }

  #get(name, kind, create, make) {
    if (this.gone) throw problem("NotFoundError");
    const entry = this.children.get(name);
    if (entry && entry.kind !== kind) throw problem("TypeMismatchError");
    if (!entry && !create) throw problem("NotFoundError");
    if (!entry) this.children.set(name, make(`${this.path}${this.path && "/"}${name}`));
    return this.children.get(name);
  }

  async getDirectoryHandle(name, { create = false } = {}) {
    return this.#get(name, "directory", create, (path) => new Folder(this.disk, path));
  }

  async getFileHandle(name, { create = false } = {}) {
    return this.#get(name, "file", create, (path) => new Entry(this.disk, path));
  }

  async removeEntry(name, { recursive = false } = {}) {
    const entry = this.children.get(name);
    if (!entry) throw problem("NotFoundError");
    if (entry.children?.size > 0 && !recursive) throw problem("InvalidModificationError");
    // What is being written cannot be removed.
    const written = (each) => each.writers > 0 || [...(each.children?.values() ?? [])].some(written);
    if (written(entry)) throw problem("NoModificationAllowedError");
    this.children.delete(name);
    const bury = (each) => {
      each.gone = true;
      each.children?.forEach(bury);
    };
    bury(entry);
  }

  async *entries() {
    yield* [...this.children];
  }

  async *values() {
    yield* [...this.children.values()];
  }
}

class Entry {
  kind = "file";
  bytes = new Uint8Array(0);
  writers = 0;

  constructor(disk, path) {
    Object.assign(this, { disk, path });
    // Browsers without streams have no such property at all.
    if (disk.streams) this.createWritable = () => this.#stream();
  }

  async getFile() {
    if (this.gone) throw problem("NotFoundError");
    if (this.unreadable) throw problem("NotReadableError");
    return new File([this.bytes], this.path.split("/").at(-1));
  }

  put(data, at) {
    const { disk, path } = this;
    if (this.gone) throw problem("NotFoundError");
    disk.beforeWrite(path, at);
    if (disk.used() + data.byteLength > disk.room) throw problem("QuotaExceededError");
    const longer = new Uint8Array(Math.max(this.bytes.length, at + data.byteLength));
    longer.set(this.bytes);
    longer.set(new Uint8Array(data), at);
    this.bytes = longer;
  }

  /** What goes through a stream appears when it is closed. */
  async #stream() {
    const hidden = Object.assign(new Entry(this.disk, this.path), { bytes: new Uint8Array(0) });
    let closed = false;
    this.writers += 1;
    return {
      write: async ({ type, position, data }) => {
        assert.equal(type, "write");
        if (this.disk.used() + hidden.bytes.length + data.byteLength > this.disk.room)
          throw problem("QuotaExceededError");
        hidden.put(data, position);
      },
      close: async () => {
        this.disk.beforeClose(this.path);
        closed = true;
        this.writers -= 1;
        this.bytes = hidden.bytes;
      },
      abort: async () => {
        assert.ok(!closed, "a closed stream was aborted");
        this.writers -= 1;
      },
    };
  }

  /** As in workers. @returns {Promise<any>} */
  async createSyncAccessHandle() {
    if (this.writers > 0) throw problem("NoModificationAllowedError");
    this.writers += 1;
    return {
      write: (data, { at }) => {
        const fits = Math.min(data.byteLength, Math.max(0, this.disk.room - this.disk.used()));
        this.put(data.slice(0, fits), at);
        return fits;
      },
      flush: () => this.disk.beforeClose(this.path),
      close: () => void (this.writers = 0),
    };
  }
}

/** Locks as tabs share them. */
export class Locks {
  /** @type {Map<string, { mode: string }[]>} */
  held = new Map();

  /** @type {Map<string, Promise<unknown>>} */
  turns = new Map();

  async request(name, { mode = "exclusive", ifAvailable = false }, act) {
    if (!ifAvailable) {
      // Whoever does not ask for one that is free waits until it is.
      const turn = (this.turns.get(name) ?? Promise.resolve()).then(() => act({ mode }));
      this.turns.set(name, turn.catch(() => {})); // prettier-ignore
      return turn;
    }
    const others = this.held.get(name) ?? [];
    const free = others.length === 0 || (mode === "shared" && others.every((each) => each.mode === "shared"));
    if (!free) return act(null);
    const lock = { mode };
    this.held.set(name, [...others, lock]);
    try {
      return await act(lock);
    } finally {
      const rest = /** @type {any[]} */ (this.held.get(name)).filter((each) => each !== lock);
      this.held.set(name, rest);
    }
  }
}

/** A worker that runs what real ones get as text, with the disk as its own. @param {Disk} disk @param {(scope: any) => void} run */
export function workerOn(disk, run) {
  const worker = { terminated: false, onmessage: (_event) => {}, onerror: (_event) => {} };
  const scope = {
    navigator: { storage: disk.storage() },
    postMessage: (data) => !worker.terminated && queueMicrotask(() => worker.onmessage({ data })),
  };
  run(scope);
  return Object.assign(worker, {
    postMessage: (data) => !worker.terminated && queueMicrotask(() => scope.onmessage({ data })),
    terminate: () => void (worker.terminated = true),
  });
}

/** A file of so many bytes that differ from place to place. @param {string} name @param {number} size @param {number} [seed] */
export function fileOf(name, size, seed = 1) {
  const bytes = Uint8Array.from({ length: size }, (_, at) => (at * 31 + (at >> 8) * 17 + seed) & 255);
  return new File([bytes], name, { lastModified: 1_700_000_000_000 + seed });
}

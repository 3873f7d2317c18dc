// Models that the browser keeps because the reader said so, in the origin-private file system: each in a folder of its own, whose manifest
// is written last. A folder without a manifest is no model: what keeps it is under way in another tab, or ended before its end. An empty
// manifest is also what a crash of the system leaves of a whole one: where nobody is writing it, it is damage, and said to be. So is that of a
// tab that was closed just before it wrote its manifest: the two cannot be told apart, and the reader deletes what is damaged.
import { manifestOf, readManifest } from "./kept-manifest.js";
import { freeName, sameFiles } from "./kept-names.js";
import { KeptTrouble, told } from "./kept-trouble.js";
import { writeFile } from "./kept-writing.js";

/** @typedef {{ name: string, size: number, lastModified: number }} KeptFile */
/**
 * @typedef {object} Kept
 * @property {string} id
 * @property {string} name
 * @property {number} size bytes of all its files
 * @property {number} since when, in milliseconds
 * @property {KeptFile[]} files
 * @property {string} fault key of the sentence that says why it cannot be opened; empty where it can
 */

export const folderName = "whereabouts-models";
export const manifestName = "manifest.json";

/** Where no lock says whether a keeping is under way, one of yesterday is not. */
const day = 86_400_000;

export class KeptModels {
  #storage;
  #locks;
  #now;
  #write;
  #secure;

  /** @param {{ storage?: any, locks?: any, now?: () => number, write?: typeof writeFile, secure?: boolean }} [browser] */
  constructor({
    storage = navigator.storage,
    locks = navigator.locks,
    now = Date.now,
    write = writeFile,
    secure = globalThis.isSecureContext,
  } = {}) {
    this.#storage = storage;
    this.#locks = locks;
    this.#now = now;
    this.#write = write;
    this.#secure = secure;
  }

  /**
   * The models that are kept, the oldest first. What a keeping left behind that did not come to its end is removed.
   * @returns {Promise<Kept[]>}
   * @throws {KeptTrouble} where this browser keeps nothing for this page
   */
  async list() {
    const folder = await this.#folder(false);
    if (!folder) return [];
    const ids = [];
    for await (const [id, { kind }] of folder.entries()) if (kind === "directory") ids.push(id);
    const models = [];
    for (const id of ids) {
      const later = () => null; // at the next look then
      const model = (await this.#look(folder, id)) ?? (await this.#settle(folder, id).catch(later));
      if (model) models.push(model);
    }
    return models.sort((a, b) => a.since - b.since);
  }

  /**
   * @param {File[]} files
   * @param {string} name in the list, numbered where another model has it
   * @param {{ onProgress?: (progress: { done: number, total: number }) => void, signal?: AbortSignal }} [options] in bytes
   * @returns {Promise<Kept>}
   * @throws {KeptTrouble} "known" where another tab has kept them meanwhile; also what the browser throws; where something of
   *   it could not be removed then, its `left` is the id of that
   */
  async keep(files, name, { onProgress, signal } = {}) {
    const folder = await this.#folder(true);
    const id = `${this.#now().toString(36)}-${Math.random().toString(36).slice(2)}`;
    const total = files.reduce((sum, { size }) => sum + size, 0);
    let done = 0;
    const onBytes = (/** @type {number} */ bytes) => onProgress?.({ done: (done += bytes), total });
    // The lock comes before the folder: whoever sees a folder without manifest and gets its lock sees what was left behind.
    return this.#alone(id, async () => {
      try {
        const own = await folder.getDirectoryHandle(id, { create: true });
        const put = (/** @type {string} */ as, /** @type {any} */ source, rest = {}) =>
          this.#write({ folder: own, path: [folderName, id, as], source, signal, ...rest });
        for (const [index, source] of files.entries()) await put(String(index), source, { onBytes });
        const kept = files.map((file) => ({ name: file.name, size: file.size, lastModified: file.lastModified }));
        await this.#inTurn(signal, async () => {
          const others = (await this.list()).filter(({ fault }) => !fault);
          const known = others.find((other) => sameFiles(other.files, kept));
          if (known) throw new KeptTrouble("known", { name: known.name });
          const free = freeName(name, others.map((other) => other.name)); // prettier-ignore
          await put(manifestName, manifestOf(free, this.#now(), kept));
        });
        const model = await this.#look(folder, id);
        if (!model || model.fault) throw new KeptTrouble("not_whole");
        return model;
      } catch (error) {
        const left = await folder.removeEntry(id, { recursive: true }).then(
          () => "",
          (/** @type {any} */ { name }) => (name === "NotFoundError" ? "" : id),
        );
        throw Object.assign(told(error), { left });
      }
    });
  }

  /**
   * The files of a model, under their own names. Until `release` is called no tab deletes it.
   * @param {string} id
   * @returns {Promise<{ files: File[], release: () => Promise<void> }>}
   */
  async open(id) {
    const release = await this.#share(id);
    try {
      const folder = await this.#folder(false);
      const model = folder === null ? null : await this.#look(folder, id, true);
      if (!model) throw new KeptTrouble("gone");
      if (model.fault) throw new KeptTrouble(model.fault);
      const own = await folder.getDirectoryHandle(id);
      const files = model.files.map(async ({ name, lastModified }, index) => {
        const file = await (await own.getFileHandle(String(index))).getFile();
        return new File([file], name, { lastModified });
      });
      return { files: await Promise.all(files), release };
    } catch (error) {
      await release();
      throw told(error);
    }
  }

  /** @param {string} id @throws {KeptTrouble} "busy" where a tab has it open */
  async remove(id) {
    const folder = await this.#folder(false);
    try {
      await this.#alone(id, () => folder?.removeEntry(id, { recursive: true }));
    } catch (error) {
      if (error.name !== "NotFoundError") throw told(error);
    }
  }

  /** Whether anything lies there under that name, be it a model or what is left of one. @param {string} id */
  async lies(id) {
    const folder = await this.#folder(false);
    const found = await folder?.getDirectoryHandle(id).catch((/** @type {any} */ error) => {
      if (error.name !== "NotFoundError") throw told(error);
    });
    return Boolean(found);
  }

  /** Bytes that this page may still keep; null where the browser does not say. @returns {Promise<number | null>} */
  async room() {
    const { quota, usage } = (await this.#storage?.estimate?.().catch(() => null)) ?? {};
    return Number.isFinite(quota) && Number.isFinite(usage) ? Math.max(0, quota - usage) : null;
  }

  /** Asks the browser never to clear it by itself; some ask the reader. @returns {Promise<boolean>} whether it promised */
  async promised() {
    try {
      return (await this.#storage.persisted()) || (await this.#storage.persist());
    } catch {
      return false;
    }
  }

  /** @param {boolean} create @returns {Promise<any>} the folder of all models; null where there is none */
  async #folder(create) {
    if (typeof this.#storage?.getDirectory !== "function") throw new KeptTrouble(this.#secure ? "none" : "insecure");
    let root;
    try {
      root = await this.#storage.getDirectory();
    } catch (error) {
      // A private window, a frame without an origin, blocked storage: browsers name it differently.
      throw new KeptTrouble("refused", { message: error.message });
    }
    try {
      return await root.getDirectoryHandle(folderName, { create });
    } catch (error) {
      if (!create && error.name === "NotFoundError") return null;
      throw told(error);
    }
  }

  /**
   * @param {any} folder
   * @param {string} id
   * @param {boolean} [alone] whether nobody is writing it
   * @returns {Promise<Kept | null>} what stands in one folder; null where there is no manifest, or an empty one that is being written
   */
  async #look(folder, id, alone = false) {
    try {
      const own = await folder.getDirectoryHandle(id);
      const file = await (await own.getFileHandle(manifestName)).getFile();
      const manifest = readManifest(await file.text()) ?? (alone ? "damaged" : null);
      if (manifest === null) return null;
      if (typeof manifest === "string") return faulty(id, manifest, await bytesIn(own));
      const { name, since, files } = manifest;
      const size = files.reduce((sum, each) => sum + each.size, 0);
      return { id, name, size, since, files, fault: (await whole(own, files)) ? "" : "damaged" };
    } catch (error) {
      if (error.name === "NotFoundError") return null;
      return faulty(id, "unread", 0);
    }
  }

  /**
   * Clears a folder away where nobody keeps a model in it any more, unless there is a manifest in it now.
   * @param {any} folder
   * @param {string} id of a folder that had no manifest a moment ago, or an empty one
   * @returns {Promise<Kept | null>} what stands there all the same
   */
  async #settle(folder, id) {
    if (!this.#locks && this.#now() - begun(id) < day) return null;
    return this.#alone(id, async () => {
      const model = await this.#look(folder, id, true);
      if (model === null) await folder.removeEntry(id, { recursive: true });
      return model;
    });
  }

  /** @template T @param {string} id @param {() => Promise<T>} act @returns {Promise<T>} done while no tab has the model */
  async #alone(id, act) {
    if (!this.#locks) return act();
    return this.#locks.request(lockName(id), { ifAvailable: true }, (/** @type {any} */ lock) => {
      if (!lock) throw new KeptTrouble("busy");
      return act();
    });
  }

  /** One tab after the other: what one sees of the list stands until it has written its own. @param {AbortSignal | undefined} signal @param {() => Promise<void>} act */
  async #inTurn(signal, act) {
    return this.#locks ? this.#locks.request(folderName, { signal }, act) : act();
  }

  /** @param {string} id @returns {Promise<() => Promise<void>>} */
  async #share(id) {
    if (!this.#locks) return async () => {};
    return new Promise((resolve, reject) => {
      const given = this.#locks.request(
        lockName(id),
        { mode: "shared", ifAvailable: true },
        (/** @type {any} */ lock) => {
          if (!lock) throw new KeptTrouble("busy");
          return new Promise((end) => resolve(() => (end(undefined), given)));
        },
      );
      given.catch(reject);
    });
  }
}

/** @param {string} id */
const lockName = (id) => `${folderName} ${id}`;

/** When the keeping began, in milliseconds. @param {string} id */
const begun = (id) => parseInt(id, 36);

/** @param {string} id @param {string} fault @param {number} size @returns {Kept} */
const faulty = (id, fault, size) => ({ id, name: "", size, since: begun(id) || 0, files: [], fault });

/** Whether every file is there, as long as it was. @param {any} folder @param {KeptFile[]} files */
async function whole(folder, files) {
  const sizes = files.map(async (_, index) => (await (await folder.getFileHandle(String(index))).getFile()).size);
  try {
    return (await Promise.all(sizes)).every((size, index) => size === files[index].size);
  } catch (error) {
    if (error.name === "NotFoundError") return false;
    throw error;
  }
}

/** @param {any} folder */
async function bytesIn(folder) {
  let bytes = 0;
  for await (const handle of folder.values()) if (handle.kind === "file") bytes += (await handle.getFile()).size;
  return bytes;
}

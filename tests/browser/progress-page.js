// The log of a learner as tests make and read it, and the signs of it in pages.

/** @typedef {import("@playwright/test").Page} Page */

export const signOf = (/** @type {Page} */ page) => page.locator(".facts [data-skills]");

/** Everything in the log, as the file would hold it. @param {Page} page @returns {Promise<any[]>} */
export async function logOf(page) {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opened = indexedDB.open("whereabouts-progress");
        // Nothing was logged yet: a database that this made would have no place for events.
        let missing = false;
        opened.onupgradeneeded = () => {
          missing = true;
          opened.transaction?.abort();
        };
        opened.onerror = () => (missing ? resolve([]) : reject(opened.error));
        opened.onsuccess = () => {
          const all = opened.result.transaction("events").objectStore("events").getAll();
          all.onsuccess = () => {
            opened.result.close();
            resolve(all.result);
          };
        };
      }),
  );
}

/** Puts events into the log as they are, without the checks that a file goes through. @param {Page} page @param {any[]} events */
export async function putIntoLog(page, events) {
  await page.evaluate(
    (events) =>
      new Promise((resolve, reject) => {
        const opened = indexedDB.open("whereabouts-progress");
        opened.onerror = () => reject(opened.error);
        opened.onsuccess = () => {
          const transaction = opened.result.transaction("events", "readwrite");
          for (const event of events) transaction.objectStore("events").put(event);
          transaction.oncomplete = () => resolve(opened.result.close());
        };
      }),
    events,
  );
}

/** An event of a file. @param {Record<string, any>} changes */
export function event(changes) {
  return {
    ...{ id: "one", kind: "passed", at: "2026-05-01T10:00:00.000Z", day: "2026-05-01", zone: "UTC" },
    ...{ skill: "wavelength", seed: 1, tries: 1, hints: 0, solution: false, seconds: 40, asked: 1 },
    ...changes,
  };
}

/** @param {any[]} events */
export const fileOf = (events) => JSON.stringify({ format: "whereabouts-progress", version: 1, exported: "", events });

/** Gives a file to the page of progress. @param {Page} page @param {string} content */
export async function importFile(page, content) {
  await page.locator("#file").setInputFiles({
    ...{ name: "whereabouts-progress-test.json", mimeType: "application/json" },
    buffer: Buffer.from(content),
  });
}

export const at = (/** @type {Page} */ page, /** @type {string} */ time) => page.clock.setFixedTime(new Date(time));

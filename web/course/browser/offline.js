// Asks the browser to keep the site for the time without a network (offline/worker.js).

/** @param {string} address of the service worker */
async function begin(address) {
  try {
    // In somebody else's page a frame keeps nothing: there it is one visit.
    if (window.top !== window || !("serviceWorker" in navigator)) return;
    await navigator.serviceWorker.register(address);
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage("fill");
  } catch {
    // Refused: a sandboxed page, storage blocked, plain HTTP. The site works as long as there is a network.
  }
}

const address = document.querySelector("header.site")?.getAttribute("data-offline");
if (address) begin(new URL(address, document.baseURI).href);

// The worker that learners' programs run in.
import { Sandbox } from "./sandbox.js";

const sandbox = new Sandbox();

self.addEventListener("message", async ({ data: request }) => {
  try {
    await sandbox.load();
  } catch (error) {
    return postMessage({ failed: error.message });
  }
  postMessage({ started: true });
  postMessage({ outcome: await sandbox.run(request, (call) => postMessage({ call })) });
});
postMessage({ ready: true });

import { describe, test } from "node:test";

import * as whereabouts from "../../build/package/index.js";
import { argumentChecks } from "./arguments.js";

describe("in a worker", () => {
  for (const [name, check] of Object.entries(argumentChecks))
    test(name, async () => {
      const engine = await whereabouts.loadEngineInWorker();
      await check(engine, whereabouts);
      await engine.dispose();
    });
});

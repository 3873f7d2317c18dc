// The recorded runs of the experiments, as course/record.js writes them.
import A1 from "../../lessons/recordings/A1.json" with { type: "json" };
import A2 from "../../lessons/recordings/A2.json" with { type: "json" };
import A3 from "../../lessons/recordings/A3.json" with { type: "json" };
import A4 from "../../lessons/recordings/A4.json" with { type: "json" };
import B from "../../lessons/recordings/B.json" with { type: "json" };
import C from "../../lessons/recordings/C.json" with { type: "json" };

/** @type {Record<string, import("./experiment.js").Recording>} */
export const recordings = /** @type {any} */ ({ A1, A2, A3, A4, B, C });

export const experimentIds = Object.keys(recordings);

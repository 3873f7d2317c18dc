import { everyCheck } from "./every-check.js";

everyCheck("relaxed-simd");

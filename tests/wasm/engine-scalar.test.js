import { everyCheck } from "./every-check.js";

everyCheck("scalar");

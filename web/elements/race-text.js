// The text that a race learns from until the reader gives another.
import { excerpt } from "./excerpt.js";

/** @returns {Promise<string>} the excerpt that the site came with */
export async function firstText() {
  return (await excerpt()).text;
}

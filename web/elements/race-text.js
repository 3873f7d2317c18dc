// The text that a race learns from until the reader gives another.
import { excerpt } from "./excerpt.js";

/** @returns {Promise<{ text: string, title: string }>} the excerpt that the site came with, and what it is from */
export async function firstText() {
  const { text, source } = await excerpt();
  return { text, title: source.title };
}

// A zip archive, the same bytes for the same files on every machine and day.
import { strToU8, zipSync } from "fflate";

/** Zip keeps no time zone; this is read as local time, and written as it was. */
const moment = new Date(2020, 0, 1);

/** @param {Record<string, string | Uint8Array>} files by their path in the archive */
export function archive(files) {
  const bytes = Object.entries(files).map(([name, content]) => [
    name,
    typeof content === "string" ? strToU8(content) : content,
  ]);
  return zipSync(Object.fromEntries(bytes), { level: 9, mtime: moment });
}

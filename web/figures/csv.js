// Tables as comma-separated values (RFC 4180): numbers with all their digits, lines that end in CRLF, quotes where a field needs them.

/** @param {unknown} value */
function field(value) {
  const written = String(value);
  return /[",\r\n]/.test(written) ? `"${written.replaceAll('"', '""')}"` : written;
}

/** @param {unknown[][]} lines */
export function csvText(lines) {
  return lines.map((line) => `${line.map(field).join(",")}\r\n`).join("");
}

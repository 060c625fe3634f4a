export type CsvField = string | number | null | undefined;

/** What a spreadsheet would take for the beginning of a formula. */
const formula = /^[=+\-@\t\r]/;

/**
 * A record, with its end. A field that a spreadsheet would calculate begins with ' instead, since others have written
 * some of them. Source: RFC 4180.
 */
export function toCsv(fields: readonly CsvField[]): string {
  return `${fields.map(toField).join(',')}\r\n`;
}

function toField(field: CsvField): string {
  const text = String(field ?? '');
  const shown = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}

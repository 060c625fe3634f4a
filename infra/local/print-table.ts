/** A Markdown table whose columns are aligned, as the formatter aligns them. */
export function printTable(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
  const widths = head.map((_title, at) => Math.max(3, ...[head, ...rows].map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** A table of values that are separated by tabs, which programs read and GitHub shows. */
export function printTsv(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
  return [head, ...rows].map((cells) => `${cells.join('\t')}\n`).join('');
}

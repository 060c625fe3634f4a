import { countColumns } from './columns.ts';

/** What is typed or copied as one: a command in backticks, and one at the end of a sentence. */
const parts = /`[^`]*`\S*|(?<=\b[Rr]un: ).+$|\S+/g;

/** Lines of a text that break between words, never inside a command. `indent` is put before each line. */
export function wrap(text: string, width: number, indent = 0): string {
  const margin = ' '.repeat(indent);
  const lines: string[] = [];
  let line = '';
  for (const [part] of text.matchAll(parts)) {
    const isFull = line !== '' && indent + countColumns(line) + 1 + countColumns(part) > width;
    if (isFull) lines.push(margin + line);
    line = line === '' || isFull ? part : `${line} ${part}`;
  }
  return [...lines, margin + line].join('\n');
}

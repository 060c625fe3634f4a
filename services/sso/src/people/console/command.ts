import type { List } from './declare.ts';

/**
 * The line of the command `latchkey` that writes what a list shows with these filters. Each value is quoted for a shell. A
 * day is one of UTC here, and of the person's own zone there.
 */
export function commandOf(
  { name, options }: NonNullable<List['command']>,
  query: Readonly<Record<string, string>>,
): string {
  const words = Object.entries(options).flatMap(([filter, option]) => {
    const { [filter]: value } = query;
    return value === undefined ? [] : [`--${option}`, quote(atUtc(value, option))];
  });
  return ['latchkey', name, '--format', 'csv', ...words].join(' ');
}

function atUtc(value: string, option: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value) && (option === 'since' || option === 'until');
  return isDay ? `${value}T00:00Z` : value;
}

/** A word of a POSIX shell. */
function quote(text: string): string {
  return /^[\w.:@/+-]+$/.test(text) && !text.startsWith('-')
    ? text
    : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

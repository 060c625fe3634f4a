const writes =
  /(?<!\bfor (?:no key )?)\b(insert into|update|delete from)\s+(?!set\b)(?:"?public"?\.)?"?(\w+)/i;
const reads = /\b(from|join)\s+(?!json|item\b)(?:"?public"?\.)?"?(\w+)/i;

/**
 * Names an SQL statement by what it writes first, else by what it reads first: `insert into events`, `select users`. Words
 * of the statement's text only, never more of it.
 */
export function nameStatement(text: string): string {
  const [, write, written] = writes.exec(text) ?? [];
  if (write !== undefined) return `${write.toLowerCase()} ${written}`;
  const [, , table] = reads.exec(text) ?? [];
  if (table !== undefined) return `select ${table}`;
  return /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'sql';
}

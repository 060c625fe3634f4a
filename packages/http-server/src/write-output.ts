import { JsonText } from '@latchkey/contracts';
import type { SchemaNode } from './schema.ts';

/**
 * Writes what an output schema names as JSON, and nothing else: a field that is not in the schema does not leave.
 * Undefined for undefined. {@link JsonText} is written digit for digit.
 */
export function writeOutput(value: unknown, node: SchemaNode): string | undefined {
  if (value instanceof JsonText) return value.text;
  if (Array.isArray(value) && node.items !== undefined) {
    const { items } = node;
    return `[${value.map((item) => writeOutput(item, items) ?? 'null').join(',')}]`;
  }
  if (typeof value !== 'object' || value === null || node.properties === undefined)
    return JSON.stringify(value);
  const source = value as Record<string, unknown>;
  const members = Object.entries(node.properties).flatMap(([name, child]) => {
    const text = writeOutput(source[name], child);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${members.join(',')}}`;
}

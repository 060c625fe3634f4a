import { JsonText } from '@latchkey/contracts';
import type { SchemaNode } from './validate.ts';

type Write = (value: unknown) => string | undefined;

const writers = new WeakMap<SchemaNode, Write>();

/**
 * Writes what an output schema names as JSON, and nothing else: a field that is not in the schema does not leave.
 * Undefined for undefined. {@link JsonText} is written digit for digit.
 */
export function writeOutput(value: unknown, node: SchemaNode): string | undefined {
  const write = writers.get(node) ?? createWriter(node);
  writers.set(node, write);
  return write(value);
}

function createWriter({ items, properties }: SchemaNode): Write {
  const writeItem = items && createWriter(items);
  const members = Object.entries(properties ?? {}).map(
    ([name, child]) => [name, `${JSON.stringify(name)}:`, createWriter(child)] as const,
  );
  return (value) => {
    if (value instanceof JsonText) return value.text;
    if (Array.isArray(value) && writeItem !== undefined)
      return `[${value.map((item) => writeItem(item) ?? 'null').join(',')}]`;
    if (typeof value !== 'object' || value === null || properties === undefined) return JSON.stringify(value);
    let text = '';
    for (const [name, label, write] of members) {
      const written = write((value as Record<string, unknown>)[name]);
      if (written !== undefined) text += `${text === '' ? '' : ','}${label}${written}`;
    }
    return `{${text}}`;
  };
}

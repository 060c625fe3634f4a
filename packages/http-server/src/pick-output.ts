import type { SchemaNode } from './schema.ts';

/** Copies what an output schema names, and nothing else: a field that is not in the schema does not leave. */
export function pickOutput(value: unknown, node: SchemaNode): unknown {
  if (Array.isArray(value))
    return node.items ? value.map((item) => pickOutput(item, node.items ?? {})) : value;
  if (typeof value !== 'object' || value === null || !node.properties) return value;
  const source = value as Record<string, unknown>;
  const picked: Record<string, unknown> = {};
  for (const [name, child] of Object.entries(node.properties)) {
    if (source[name] !== undefined) picked[name] = pickOutput(source[name], child);
  }
  return picked;
}

import type { SchemaNode } from '@latchkey/contracts';

export type { FieldsSchema, InferFields, SchemaNode, SentOutput as OutputOf } from '@latchkey/contracts';

export function hasType(node: SchemaNode, type: string): boolean {
  return node.type === type || (Array.isArray(node.type) && node.type.includes(type));
}

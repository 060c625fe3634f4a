import type { SchemaNode } from '../schema.ts';

/** What a document says once, by name. */
export interface Shared {
  readonly schemas: Map<string, SchemaNode>;
}

/**
 * A schema as a document shows it. Schemas with a `title`, at every depth, move to `shared` under that name, and a
 * reference takes their place. Throws an Error when two different schemas have one title.
 */
export function reuseSchemas(node: SchemaNode, shared: Shared): SchemaNode {
  const { title, ...described } = describeNode(node, shared);
  if (typeof title !== 'string') return described;
  const { type } = described;
  const isNullable = Array.isArray(type) && type.length === 2 && type.includes('null');
  const body = isNullable ? { ...described, type: type.find((one) => one !== 'null') } : described;
  keepOnce(shared.schemas, title, body);
  const reference = { $ref: `#/components/schemas/${title}` };
  return isNullable ? { anyOf: [reference, { type: 'null' }] } : reference;
}

/** Without the keywords that Latchkey alone knows; what a pattern allows stands in the description. */
function describeNode(node: SchemaNode, shared: Shared): SchemaNode {
  const { allowed, errorCode: _errorCode, properties, items, allOf, ...rest } = node;
  const words = [rest['description'], allowed && `Must be ${allowed}.`].filter(Boolean);
  return {
    ...rest,
    ...(words.length === 0 ? {} : { description: words.join(' ') }),
    ...(properties === undefined ? {} : { properties: reuseEach(properties, shared) }),
    ...(items === undefined ? {} : { items: reuseSchemas(items, shared) }),
    ...(Array.isArray(allOf) ? { allOf: allOf.map((part: SchemaNode) => reuseSchemas(part, shared)) } : {}),
  };
}

function reuseEach(properties: Readonly<Record<string, SchemaNode>>, shared: Shared) {
  const entries = Object.entries(properties);
  return Object.fromEntries(entries.map(([name, child]) => [name, reuseSchemas(child, shared)]));
}

/** Throws an Error when another thing has the name. */
function keepOnce<Thing extends object>(kept: Map<string, Thing>, name: string, thing: Thing): void {
  const before = kept.get(name);
  if (before !== undefined && JSON.stringify(before) !== JSON.stringify(thing))
    throw new Error(`Two different parts of the document have the name ${name}`);
  kept.set(name, thing);
}

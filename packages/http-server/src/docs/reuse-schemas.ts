import type { SchemaNode } from '../validate.ts';

/** What a document says once, by name. */
export interface Shared {
  readonly schemas: Map<string, SchemaNode>;
}

/**
 * A schema as a document shows it. Schemas with a `title`, at every depth, move to `shared` under that name, and a
 * reference takes their place; so do the fields of a group. Throws an Error when two different schemas have one title.
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
  const {
    allowed,
    errorCode: _errorCode,
    group: _group,
    form: _form,
    properties,
    items,
    allOf,
    ...rest
  } = node;
  const { groups, others } = splitGroups(properties, shared);
  const parts = Array.isArray(allOf) ? allOf.map((part: SchemaNode) => reuseSchemas(part, shared)) : [];
  const words = [rest['description'], allowed && `Must be ${allowed}.`].filter(Boolean);
  return {
    ...rest,
    ...(words.length === 0 ? {} : { description: words.join(String(words[0]).endsWith('.') ? ' ' : '. ') }),
    ...(others === undefined ? {} : { properties: reuseEach(others, shared) }),
    ...(items === undefined ? {} : { items: reuseSchemas(items, shared) }),
    ...(groups.length + parts.length > 0 ? { allOf: [...groups, ...parts] } : {}),
  };
}

type Fields = Readonly<Record<string, SchemaNode>>;

/** References to the groups among the fields, and the fields of no group. */
function splitGroups(properties: Fields | undefined, shared: Shared) {
  if (properties === undefined) return { groups: [], others: undefined };
  const byGroup = Map.groupBy(Object.entries(properties), ([, { group }]) => group);
  const others = Object.fromEntries(byGroup.get(undefined) ?? []);
  const groups = [...byGroup].flatMap(([title, fields]) =>
    title === undefined ? [] : [reuseSchemas(describeGroup(title, fields), shared)],
  );
  return { groups, others };
}

function describeGroup(title: string, fields: readonly (readonly [string, SchemaNode])[]): SchemaNode {
  const properties = Object.fromEntries(fields.map(([name, { group: _group, ...node }]) => [name, node]));
  return { title, type: 'object', properties };
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

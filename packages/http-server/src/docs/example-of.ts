import { exampleValues } from '@latchkey/contracts';
import { hasType, type FieldsSchema, type SchemaNode } from '../validate.ts';

/**
 * An example of what a schema describes: the schema's own first one, else one made of its parts. A text or a value of
 * any type takes the example of its field's name; undefined where there is none.
 */
export function exampleOf(node: SchemaNode, name = ''): unknown {
  const { examples, allOf, properties, items } = node;
  if (Array.isArray(examples)) return examples[0];
  if (Array.isArray(allOf)) return Object.assign({}, ...allOf.map((part: SchemaNode) => exampleOf(part)));
  if (properties !== undefined) return exampleOfFields(properties);
  if (items === undefined) return exampleOfValue(node, exampleValues[name]);
  const named = exampleValues[name];
  return hasType(node, 'array') && Array.isArray(named) ? named : [exampleOf(items, name)];
}

/** `named` is the example of the field's name. */
function exampleOfValue(node: SchemaNode, named: unknown): unknown {
  const { enum: values, format, minimum = 1 } = node;
  if (Array.isArray(values)) return values.includes(named) ? named : values[0];
  if (named !== undefined) return named;
  if (format === 'date-time') return exampleValues['created_at'];
  if (hasType(node, 'boolean')) return true;
  return hasType(node, 'integer') ? minimum : undefined;
}

/**
 * An example of a request: the fields that are required, and those whose schemas have an example of their own. `known`
 * has the values of fields that the reader's installation fixes.
 */
export function exampleOfInput(
  { examples, properties, required = [] }: FieldsSchema,
  known: Readonly<Record<string, unknown>> = {},
): unknown {
  if (Array.isArray(examples)) return examples[0];
  const shown = Object.entries(properties).flatMap(([name, node]) => {
    if (!required.includes(name) && !node['examples']) return [];
    return [[name, name in known ? { ...node, examples: [known[name]] } : node] as const];
  });
  return exampleOfFields(Object.fromEntries(shown));
}

function exampleOfFields(properties: Readonly<Record<string, SchemaNode>>) {
  const values = Object.entries(properties).map(([name, node]) => [name, exampleOf(node, name)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

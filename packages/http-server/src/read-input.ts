import { coerceBoolean, coerceInteger, parseJsonText, type ParsedRequest } from '@latchkey/request-parser';
import { hasType, type FieldsSchema, type SchemaNode } from './validate.ts';

/**
 * Takes the fields that a schema names out of a parsed request. Unknown keys stay behind. Text stands for an integer, a
 * boolean, a list of words or JSON where the schema asks for one; a value that does not fit stays as it is, and ajv
 * refuses it.
 */
export function readInput(parsed: ParsedRequest, fields: FieldsSchema): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [name, node] of Object.entries(fields.properties)) {
    if (!parsed.has(name) || isBlank(parsed.value(name), node, fields.required?.includes(name) ?? false))
      continue;
    const value = readValue(parsed.value(name), parsed.isText(name), node);
    if (value !== undefined) input[name] = inForm(value, node);
  }
  return input;
}

/** A text in the form of Unicode that the schema names. */
function inForm(value: unknown, { form }: SchemaNode): unknown {
  return typeof value === 'string' && form !== undefined ? value.normalize(form) : value;
}

function readValue(value: unknown, isText: boolean, node: SchemaNode): unknown {
  if (node.type === undefined) return value;
  if (hasType(node, 'integer')) return coerceInteger(value) ?? value;
  if (hasType(node, 'boolean')) return coerceBoolean(value) ?? value;
  const wantsJson = (hasType(node, 'object') || hasType(node, 'array')) && !hasType(node, 'string');
  return isText && wantsJson && typeof value === 'string' ? readText(value, node) : value;
}

/**
 * JSON in text. A list of texts may be words with spaces between them, as OAuth writes a scope (RFC 6749 3.3). Spaces
 * alone are blank: only JSON says that a list is empty.
 */
function readText(text: string, { items }: SchemaNode): unknown {
  const json = readJson(text);
  if (items?.type !== 'string' || Array.isArray(json)) return json ?? text;
  const words = text.split(' ').filter((word) => word !== '');
  return words.length === 0 ? undefined : words;
}

/**
 * A blank value counts as not given, unless the schema takes it: a required text may be empty, and so may a text with
 * `minLength: 0`, such as a password. Source: contract part 0 "Parsed request".
 */
function isBlank(value: unknown, node: SchemaNode, isRequired: boolean): boolean {
  if (node.type === undefined) return false;
  if (value === null) return !hasType(node, 'null');
  if (typeof value !== 'string' || value.trim() !== '') return false;
  const least = node.minLength ?? (isRequired ? 0 : 1);
  return !hasType(node, 'string') || least > 0;
}

/** JSON in text may be as deep as a body. Source: contract part 0 "Parsed request" 7. */
const maxDepth = 8;

function readJson(text: string): unknown {
  try {
    return parseJsonText(text, { maxDepth, nulAllowed: false });
  } catch {
    return undefined;
  }
}

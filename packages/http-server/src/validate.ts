import type { FieldsSchema, SchemaNode } from '@latchkey/contracts';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';

export type { FieldsSchema, InferFields, SchemaNode, SentOutput as OutputOf } from '@latchkey/contracts';

export function hasType(node: SchemaNode, type: string): boolean {
  return node.type === type || (Array.isArray(node.type) && node.type.includes(type));
}

export interface InputIssue {
  readonly kind: 'missing' | 'type' | 'value';
  /** The dotted request key at fault. */
  readonly field: string;
  /** A sentence for the caller. */
  readonly message: string;
  /** The schema's own code for a bad value of this field. */
  readonly errorCode: string | undefined;
}

export type Validate = (input: unknown) => readonly InputIssue[];

/** Lint checks the schemas, in the OpenAPI documents: to check them here as well takes longer than to compile them. */
const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, strictTypes: false, validateSchema: false });
ajv.addKeyword('errorCode');
ajv.addKeyword('allowed');
ajv.addKeyword('group');
ajv.addKeyword('form');
const compiled = new WeakMap<FieldsSchema, Validate>();

/** Compiles a route's input schema once, for its first request. The result is empty when the input fits. */
export function compileInput(fields: FieldsSchema): Validate {
  const validate = compiled.get(fields) ?? compile(fields);
  compiled.set(fields, validate);
  return validate;
}

function compile(fields: FieldsSchema): Validate {
  assertPatternsHaveWords(fields);
  const order = Object.keys(fields.properties);
  let check: ValidateFunction | undefined;
  return (input) => {
    // To compile all routes takes a third of a start, and a test needs few of them.
    check ??= ajv.compile({ type: 'object', ...fields });
    if (check(input)) return [];
    const issues = (check.errors ?? []).map((error) => describeIssue(error, fields));
    return issues.toSorted((a, b) => order.indexOf(a.field) - order.indexOf(b.field));
  };
}

/** A caller never reads a regular expression. Throws an Error at start. */
function assertPatternsHaveWords({ properties }: FieldsSchema): void {
  for (const [name, { pattern, allowed }] of Object.entries(properties)) {
    if (pattern !== undefined && allowed === undefined)
      throw new Error(`The schema of ${name} has a pattern, but does not say in words what is allowed`);
  }
}

function describeIssue(error: ErrorObject, fields: FieldsSchema): InputIssue {
  const missing = error.keyword === 'required' && error.instancePath === '';
  const field = missing ? String(error.params['missingProperty']) : topField(error.instancePath);
  const node = fields.properties[field];
  return {
    kind: missing ? 'missing' : error.keyword === 'type' ? 'type' : 'value',
    field,
    message: missing ? `${field} is required` : `${field} ${wordFault(error, node)}`,
    errorCode: node?.errorCode,
  };
}

function wordFault({ keyword, params, message }: ErrorObject, node: SchemaNode | undefined): string {
  if (keyword === 'pattern') return `must be ${node?.allowed ?? 'of another form'}`;
  if (keyword !== 'enum') return message ?? 'is not valid';
  const values: unknown[] = params['allowedValues'];
  return `must be one of ${values.join(', ')}`;
}

/** The request key in an ajv path such as `/auth.user` or `/metadata/a`. */
function topField(instancePath: string): string {
  const [, first = ''] = instancePath.split('/');
  return first.replaceAll('~1', '/').replaceAll('~0', '~');
}

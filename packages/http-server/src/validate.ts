import { Ajv, type ErrorObject } from 'ajv';
import type { FieldsSchema } from './schema.ts';

/** One thing that is wrong with an input. */
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

/** One instance for all routes: each instance compiles the meta-schema again, which takes longer than a route's schema. */
const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, strictTypes: false });
ajv.addKeyword('errorCode');
const compiled = new WeakMap<FieldsSchema, Validate>();

/** Compiles a route's input schema once, at start. The result is empty when the input fits. */
export function compileInput(fields: FieldsSchema): Validate {
  const validate = compiled.get(fields) ?? compile(fields);
  compiled.set(fields, validate);
  return validate;
}

function compile(fields: FieldsSchema): Validate {
  const check = ajv.compile({ type: 'object', ...fields });
  const order = Object.keys(fields.properties);
  return (input) => {
    if (check(input)) return [];
    const issues = (check.errors ?? []).map((error) => describeIssue(error, fields));
    return issues.toSorted((a, b) => order.indexOf(a.field) - order.indexOf(b.field));
  };
}

function describeIssue(error: ErrorObject, fields: FieldsSchema): InputIssue {
  const missing = error.keyword === 'required' && error.instancePath === '';
  const field = missing ? String(error.params['missingProperty']) : topField(error.instancePath);
  const node = fields.properties[field];
  return {
    kind: missing ? 'missing' : error.keyword === 'type' ? 'type' : 'value',
    field,
    message: missing ? `${field} is required` : `${field} ${error.message ?? 'is not valid'}`,
    errorCode: node?.errorCode,
  };
}

/** The request key in an ajv path such as `/auth.user` or `/metadata/a`. */
function topField(instancePath: string): string {
  const [, first = ''] = instancePath.split('/');
  return first.replaceAll('~1', '/').replaceAll('~0', '~');
}

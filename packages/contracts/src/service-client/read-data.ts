import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { completeOutput, type Contract, type FieldsSchema, type InferOutput } from '../index.ts';

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const dateTime = (value: string) => rfc3339.test(value) && !Number.isNaN(Date.parse(value));

/**
 * Fields that a schema does not name are let through: a newer sibling may send more. The schemas are those of routes, which
 * lint checks.
 */
const ajv = new Ajv({
  allowUnionTypes: true,
  strictTypes: false,
  validateSchema: false,
  formats: { 'date-time': dateTime },
});
const compiled = new WeakMap<FieldsSchema, ValidateFunction>();

/** The data of an answer, once its schema admits it. Throws an Error that names the field at fault, never its value. */
export function readData<Called extends Contract>(
  data: Record<string, unknown>,
  { path, output }: Called,
): InferOutput<Called['output']> {
  const validate = compiled.get(output) ?? ajv.compile(completeOutput({ type: 'object', ...output }));
  compiled.set(output, validate);
  if (!validate(data)) throw new Error(`${path} answered no valid data: ${describe(validate.errors?.[0])}`);
  return data as InferOutput<Called['output']>;
}

/** Such as `/user/id must be string`. */
function describe(error: ErrorObject | undefined): string {
  return [error?.instancePath, error?.message].filter(Boolean).join(' ');
}

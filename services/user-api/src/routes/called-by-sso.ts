import type { Contract } from '@latchkey/contracts';
import type { FieldsSchema } from '@latchkey/http-server';
import { tokenFields } from '../access/person-access.ts';

/** The path, input and output of a guarded route that sso calls too. */
export function calledBySso<Input extends FieldsSchema, Output>({
  path,
  input,
  output,
}: Pick<Contract, 'path'> & { readonly input: Input; readonly output: Output }) {
  const properties: Input['properties'] & typeof tokenFields = { ...tokenFields, ...input.properties };
  return { path, input: { ...input, properties }, output };
}

import { ApiError } from '@latchkey/errors';
import type { BindingFields } from '../binding/verify-binding.ts';
import { errors } from '../errors.ts';

/** The binding inputs in both of their spellings. */
export interface TwoSpellings {
  readonly 'auth.dpop'?: string;
  readonly 'auth.htu'?: string;
  readonly 'auth.fingerprint'?: string;
  readonly dpop?: string;
  readonly htu?: string;
  readonly fingerprint?: string;
}

/** The auth.* form of each, else the bare one; both and different: ambiguous_parameter. */
export function readBindings(fields: TwoSpellings): BindingFields {
  return {
    dpop: readOne(fields, 'dpop'),
    htu: readOne(fields, 'htu'),
    fingerprint: readOne(fields, 'fingerprint'),
  };
}

function readOne(fields: TwoSpellings, name: 'dpop' | 'htu' | 'fingerprint'): string | undefined {
  const { [`auth.${name}` as const]: first = '', [name]: second = '' } = fields;
  if (first !== '' && second !== '' && first !== second)
    throw new ApiError(errors.bindingsDiffer, { field: name });
  return first === '' ? second : first;
}

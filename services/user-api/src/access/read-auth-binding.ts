import type { ParsedRequest } from '@latchkey/request-parser';
import type { BindingFields } from '../binding/verify-binding.ts';

/** The binding inputs of a guarded route: the auth.* spelling alone. Source: contract part 2 "Guarded routes". */
export function readAuthBinding(parsed: ParsedRequest): BindingFields {
  return {
    dpop: parsed.string('auth.dpop'),
    htu: parsed.string('auth.htu'),
    fingerprint: parsed.string('auth.fingerprint'),
  };
}

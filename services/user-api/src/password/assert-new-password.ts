import { ApiError } from '@latchkey/errors';
import { dictionary } from '@zxcvbn-ts/language-common';
import { errors } from '../errors.ts';

const leastBytes = 8;
/** The list comes ordered by how common they are. */
const common = new Set(dictionary['passwords-common'].slice(0, 3000));

/**
 * Throws invalid_value unless a password may be set: 8 bytes at least (the parser keeps it to 1,024), taken
 * as it is, and none of the 3,000 most common in any case. Source: contract part 2 "Passwords, codes, throttling".
 */
export function assertNewPassword(password: string, field: string): void {
  if (Buffer.byteLength(password) < leastBytes) throw new ApiError(errors.passwordTooShort, { field });
  if (common.has(password.toLowerCase())) throw new ApiError(errors.passwordCommon, { field });
}

import { ApiError } from '@latchkey/errors';
import { dictionary } from '@zxcvbn-ts/language-common';
import { errors } from '../errors.ts';

const leastBytes = 8;
/** The list begins with the most common password. */
const common = new Set(dictionary['passwords-common'].slice(0, 3000));

/**
 * Throws invalid_value for a password of fewer than 8 bytes and for the 3,000 most common ones, in any case of letters.
 * The parser limits a password to 1,024 bytes; it is not trimmed. Source: contract part 2 "Passwords, codes, throttling".
 */
export function assertNewPassword(password: string, field: string): void {
  if (Buffer.byteLength(password) < leastBytes) throw new ApiError(errors.passwordTooShort, { field });
  if (common.has(password.toLowerCase())) throw new ApiError(errors.passwordCommon, { field });
}

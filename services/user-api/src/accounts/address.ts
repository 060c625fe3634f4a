import { ApiError, foldEmail, isMailAddress } from '@latchkey/contracts';
import { errors } from '../errors.ts';

/** An email address as a request carries it; {@link readAddress} judges it. */
export const addressField = {
  type: 'string',
  maxLength: 254,
  description: 'Email address',
  examples: ['ada@example.com'],
} as const;

/** A new address as it is stored. Throws invalid_value for one that can get no mail. Source: contract part 2 "Addresses and invitations". */
export function readAddress(typed: string, field: string): string {
  const email = foldEmail(typed);
  const message = `${field} must be an email address that can get mail`;
  if (!isMailAddress(email)) throw new ApiError({ ...errors.emailInvalid, message }, { field });
  return email;
}

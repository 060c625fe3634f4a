import { ApiError } from '@latchkey/contracts';
import { errors } from '../../errors.ts';
import { holdsAdmin } from '../token/rights.ts';
import type { DeviceRequest } from './device.ts';

/** Which requests wait for a number after their approval: those for admin, all, none. */
export type ConfirmationRule = 'admin' | 'all' | 'off';

/** What a device sends that can ask its user for the number, and what it is answered where one is needed. */
export const number = 'number' as const;

/**
 * Whether a request waits for a number, by what its device says of itself. Throws invalid_request where every request
 * does, and the device cannot ask for one. Source: contract part 1 "A number given back".
 */
export function settleConfirmation(
  rule: ConfirmationRule,
  scope: string,
  said: string | undefined,
): DeviceRequest['confirmation'] {
  const field = 'confirmation';
  if (said !== undefined && said !== number) throw new ApiError(errors.confirmationUnknown, { field });
  const isNeeded = rule === 'all' || (rule === 'admin' && holdsAdmin(scope));
  if (!isNeeded) return undefined;
  if (said === undefined && rule === 'all')
    throw new ApiError(errors.confirmationMissing, { field, members: { confirmation: number } });
  return said ?? 'missing';
}

import { ApiError, text } from '@latchkey/contracts';
import { canonicalAddress } from '@latchkey/request-parser';
import { errors } from '../../errors.ts';
import type { Client } from './client.ts';

/** The parameter in which an app names its visitor. */
export const visitorFields = {
  visitor_ip: {
    ...text,
    description:
      'The address of your visitor, such as 203.0.113.7; only of clients with the flag names_visitors',
  },
} as const;

export const visitorErrors = [errors.visitorNotRead, errors.visitorNoAddress] as const;

/** The visitor whom an app names. Throws invalid_request for a client that may not, and for what is no address. */
export function readVisitor(
  { namesVisitors }: Client,
  { visitor_ip: named }: { readonly visitor_ip?: string },
): string | undefined {
  if (named === undefined) return undefined;
  if (!namesVisitors) throw new ApiError(errors.visitorNotRead, { field: 'visitor_ip' });
  const address = canonicalAddress(named);
  if (address === undefined) throw new ApiError(errors.visitorNoAddress, { field: 'visitor_ip' });
  return address;
}

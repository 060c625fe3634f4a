import { domainToASCII } from 'node:url';
import { ApiError } from '@latchkey/contracts';
import { errors, nameCause } from '../errors.ts';
import type { Client } from './client.ts';

/**
 * Throws unauthorized_client unless an operator lets the client vouch for the domain of an address: equal, not a suffix.
 * Source: contract part 1 "Guard payloads".
 */
export function assertMayVouch({ vouches }: Pick<Client, 'vouches'>, email: string): void {
  const domain = toALabels(email.slice(email.lastIndexOf('@') + 1).trim());
  if (vouches.includes('*') || vouches.includes(domain)) return;
  throw new ApiError(
    nameCause(errors.mayNotVouch, `the flag vouches of this client does not list the domain ${domain}`),
  );
}

/** Empty for what is no domain. */
function toALabels(domain: string): string {
  const isAscii = /^[\x21-\x7e]*$/.test(domain);
  return isAscii ? domain.toLowerCase() : domainToASCII(domain);
}

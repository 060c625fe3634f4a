import { ApiError, foldEmail } from '@latchkey/contracts';
import { errors, nameCause } from '../../errors.ts';
import type { Client } from './client.ts';

/**
 * Throws unauthorized_client unless an operator lets the client vouch for the domain of an address: equal, not a suffix.
 * Source: contract part 1 "Guard payloads".
 */
export function assertMayVouch({ vouches }: Pick<Client, 'vouches'>, email: string): void {
  const folded = foldEmail(email);
  const domain = folded.slice(folded.lastIndexOf('@') + 1);
  if (vouches.includes('*') || vouches.includes(domain)) return;
  throw new ApiError(
    nameCause(errors.mayNotVouch, `the flag vouches of this client does not list the domain ${domain}`),
  );
}

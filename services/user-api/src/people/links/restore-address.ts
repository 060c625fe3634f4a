import { ApiError } from '@latchkey/contracts';
import type { AccountStore } from '../../accounts/account-store.ts';
import { personOf } from '../../accounts/account.ts';
import { keepNone } from '../../accounts/voiding.ts';
import { errors } from '../../errors.ts';
import { createEntry } from '../../request-log/log-event.ts';
import type { Origin } from '../../request-log/request-log.ts';
import {
  announceRetired,
  announceVoiding,
  prepareRetiring,
  type EndSignInsPorts,
} from '../../sessions/end-sessions.ts';
import { findLink, type FindLinkPorts } from './find-link.ts';
import type { LinkStore } from './link-store.ts';

interface RestorePorts extends FindLinkPorts, EndSignInsPorts {
  readonly accounts: Pick<AccountStore, 'findByEmail'>;
  readonly links: Pick<LinkStore, 'find' | 'restoreAddress'>;
}

/**
 * Puts the address back that an account had, for who reads its mail. Whoever changed it had the password, so the password
 * and all sign-ins end: the person chooses a new one by a reset. Answers the address. Throws not_found, already_exists
 * where somebody else has proved it since. Source: contract part 2 "Links".
 */
export async function restoreAddress(ports: RestorePorts, token: string, origin: Origin): Promise<string> {
  const link = await findLink(ports, token, 'restore');
  const { email, userId } = link;
  const holder = await ports.accounts.findByEmail(email);
  // The same link, followed at the same moment, has put it back.
  if (userId === null || holder?.id === userId) throw new ApiError(errors.notFound, { field: 'token' });
  if (personOf(holder) !== undefined) throw new ApiError(errors.accountExists, { field: 'token' });
  await prepareRetiring(ports, holder, origin);
  const row = createEntry(ports, { event: 'email.restore', userId }, origin);
  // Whoever changed the address may have added one.
  const endsPasskeys = createEntry(ports, { event: 'passkey.reset', userId }, origin);
  const { own, ...retirement } = await ports.links.restoreAddress(link, { row, endsPasskeys });
  await announceRetired(ports, retirement, origin);
  const { traceparent } = origin;
  await announceVoiding(ports, { userId, reason: 'user', kept: keepNone, traceparent }, own);
  return email;
}

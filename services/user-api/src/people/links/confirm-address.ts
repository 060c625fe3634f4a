import { ApiError } from '@latchkey/contracts';
import type { Account } from '../../accounts/account.ts';
import { assertInTime, errors } from '../../errors.ts';
import { createEntry } from '../../request-log/log-event.ts';
import type { Origin } from '../../request-log/request-log.ts';
import { countMail, holdMailBudgets } from '../mail/budgets.ts';
import { createMail } from '../mail/create-mail.ts';
import type { LinkTokens } from '../mail/link-token.ts';
import { createLink } from '../mail/link.ts';
import { changeAddress, type ChangePorts } from './change-address.ts';
import type { LinkStore } from './link-store.ts';

interface ConfirmPorts extends ChangePorts {
  readonly links: Pick<LinkStore, 'request' | 'confirm' | 'find' | 'changeAddress'>;
  readonly linkTokens: Pick<LinkTokens, 'readId'>;
}

/**
 * Mails an account the link that confirms its address. Throws throttled. Source: contract part 2 "Links".
 */
export async function requestConfirmation(
  ports: ConfirmPorts,
  { id: userId, email, locale }: Account,
  origin: Origin,
): Promise<void> {
  const { ip, userAgent } = origin;
  const asked = { mailbox: email, network: ports.networkOf(ip), purpose: 'confirm' } as const;
  const hold = await holdMailBudgets(ports, asked);
  const link = createLink(ports, { purpose: 'confirm', email, userId });
  const to = { recipient: email, userId, linkId: link.id, locale: locale ?? 'en' };
  const mail = createMail(ports, { kind: 'confirm', ...to, facts: { ip, userAgent } });
  assertInTime(origin);
  await countMail(ports, hold, true, () => ports.links.request({ link, mail }));
}

/**
 * Confirms the address of the caller's own account, or the one that the account asked to have instead; a second time
 * changes nothing. A link in the mail of somebody else's account does nothing for whoever opens it. Throws not_found,
 * already_exists. Source: contract part 2 "Links".
 */
export async function confirmAddress(
  ports: ConfirmPorts,
  account: Account,
  token: string,
  origin: Origin,
): Promise<void> {
  const { id: userId, email } = account;
  const id = ports.linkTokens.readId(token, 'confirm');
  const link = id === undefined ? undefined : await ports.links.find(id, new Date(ports.now()));
  if (link?.userId === userId && link.email !== email) return changeAddress(ports, account, link, origin);
  const row = createEntry(ports, { event: 'user.verify_email', userId }, origin);
  assertInTime(origin);
  if (!(await ports.links.confirm(id ?? '', userId, row)))
    throw new ApiError(errors.notFound, { field: 'link' });
}

import { ApiError } from '@latchkey/contracts';
import type { AccountStore } from '../../accounts/account-store.ts';
import { isOperator, personOf, type Account } from '../../accounts/account.ts';
import { readAddress } from '../../accounts/address.ts';
import { assertInTime, errors, missing } from '../../errors.ts';
import { createEntry } from '../../request-log/log-event.ts';
import type { Origin } from '../../request-log/request-log.ts';
import { announceRetired, prepareRetiring, type EndSignInsPorts } from '../../sessions/end-sessions.ts';
import type { Caller } from '../../sessions/session.ts';
import type { FreshPorts } from '../../signing-in/act-freshly.ts';
import { confirmPassword } from '../../signing-in/password/confirm-password.ts';
import { checkFactorInSession } from '../../signing-in/totp/check-code.ts';
import { countMail, holdMailBudgets } from '../mail/budgets.ts';
import { createMail, type FormPorts } from '../mail/create-mail.ts';
import { createLink, type Link } from '../mail/link.ts';
import type { Mail } from '../mail/mail.ts';
import type { ChangeRequest, LinkStore } from './link-store.ts';

interface LinkActs {
  readonly links: LinkStore;
}

type RequestPorts = FreshPorts<LinkActs> &
  FormPorts & {
    readonly accounts: Pick<AccountStore, 'findByEmail'>;
    randomBytes(size: number): Uint8Array;
  };

interface Requested {
  readonly email: string;
  readonly 'auth.pass'?: string;
  readonly 'auth.code'?: string;
}

/**
 * Mails a link to the address that a signed-in person wants to have; it becomes the account's once the person follows the
 * link. An address that somebody has gets a mail that says so, and the answer is the same. Answers the address. Throws
 * invalid_value, missing_field, fresh_code_required, invalid_credentials, throttled, overloaded, session_revoked, and
 * state_conflict where the address was changed and can still be put back. Source: contract part 2 "Links".
 */
export async function requestChange(
  ports: RequestPorts,
  caller: Caller,
  { email: typed, 'auth.code': code = '', ...shown }: Requested,
  origin: Origin,
): Promise<string> {
  const { account } = caller;
  const email = readAddress(typed, 'email');
  if (email === account.email) throw new ApiError(errors.emailOwn, { field: 'email' });
  if (shown['auth.pass'] === undefined) throw missing('auth.pass');
  if (account.totpSecret !== null && code.trim() === '')
    throw new ApiError(errors.freshCodeRequired, { field: 'auth.code' });
  await confirmPassword(ports, caller, shown, origin);
  const isTotpOnly = isOperator(account);
  const factor = await checkFactorInSession(ports, caller, code, { origin, isTotpOnly });
  const asked = { mailbox: email, network: ports.networkOf(origin.ip), purpose: 'confirm' } as const;
  const hold = await holdMailBudgets(ports, asked);
  const request = await describeRequest(ports, account, email, origin);
  assertInTime(origin);
  await countMail(ports, hold, true, async () => {
    const act = ({ links }: LinkActs) => links.requestChange(request);
    const spent = factor && { userId: account.id, factor };
    const done = spent === undefined ? await act(ports) : await ports.withSpentCode(spent, act);
    if (done === undefined) throw new ApiError(errors.emailChanged);
    return done.isMailed;
  });
  return email;
}

/** What is written; of an address that somebody has too, so that nothing shows it. Its link is mailed to nobody. */
async function describeRequest(
  ports: RequestPorts,
  account: Account,
  email: string,
  origin: Origin,
): Promise<ChangeRequest> {
  const { id: userId, locale } = account;
  const link = createLink(ports, { purpose: 'confirm', email, userId });
  const person = personOf(await ports.accounts.findByEmail(email));
  // A mail to an address without an account holds nothing that the asker wrote.
  const facts = person === undefined ? { ip: origin.ip } : { ip: origin.ip, userAgent: origin.userAgent };
  const to = person === undefined ? { userId, linkId: link.id } : { userId: person.id, linkId: null };
  const mail = createMail(ports, {
    kind: person === undefined ? 'confirm' : 'email_taken',
    recipient: email,
    ...to,
    locale: (person ?? account).locale ?? locale ?? 'en',
    facts,
  });
  return { account, link, mail, row: createEntry(ports, { event: 'email.request_change', userId }, origin) };
}

export interface ChangePorts extends FormPorts, EndSignInsPorts {
  readonly accounts: Pick<AccountStore, 'findByEmail'>;
  readonly links: Pick<LinkStore, 'changeAddress'>;
  readonly sendsMail: boolean;
  randomBytes(size: number): Uint8Array;
}

/**
 * Gives an account the address of a link that its person follows. Its sessions stay; the old address, where it was
 * verified, gets a link that puts it back for 24 hours. Throws not_found, already_exists. Source: contract part 2 "Links".
 */
export async function changeAddress(
  ports: ChangePorts,
  account: Account,
  link: Link,
  origin: Origin,
): Promise<void> {
  const holder = await ports.accounts.findByEmail(link.email);
  // The same link, followed at the same moment.
  if (holder?.id === account.id) return;
  if (personOf(holder) !== undefined) throw new ApiError(errors.accountExists, { field: 'link' });
  await prepareRetiring(ports, holder, origin);
  const row = createEntry(ports, { event: 'email.change', userId: account.id }, origin);
  const sending = createRestoring(ports, account, link, origin);
  await announceRetired(ports, await ports.links.changeAddress({ link, account, sending, row }), origin);
}

function createRestoring(
  ports: ChangePorts,
  { id: userId, email, emailVerifiedAt, locale }: Account,
  { email: newAddress }: Link,
  { ip, userAgent }: Origin,
): { readonly link: Link | null; readonly mail: Mail | null } {
  if (emailVerifiedAt === null || !ports.sendsMail) return { link: null, mail: null };
  const link = createLink(ports, { purpose: 'restore', email, userId });
  const to = { recipient: email, userId, linkId: link.id, locale: locale ?? 'en' };
  const facts = { ip, userAgent, newAddress };
  return { link, mail: createMail(ports, { kind: 'email_changed', ...to, facts }) };
}

import { ApiError } from '@latchkey/contracts';
import { personOf, type Account, type Membership } from '../../accounts/account.ts';
import { readAddress } from '../../accounts/address.ts';
import { newAccount } from '../../accounts/new-account.ts';
import { errors } from '../../errors.ts';
import { createEntry } from '../../request-log/log-event.ts';
import type { Origin } from '../../request-log/request-log.ts';
import { announceRetired, prepareRetiring, type EndSignInsPorts } from '../../sessions/end-sessions.ts';
import type { Caller } from '../../sessions/session.ts';
import { actFreshly, type FreshPorts, type ShownAgain } from '../../signing-in/act-freshly.ts';
import { linkAddress } from '../mail/link.ts';
import type { Invitation } from '../orgs/invitation.ts';
import type { Org } from '../orgs/org.ts';
import { createInvitation, createSending, printRow, type InvitationPorts } from './invite.ts';
import type { LinkStore } from './link-store.ts';

type InviteAccountPorts = InvitationPorts & FreshPorts<{ readonly links: LinkStore }> & EndSignInsPorts;

interface AccountRequest {
  readonly email: string;
  readonly name: string;
  readonly locale: string | null;
  readonly org: Org | undefined;
  readonly role: Membership['role'];
  readonly printsLink: boolean;
}

interface InvitedAccount {
  readonly account: Account;
  readonly invitation: Invitation | undefined;
  readonly expiresAt: Date;
  /** What the operator hands over instead of a mail. */
  readonly link: string | undefined;
}

/**
 * Makes an account that waits for its person, who completes it by the link in the mail, and is invited to the org then.
 * The account of an unverified signup is retired; sso ends its consents and families first. Throws already_exists, and
 * what a fresh code throws. Source: contract part 2 "Addresses and invitations".
 */
export async function inviteAccount(
  ports: InviteAccountPorts,
  { email: typed, name, locale, org, role, printsLink }: AccountRequest,
  { caller, shown }: { readonly caller: Caller; readonly shown: ShownAgain },
  origin: Origin,
): Promise<InvitedAccount> {
  const email = readAddress(typed, 'email');
  const { account: inviter } = caller;
  const found = await ports.accounts.findByEmail(email);
  if (personOf(found) !== undefined) throw new ApiError(errors.accountExists, { field: 'email' });
  const id = ports.newId();
  const account = newAccount({ id, email, name, locale, status: 'invited', passwordHash: null });
  const invitation = org && createInvitation(ports, { org, email, role, inviter });
  const sending = createSending(ports, { email, account, inviter, printsLink, invitation, org });
  const made = createEntry(ports, { event: 'admin.user.create', userId: id, actorId: inviter.id }, origin);
  const rows = [
    made,
    ...(org ? [{ ...made, id: ports.newId(), event: 'admin.org.invite' as const, orgId: org.id }] : []),
    ...(printsLink ? [printRow(ports, made)] : []),
  ];
  const retirement = await actFreshly(ports, { caller, shown, origin }, async ({ links }) => {
    await prepareRetiring(ports, found, origin);
    return links.invite({ account, invitation, sending, rows });
  });
  await announceRetired(ports, retirement, origin);
  const { link } = sending;
  return {
    account,
    invitation,
    expiresAt: link.expiresAt,
    link: printsLink ? linkAddress(ports, link) : undefined,
  };
}

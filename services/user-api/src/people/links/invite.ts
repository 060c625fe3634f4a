import type { AccountStore } from '../../accounts/account-store.ts';
import { personOf, type Account, type Membership } from '../../accounts/account.ts';
import { readAddress } from '../../accounts/address.ts';
import { createEntry, type EntryPorts, type LogEvent } from '../../request-log/log-event.ts';
import type { LogEntry, Origin } from '../../request-log/request-log.ts';
import type { Caller } from '../../sessions/session.ts';
import { actFreshly, makesManager, type FreshPorts, type ShownAgain } from '../../signing-in/act-freshly.ts';
import { createMail } from '../mail/create-mail.ts';
import type { LinkTokens } from '../mail/link-token.ts';
import { createLink, linkAddress, type Link } from '../mail/link.ts';
import type { Mail, MailFacts } from '../mail/mail.ts';
import {
  invitationLifeMs,
  type Invitation,
  type InvitationStore,
  type Replaced,
} from '../orgs/invitation.ts';
import type { Org } from '../orgs/org.ts';

export interface InvitationPorts extends EntryPorts {
  randomBytes(size: number): Uint8Array;
  readonly sendsMail: boolean;
  readonly linkTokens: Pick<LinkTokens, 'tokenOf'>;
  readonly ssoUrl: string;
}

type InvitePorts = InvitationPorts &
  FreshPorts<{ readonly invitations: InvitationStore }> & {
    readonly accounts: Pick<AccountStore, 'findByEmail'>;
    readonly invitationLimit: number;
  };

interface InviteRequest {
  readonly org: Pick<Org, 'id' | 'name'>;
  readonly email: string;
  readonly role: Membership['role'];
  readonly caller: Caller;
  readonly shown: ShownAgain;
  /** Set where it is an operator who invites, whoever manages the org. */
  readonly operator?: { readonly printsLink: boolean };
}

/** An invitation, what it replaces, and the link that an operator hands over instead of a mail. */
interface Invited extends Replaced {
  readonly invitation: Invitation;
  readonly link: string | undefined;
}

/**
 * Makes an invitation that is valid for 7 days, once, and only for its own address, and mails its link. Throws forbidden
 * when the caller may not give that role or replace the open invitation, quota_exceeded, and what a fresh code throws.
 * Source: contract part 2 "Addresses and invitations".
 */
export async function invite(
  ports: InvitePorts,
  { org, email: typed, role, caller, shown, operator }: InviteRequest,
  change: Pick<LogEvent, 'event' | 'userId' | 'actorId'>,
  origin: Origin,
): Promise<Invited> {
  const email = readAddress(typed, 'email');
  const { account: inviter } = caller;
  const invitation = createInvitation(ports, { org, email, role, inviter });
  const printsLink = operator?.printsLink === true;
  const account = await ports.accounts.findByEmail(email);
  const sending = createSending(ports, { email, account, inviter, printsLink, invitation, org });
  const made = createEntry(ports, { ...change, orgId: org.id }, origin);
  const rows = [made, ...(printsLink ? [printRow(ports, made)] : [])];
  const fresh = (operator !== undefined || makesManager(caller, role)) && { caller, shown, origin };
  const by = operator === undefined ? inviter.id : null;
  const { replaced } = await actFreshly(ports, fresh, ({ invitations }) =>
    invitations.add(invitation, rows, { by, limit: ports.invitationLimit }, sending),
  );
  return { invitation, replaced, link: printsLink ? linkAddress(ports, sending.link) : undefined };
}

export function createInvitation(
  ports: EntryPorts,
  {
    org,
    email,
    role,
    inviter,
  }: Pick<InviteRequest, 'org' | 'email' | 'role'> & { readonly inviter: Account },
): Invitation {
  const createdAt = new Date(ports.now());
  const expiresAt = new Date(ports.now() + invitationLifeMs);
  return { id: ports.newId(), orgId: org.id, email, role, invitedBy: inviter.id, createdAt, expiresAt };
}

interface Invitee {
  readonly email: string;
  /** What the address has. */
  readonly account: Account | undefined;
  readonly inviter: Account;
  /** Whether an operator hands the link over, and no mail is sent. */
  readonly printsLink: boolean;
  readonly invitation?: Invitation | undefined;
  readonly org?: Pick<Org, 'name'> | undefined;
}

export function createSending(
  ports: InvitationPorts,
  invitee: Invitee,
): { readonly link: Link; readonly mail: Mail | null } {
  const { email, account, invitation, printsLink } = invitee;
  const userId = account?.status === 'invited' ? account.id : null;
  const invitationId = invitation?.id ?? null;
  const link = createLink(ports, { purpose: 'invitation', email, userId, invitationId });
  return { link, mail: printsLink || !ports.sendsMail ? null : createInvitationMail(ports, invitee, link) };
}

/** In the language of the person, else in that of who invites. */
function createInvitationMail(
  ports: InvitationPorts,
  { email, account, inviter, invitation, org }: Invitee,
  link: Link,
): Mail {
  const person = personOf(account);
  const hasName = person !== undefined && person.status !== 'invited';
  const toOrg = org && invitation && { orgName: org.name, role: invitation.role };
  return createMail(ports, {
    kind: 'invitation',
    recipient: email,
    userId: person?.id ?? null,
    linkId: link.id,
    locale: person?.locale ?? inviter.locale ?? 'en',
    facts: { ...describeInviter(inviter, hasName), ...toOrg },
  });
}

/** Who invites. A mail to an address without an account holds no name that somebody has chosen for themselves. */
function describeInviter({ name, email, emailVerifiedAt }: Account, hasName: boolean): MailFacts {
  return {
    ...(emailVerifiedAt !== null && { inviterAddress: email }),
    ...(hasName && { inviter: name }),
  };
}

/** The row of a link that an operator hands over, beside that of the act. */
export function printRow(ports: EntryPorts, made: LogEntry): LogEntry {
  return { ...made, id: ports.newId(), event: 'admin.link.print' };
}

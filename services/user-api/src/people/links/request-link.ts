import type { AccountStore } from '../../accounts/account-store.ts';
import { isOperator, isProven, personOf, type Account } from '../../accounts/account.ts';
import { readAddress } from '../../accounts/address.ts';
import { assertInTime } from '../../errors.ts';
import type { Origin } from '../../request-log/request-log.ts';
import { countMail, holdMailBudgets } from '../mail/budgets.ts';
import { createMail, type FormPorts } from '../mail/create-mail.ts';
import { createLink, type Link } from '../mail/link.ts';
import type { MailFacts, MailKind } from '../mail/mail.ts';
import type { LinkStore, OpenLink } from './link-store.ts';

interface RequestPorts extends FormPorts {
  readonly accounts: Pick<AccountStore, 'findByEmail'>;
  readonly links: Pick<LinkStore, 'findInvitation' | 'request'>;
  randomBytes(size: number): Uint8Array;
}

interface LinkRequest {
  readonly purpose: 'sign_up' | 'reset';
  readonly email: string;
  readonly locale: string;
  readonly maySignUp: boolean;
}

/** No account has it, so that the same question is asked for every address. */
const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * Writes the mail that a person asks for on a page. The answer and the work are the same for every address; the mail
 * says what there is. Throws invalid_value and throttled. Source: contract part 2 "Links".
 */
export async function requestLink(
  ports: RequestPorts,
  { purpose, email: typed, locale, maySignUp }: LinkRequest,
  origin: Origin,
): Promise<void> {
  const email = readAddress(typed, 'email');
  const network = ports.networkOf(origin.ip);
  const hold = await holdMailBudgets(ports, { mailbox: email, network, purpose });
  const account = await ports.accounts.findByEmail(email);
  const person = personOf(account);
  const { kind, link, linkId, facts } = await choose(ports, { purpose, email, maySignUp, account });
  assertInTime(origin);
  const { ip, userAgent } = origin;
  // A mail to an address without an account holds nothing that the asker wrote.
  const from = account !== undefined && isProven(account) ? { ip, userAgent } : { ip };
  const mail = createMail(ports, {
    kind,
    recipient: email,
    userId: person?.id ?? null,
    linkId,
    locale: person?.locale ?? locale,
    facts: { ...from, ...facts },
  });
  await countMail(ports, hold, kind !== 'none', () => ports.links.request({ link, mail }));
}

interface Found extends Omit<LinkRequest, 'locale'> {
  readonly account: Account | undefined;
}

/** What an address is mailed, and the link that is new. */
interface Choice {
  readonly kind: MailKind;
  readonly link: Link | null;
  readonly linkId: string | null;
  readonly facts?: MailFacts;
}

const say = (kind: MailKind): Choice => ({ kind, link: null, linkId: null });
const send = (kind: MailKind, link: Link): Choice => ({ kind, link, linkId: link.id });

/** It asks the same of the database for every address. */
async function choose(ports: RequestPorts, found: Found): Promise<Choice> {
  const invitedId = found.account?.status === 'invited' ? found.account.id : nobody;
  const invitation = await ports.links.findInvitation(invitedId, new Date(ports.now()));
  if (invitation !== undefined)
    return { kind: 'invitation', link: null, linkId: invitation.id, facts: factsOf(invitation) };
  return chooseWithout(ports, found);
}

function factsOf({ invitation }: OpenLink): MailFacts {
  if (invitation === null) return {};
  const { org, role, invitedBy } = invitation;
  return {
    orgName: org.name,
    role,
    ...(invitedBy.email !== null && { inviterAddress: invitedBy.email }),
  };
}

/** For an address without an account that was invited. */
function chooseWithout(ports: RequestPorts, { purpose, email, maySignUp, account }: Found): Choice {
  if (account === undefined || !isProven(account)) {
    const leads = maySignUp && (purpose === 'sign_up' || account !== undefined);
    return leads ? send('sign_up', createLink(ports, { purpose: 'sign_up', email })) : say('none');
  }
  if (purpose === 'sign_up') return say('already_account');
  if (account.status !== 'active') return say('none');
  // Whoever reads an operator's mail must not have the installation.
  if (isOperator(account) && account.totpSecret === null) return say('ask_operator');
  return send('reset', createLink(ports, { purpose: 'reset', email, userId: account.id }));
}

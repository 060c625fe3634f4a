import { ApiError, foldEmail } from '@latchkey/contracts';
import type { AccountStore } from '../account/account-store.ts';
import { isOperator, isProven, type Account } from '../account/account.ts';
import { isAddress } from '../account/address.ts';
import { assertInTime, errors } from '../errors.ts';
import type { LinkStore } from '../link/link-store.ts';
import { createLink, type Link } from '../link/link.ts';
import { createMail, type FormPorts } from '../mail/create-mail.ts';
import type { MailFacts, MailKind } from '../mail/mail.ts';
import type { Origin } from '../request-log/request-log.ts';

interface RequestPorts extends FormPorts {
  readonly accounts: Pick<AccountStore, 'findByEmail'>;
  readonly links: Pick<LinkStore, 'findInvitation' | 'request'>;
  randomBytes(size: number): Uint8Array;
}

interface LinkRequest {
  readonly purpose: 'sign_up' | 'reset';
  readonly email: string;
  readonly locale: string;
  /** Whether anybody may sign up. */
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
  const email = foldEmail(typed);
  if (!isAddress(email)) throw new ApiError(errors.emailInvalid, { field: 'email' });
  await ports.holdMailBudgets({ mailbox: email, network: ports.networkOf(origin.ip) });
  const account = await ports.accounts.findByEmail(email);
  const isInvited = account?.status === 'invited';
  const invitation = await ports.links.findInvitation(isInvited ? account.id : nobody, new Date(ports.now()));
  const { kind, link } = choose(ports, { purpose, email, maySignUp, account, invitation });
  assertInTime(origin);
  const isKnown = account !== undefined && isProven(account);
  // A mail to an address without an account holds nothing that the asker wrote.
  const facts: MailFacts = isKnown ? { ip: origin.ip, userAgent: origin.userAgent } : { ip: origin.ip };
  const mail = createMail(ports, {
    kind,
    recipient: email,
    userId: isKnown || isInvited ? account.id : null,
    linkId: (link ?? (kind === 'invitation' ? invitation : undefined))?.id ?? null,
    locale: (isKnown || isInvited ? account.locale : null) ?? locale,
    facts,
  });
  await ports.links.request({ link, mail });
}

interface Found {
  readonly purpose: LinkRequest['purpose'];
  readonly email: string;
  readonly maySignUp: boolean;
  readonly account: Account | undefined;
  readonly invitation: Link | undefined;
}

const nothing: { readonly kind: MailKind; readonly link: Link | null } = { kind: 'none', link: null };

/** The mail for an address, and the new link in it. */
function choose(
  ports: RequestPorts,
  { purpose, email, maySignUp, account, invitation }: Found,
): typeof nothing {
  if (invitation !== undefined) return { kind: 'invitation', link: null };
  if (account === undefined || !isProven(account)) {
    const leads = maySignUp && (purpose === 'sign_up' || account !== undefined);
    return leads ? { kind: 'sign_up', link: createLink(ports, { purpose: 'sign_up', email }) } : nothing;
  }
  if (purpose === 'sign_up') return { kind: 'already_account', link: null };
  if (account.status !== 'active') return nothing;
  // Whoever reads an operator's mail must not have the installation.
  if (isOperator(account) && account.totpSecret === null) return { kind: 'ask_operator', link: null };
  return { kind: 'reset', link: createLink(ports, { purpose: 'reset', email, userId: account.id }) };
}

import { text } from '@latchkey/http-server';
import { shownEmail, type Account, type Membership } from '../../../account/account.ts';
import { memberAnswer, memberSchema } from '../../auth/answers.ts';
import { textOrNull } from '../../references.ts';

/** An account as an operator sees it; never a password, a secret or a hash of one. */
export const accountProperties = {
  id: text,
  email: { ...textOrNull, description: 'Null once the account is retired' },
  email_verified: { type: 'boolean' },
  name: text,
  kind: { type: 'string', enum: ['user', 'admin', 'root'] },
  status: { type: 'string', enum: ['active', 'disabled', 'deleted', 'invited'] },
  mfa: { type: 'boolean' },
  orgs: { type: 'array', items: memberSchema },
} as const;

export const accountRequired = [
  'id',
  'email',
  'email_verified',
  'name',
  'kind',
  'status',
  'mfa',
  'orgs',
] as const;

export function accountAnswer(account: Account, memberships: readonly Membership[]) {
  const { id, name, kind, status } = account;
  const email = shownEmail(account.email);
  const facts = { email_verified: account.emailVerifiedAt !== null, mfa: account.totpSecret !== null };
  return { id, email, name, kind, status, ...facts, orgs: memberships.map(memberAnswer) };
}

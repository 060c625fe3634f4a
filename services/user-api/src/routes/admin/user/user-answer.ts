import { text } from '@latchkey/http-server';
import type { Account, Membership } from '../../../account/account.ts';
import { memberAnswer, memberSchema } from '../../auth/answers.ts';

/** An account as an operator sees it; never a password, a secret or a hash of one. */
export const accountProperties = {
  id: text,
  email: text,
  name: text,
  kind: { type: 'string', enum: ['user', 'admin', 'root'] },
  status: { type: 'string', enum: ['active', 'disabled', 'deleted'] },
  mfa: { type: 'boolean' },
  orgs: { type: 'array', items: memberSchema },
} as const;

export const accountRequired = ['id', 'email', 'name', 'kind', 'status', 'mfa', 'orgs'] as const;

export function accountAnswer(account: Account, memberships: readonly Membership[]) {
  const { id, email, name, kind, status, totpSecret } = account;
  return { id, email, name, kind, status, mfa: totpSecret !== null, orgs: memberships.map(memberAnswer) };
}

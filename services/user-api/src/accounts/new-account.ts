import type { Account } from './account.ts';

/** What is known of an account when it is made. */
type Given = Pick<Account, 'id' | 'email' | 'name' | 'passwordHash'> &
  Partial<Pick<Account, 'emailVerifiedAt' | 'locale' | 'status'>>;

/** An active user whom nobody has verified, unless said otherwise. */
export function newAccount(given: Given): Account {
  return {
    emailVerifiedAt: null,
    kind: 'user',
    status: 'active',
    locale: null,
    firstPasswordUntil: null,
    deviceSignIn: true,
    totpSecret: null,
    totpPending: null,
    tokensValidAfter: null,
    keptFamilyId: null,
    keptValidAfter: null,
    ...given,
  };
}

/** A user's record as sign-in sees it. Source: contract part 2 "Words". */
export interface Account {
  readonly id: string;
  /** As foldEmail spells it; {@link retiredEmailPrefix} and the id once the account is retired. */
  readonly email: string;
  /** When the address was verified; null when it is not. */
  readonly emailVerifiedAt: Date | null;
  readonly name: string;
  readonly kind: 'user' | 'admin' | 'root';
  /** invited: an operator made it, and its person has not signed up yet; it can do nothing until then. */
  readonly status: 'active' | 'disabled' | 'deleted' | 'invited';
  /** The language of its mails; null until the person has chosen or used one. */
  readonly locale: string | null;
  /** argon2id PHC; null when the account has no password. */
  readonly passwordHash: string | null;
  /**
   * Somebody else chose the password: until then it opens a session only together with a new one, and then it is a
   * wrong one. Null for a password that the person chose.
   */
  readonly firstPasswordUntil: Date | null;
  /** Sealed; null when the account needs no one-time code. */
  readonly totpSecret: string | null;
  /** Sealed; a secret that is not confirmed yet. */
  readonly totpPending: string | null;
  /**
   * Grows with every change that voids what was given before: what was given under an older value is void, unless the
   * change kept it.
   */
  readonly tokensValidAfter: Date | null;
  /** The refresh family that made the last password change; it stays alive. */
  readonly keptFamilyId: string | null;
  /** What the last change kept has void tokens too: those issued before this time, by the clock that issues them. */
  readonly keptValidAfter: Date | null;
  /** Whether devices and apps may be approved for it. */
  readonly deviceSignIn: boolean;
}

/** What decides whether an account may hold tokens, and what tokens say about it. */
export interface AccountStanding extends Pick<
  Account,
  | 'id'
  | 'email'
  | 'emailVerifiedAt'
  | 'name'
  | 'kind'
  | 'status'
  | 'tokensValidAfter'
  | 'keptFamilyId'
  | 'keptValidAfter'
  | 'deviceSignIn'
> {
  /** Slugs of its {@link AccountStore.listMemberships}. */
  readonly groups: readonly string[];
}

export interface Membership {
  readonly orgId: string;
  readonly orgSlug: string;
  readonly role: 'owner' | 'admin' | 'member';
}

/** The membership that `org`, a slug or an id, names. */
export function findMembership(memberships: readonly Membership[], org: string): Membership | undefined {
  return memberships.find(({ orgId, orgSlug }) => orgSlug === org || orgId === org.toLowerCase());
}

/** Whether an account may see what others own. */
export function isOperator({ kind }: Pick<Account, 'kind'>): boolean {
  return kind === 'admin' || kind === 'root';
}

/** Whether an account is that of its address's person; every other one gives way to whoever proves the address. */
export function isProven({ emailVerifiedAt, kind }: Pick<Account, 'emailVerifiedAt' | 'kind'>): boolean {
  return emailVerifiedAt !== null || kind !== 'user';
}

/** The account whose person has the address: a proven one, or one that an operator has made for that person. */
export function personOf(account: Account | undefined): Account | undefined {
  return account !== undefined && (isProven(account) || account.status === 'invited') ? account : undefined;
}

/** Begins what a retired account has instead of an address. No address begins so: it has an @. */
export const retiredEmailPrefix = 'retired:';

/** The address as operators see it; null once the account is retired. */
export function shownEmail(email: string | null): string | null {
  return email?.startsWith(retiredEmailPrefix) ? null : email;
}

/** A person who can sign in. Source: contract part 2 "Words". */
export interface Account {
  readonly id: string;
  /** Case-folded. */
  readonly email: string;
  readonly name: string;
  readonly kind: 'user' | 'admin' | 'root';
  readonly status: 'active' | 'disabled' | 'deleted';
  /** argon2id PHC; null where nobody can sign in by password. */
  readonly passwordHash: string | null;
  /** Sealed; null where no one-time code is asked. */
  readonly totpSecret: string | null;
  /** Tokens issued before are void. */
  readonly tokensValidAfter: Date | null;
}

/** An organisation that a person speaks for. */
export interface Membership {
  readonly orgId: string;
  readonly orgSlug: string;
  readonly role: 'owner' | 'admin' | 'member';
}

export interface AccountStore {
  findById(userId: string): Promise<Account | undefined>;
  findByEmail(email: string): Promise<Account | undefined>;
  /** Active memberships of active orgs, oldest first. */
  listMemberships(userId: string): Promise<Membership[]>;
  /** Takes a time step that is newer than every one taken before; false when it is not. One conditional write. */
  spendTotpStep(userId: string, step: number): Promise<boolean>;
  /** Puts a hash of raised cost in the place of `oldHash`, unless the password has changed meanwhile. */
  replacePasswordHash(userId: string, oldHash: string, newHash: string): Promise<void>;
}

/** The spelling that emails are stored and compared in. */
export function foldEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a value from outside can be an id at all; the database would refuse any other text as a fault. */
export function isUuid(text: string): boolean {
  return uuidForm.test(text);
}

/** The membership that `org`, a slug or an id, names. */
export function findMembership(memberships: readonly Membership[], org: string): Membership | undefined {
  return memberships.find(({ orgId, orgSlug }) => orgSlug === org || orgId === org.toLowerCase());
}

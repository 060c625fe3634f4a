import type { LogEntry } from '../request-log/request-log.ts';
import type { Account } from './account.ts';

/** A public key whose private half an authenticator holds. Source: contract part 2 "Passkeys". */
export interface Passkey {
  readonly id: string;
  readonly userId: string;
  /** As the authenticator made it, in base64url. */
  readonly credentialId: string;
  /** COSE, in base64url. */
  readonly publicKey: string;
  /** What the authenticator counted last; 0 where it does not count. */
  readonly counter: number;
  /** The host that it is for. */
  readonly rpId: string;
  readonly name: string;
  /** Whether its authenticator may copy it to other devices. */
  readonly isSynced: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** A passkey, and the account that it signs in. */
export interface FoundPasskey {
  readonly passkey: Passkey;
  readonly account: Account;
  /** The user handle of that account. */
  readonly handle: string | null;
}

/**
 * What a person has shown in place of a password and a code. The act that it allows notes its use, and does nothing for
 * a copy that counts behind.
 */
export interface PasskeyUse {
  readonly kind: 'passkey';
  readonly id: string;
  /** What the authenticator counts now. */
  readonly counter: number;
  readonly usedAt: Date;
}

/**
 * Whether an authenticator counts on from what it counted before; one that does not count says 0. A copy of a key does
 * not. Source: Web Authentication 6.1.1.
 */
export function countsOn({ counter: before }: Pick<Passkey, 'counter'>, counter: number): boolean {
  return counter > before || (counter === 0 && before === 0);
}

/** What a new passkey depends on, as it was read. */
interface Adding {
  readonly account: Pick<Account, 'id' | 'tokensValidAfter'>;
  /** The user handle that the authenticator was given. */
  readonly handle: string;
  /** How many passkeys the account has at most then. */
  readonly most: number;
  readonly row: LogEntry;
}

export interface PasskeyStore {
  /** Of an account, the oldest first. */
  list(userId: string): Promise<Passkey[]>;
  find(credentialId: string): Promise<FoundPasskey | undefined>;
  /** The user handle of an account; `fresh` where it has none. Undefined unless the account is active. */
  openHandle(userId: string, fresh: string): Promise<string | undefined>;
  /** Until when an operator may add a first passkey; null for never. */
  findFirstUntil(userId: string): Promise<Date | null>;
  /**
   * Stores a passkey and its log row: false where the account has changed since, where it has `most`, and where somebody
   * has this passkey, or one was added under its id.
   */
  add(passkey: Passkey, adding: Adding): Promise<boolean>;
  /** Removes one of an account, and writes the log row; false when there is none. */
  remove(userId: string, id: string, row: LogEntry): Promise<boolean>;
  /** Removes all of an account, and writes the log row; false when there are none. */
  removeAll(userId: string, row: LogEntry): Promise<boolean>;
}

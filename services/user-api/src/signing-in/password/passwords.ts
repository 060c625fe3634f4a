import { ApiError } from '@latchkey/contracts';
import {
  createGate,
  createShares,
  type Gate,
  type Place,
  type Schedule,
  type Share,
} from '@latchkey/secrets';
import type { RefreshedHash } from '../../accounts/account-store.ts';
import type { Account } from '../../accounts/account.ts';
import { errors } from '../../errors.ts';

/** A password as a request carries it. An empty one is wrong, not missing. */
export const passwordField = {
  type: 'string',
  minLength: 0,
  examples: ['four quiet herons by the canal'],
} as const;

export interface PasswordHash {
  hash(password: string): Promise<string>;
  /** Of a password as it was typed: products that hashes are imported from did not all take a normal form. */
  verify(phc: string, password: string): Promise<boolean>;
  /** Whether another product has made the hash, or it has a lower cost than new hashes. */
  isOutdated(phc: string): boolean;
}

type StoredHash = Pick<Account, 'passwordHash'>;

/** Hashing behind the gate, for somebody. Everything throws overloaded when its turn does not come. */
export interface Hashing {
  /**
   * Does exactly one verification: against a fixed decoy when there is no hash or no password.
   */
  verify(stored: StoredHash | null, password: string): Promise<boolean>;
  /** Hashes the NFKC form, so that a password typed on another keyboard is the same one. */
  hash(password: string): Promise<string>;
  isOutdated(phc: string): boolean;
}

export interface Passwords {
  /** How many code points a new password needs. */
  readonly minLength: number;
  /** What the installation calls itself, which is no password. */
  readonly houseName: string;
  /** Hashing of those who share these places: each hash waits for one of them. */
  by(shares: readonly Share[]): Hashing;
  /** Throws overloaded while the gate is full, so that an attempt spends nothing. */
  assertRoom(): void;
  /** Waits outside the gate for a place of those who share it, and takes it. Throws overloaded. */
  takePlace(shares?: readonly Share[]): Promise<HashPlace>;
}

/** Hashing at a place of the gate, which is kept until it is freed. */
interface HashPlace extends Hashing {
  readonly free: () => void;
}

/** Two hashes take 92 MiB; what waits takes its request, some 10 KB. */
const [concurrency, queueLength] = [2, 256];
/** How many attempts the gate holds at a time. */
export const hashPlaces = concurrency + queueLength;
/** Shorter than callers wait: of sso's 10 s, 8.75 s are left here. */
const waiting = { waitMs: 8_000, overloaded: errors.overloaded, retryAfterSeconds: 2 };

/** The gate before hashing. Source: contract part 2 "Passwords, codes, throttling". */
export function createHashGate(schedule?: Schedule): Gate {
  return createGate({ concurrency, queueLength, ...waiting, schedule });
}

/** The decoy is a hash like any other, of a password that nobody knows. Source: contract part 2 "Order". */
export function createPasswords(parts: {
  hash: PasswordHash;
  gate: Gate;
  decoy: string;
  minLength: number;
  houseName: string;
}): Passwords {
  const { hash, gate, decoy, minLength, houseName } = parts;
  const outside = createShares(waiting);
  const through = (run: Place['run']): Hashing => ({
    async verify(stored, password) {
      const phc = password === '' ? null : (stored?.passwordHash ?? null);
      const matches = await run(() => hash.verify(phc ?? decoy, password));
      return phc !== null && matches;
    },
    hash: (password) => run(() => hash.hash(password.normalize('NFKC'))),
    isOutdated: (phc) => hash.isOutdated(phc),
  });
  async function takePlace(shares: readonly Share[] = []): Promise<Place> {
    const leave = await outside.enter(shares);
    try {
      const { run, free } = gate.takePlace();
      return { run, free: () => (free(), leave()) };
    } catch (error) {
      leave();
      throw error;
    }
  }
  const inPlaceOf =
    (shares: readonly Share[]): Place['run'] =>
    async (work) => {
      const { run, free } = await takePlace(shares);
      return run(work).finally(free);
    };
  return {
    minLength,
    houseName,
    by: (shares) => through(inPlaceOf(shares)),
    assertRoom() {
      if (gate.isFull())
        throw new ApiError(errors.overloaded, { retryAfterSeconds: waiting.retryAfterSeconds });
    },
    async takePlace(shares) {
      const { run, free } = await takePlace(shares);
      return { ...through(run), free };
    },
  };
}

/**
 * One verification, of the account's hash or of the decoy, so that known, unknown, disabled and password-less
 * accounts, and those whose first password has ended, cost and answer alike. Throws invalid_credentials, or overloaded
 * before any work.
 */
export async function checkPassword(
  { passwords, now }: { readonly passwords: Hashing; now(): number },
  account: Account | undefined,
  password: string,
): Promise<Account> {
  const hasEnded = account !== undefined && hasFirstPasswordEnded(account, now());
  const stored = account?.status === 'active' && !hasEnded ? account : null;
  const isRight = await passwords.verify(stored, password);
  if (!isRight || account === undefined)
    throw new ApiError(errors.credentialsInvalid, { detail: explainRejection(account, hasEnded) });
  return account;
}

function hasFirstPasswordEnded({ firstPasswordUntil }: Account, nowMs: number): boolean {
  return firstPasswordUntil !== null && firstPasswordUntil.getTime() <= nowMs;
}

/** Why a password was not accepted; for the service's own log. */
function explainRejection(account: Account | undefined, hasEnded: boolean): string {
  if (account === undefined) return 'no such account';
  if (account.status !== 'active') return `the account is ${account.status}`;
  if (hasEnded) return 'the first password is older than 7 days';
  return account.passwordHash === null ? 'the account has no password' : 'wrong password';
}

/**
 * Makes an outdated hash again after the password was verified, for the statement that opens the sessions. Undefined for
 * any other hash, and when the hash gate is full: a later sign-in does it. A password that must be changed keeps its hash
 * until then.
 */
export async function hashAgain(
  hashing: Hashing,
  { passwordHash: oldHash, firstPasswordUntil }: Account,
  password: string,
): Promise<RefreshedHash | undefined> {
  if (oldHash === null || firstPasswordUntil !== null || !hashing.isOutdated(oldHash)) return undefined;
  try {
    return { oldHash, hash: await hashing.hash(password) };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'overloaded') return undefined;
    throw error;
  }
}

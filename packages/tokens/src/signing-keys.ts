import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { isRecord } from './claims.ts';
import type { KeySource, PublicJwk, PublicJwks } from './key-source.ts';
import type { SigningKey } from './sign-jwt.ts';
import { longestTokenMilliseconds, parseSigningKeyFile, type SigningKeyRecord } from './signing-key-file.ts';

interface ScheduledKey {
  kid: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
  /** It signs from this time on (milliseconds since the epoch), … */
  firstUseAt: number;
  /** … until this time: its retirement or the first use of its successor. */
  lastUseAt: number;
}

/** sso's own keys. It signs with the active one, and publishes and verifies with every key that a token may still name. */
export interface SigningKeys extends KeySource {
  /** The key to sign with now; throws a plain Error when none is in use. */
  activeKey(): SigningKey;
  /** A key of the file, in use or not. */
  findSigningKey(kid: string): SigningKey | undefined;
  /** Since when that key signs, in milliseconds since the epoch. */
  activeSince(): number;
  /** The body of /jwks: keys not yet used, in use, and retired while one of their tokens may live. */
  publicJwks(): PublicJwks;
}

/**
 * Reads a signing key file (see `parseSigningKeyFile`) and follows its calendar by the clock. Throws a plain Error
 * that names the fault, also when no key is in use at this moment (contract part 0 "Access tokens").
 */
export function createSigningKeys(input: { text: string; now: () => number }): SigningKeys {
  const { now } = input;
  const schedule = scheduleKeys(parseSigningKeyFile(input.text));
  const publishedKeys = () => schedule.filter((key) => now() < key.lastUseAt + longestTokenMilliseconds);

  function findActive(): ScheduledKey {
    const active = schedule.find((key) => key.firstUseAt <= now() && now() < key.lastUseAt);
    if (active === undefined) throw new Error('no signing key is in use at this time');
    return active;
  }
  findActive();
  return {
    activeKey() {
      const { kid, privateKey } = findActive();
      return { kid, privateKey };
    },
    findSigningKey: (kid) => schedule.find((key) => key.kid === kid),
    activeSince: () => findActive().firstUseAt,
    publicJwks: () => ({ keys: publishedKeys().map(publicJwkOf) }),
    findKey: (kid) => Promise.resolve(publishedKeys().find((key) => key.kid === kid)?.publicKey),
  };
}

function scheduleKeys(records: readonly SigningKeyRecord[]): ScheduledKey[] {
  return records.map((record, index) => {
    const privateKey = createPrivateKey(record.privatePem);
    return {
      kid: record.kid,
      privateKey,
      publicKey: createPublicKey(privateKey),
      firstUseAt: record.notBeforeAt,
      lastUseAt: Math.min(record.retireAt, records[index + 1]?.notBeforeAt ?? Number.POSITIVE_INFINITY),
    };
  });
}

function publicJwkOf(key: ScheduledKey): PublicJwk {
  const { n = '', e = '' } = key.publicKey.export({ format: 'jwk' });
  return { kty: 'RSA', kid: key.kid, use: 'sig', alg: 'RS512', n, e };
}

/** A key stays a day longer than any token needs it, as a margin for wrong clocks and mistakes of operators. */
const keptMilliseconds = longestTokenMilliseconds + 24 * 60 * 60_000;

/**
 * Answers the text of a signing key file without the keys that no token needs: those that have been retired, or have
 * had a successor, for more than a day. `now` in milliseconds. Throws as `parseSigningKeyFile` does.
 */
export function pruneSigningKeys(input: { text: string; now: number }): string {
  const records = parseSigningKeyFile(input.text);
  const spent = records.filter((record, index) => {
    const lastUseAt = Math.min(record.retireAt, records[index + 1]?.notBeforeAt ?? Number.POSITIVE_INFINITY);
    return lastUseAt + keptMilliseconds < input.now;
  });
  const kids = new Set(spent.map(({ kid }) => kid));
  const entries = JSON.parse(input.text) as unknown[];
  const kept = entries.filter((entry) => !(isRecord(entry) && kids.has(String(entry['kid']))));
  return `${JSON.stringify(kept, undefined, 2)}\n`;
}

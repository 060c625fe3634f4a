import { createPrivateKey } from 'node:crypto';
import { isRecord, isText } from './claims.ts';

/** One signing key of the file, its times in milliseconds since the epoch. */
export interface SigningKeyRecord {
  kid: string;
  privatePem: string;
  createdAt: number;
  notBeforeAt: number;
  /** Infinity while no end is set. */
  retireAt: number;
}

/** A public key is in /jwks this long before its first use: twice the time that verifiers cache keys. */
export const publishAheadMilliseconds = 20 * 60_000;

/** How long it may take until every replica has read a changed file. A mounted Secret is refreshed within minutes. */
export const fileLagMilliseconds = 10 * 60_000;

/** No token lives longer. A public key stays published for as long after its last use. */
export const longestTokenMilliseconds = 60 * 60_000;

/**
 * Reads a signing key file: a JSON list of `{kid, private_pem, created_at, not_before, retire_at?}`, times in
 * RFC 3339, answered by first use. Throws a plain Error that names the key and the fault: no RSA key of at least
 * 2,048 bits, a kid that is used twice, or a first use less than 20 min after the key was made (the first key excepted).
 */
export function parseSigningKeyFile(text: string): SigningKeyRecord[] {
  const entries: unknown = JSON.parse(text);
  if (!Array.isArray(entries) || entries.length === 0)
    throw new Error('the signing key file must be a JSON list');
  const records = entries.map(readRecord).sort((a, b) => a.notBeforeAt - b.notBeforeAt);
  for (const [index, record] of records.entries()) {
    if (records.some((other) => other !== record && other.kid === record.kid)) {
      throw new Error(`signing key ${record.kid} is listed twice`);
    }
    if (index > 0 && record.notBeforeAt - record.createdAt < publishAheadMilliseconds) {
      throw new Error(`signing key ${record.kid} must be published at least 20 min before its not_before`);
    }
  }
  return records;
}

function readRecord(entry: unknown): SigningKeyRecord {
  if (!isRecord(entry) || !isText(entry['kid'])) throw new Error('a signing key has no kid');
  const {
    kid,
    private_pem: privatePem,
    created_at: createdAt,
    not_before: notBefore,
    retire_at: retireAt,
  } = entry;
  if (!isText(privatePem) || !isStrongRsaKey(privatePem)) {
    throw new Error(`signing key ${kid} needs a private_pem with an RSA key of at least 2048 bits`);
  }
  return {
    kid,
    privatePem,
    createdAt: readTime(createdAt, kid, 'created_at'),
    notBeforeAt: readTime(notBefore, kid, 'not_before'),
    retireAt: retireAt === undefined ? Number.POSITIVE_INFINITY : readTime(retireAt, kid, 'retire_at'),
  };
}

function isStrongRsaKey(pem: string): boolean {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048;
  } catch {
    return false;
  }
}

function readTime(value: unknown, kid: string, name: string): number {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) throw new Error(`signing key ${kid} has no usable ${name}`);
  return time;
}

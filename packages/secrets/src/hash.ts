import { createSecretKey, hash, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Lower-case hex SHA-256: what is stored instead of a random secret of at least 128 bits. */
export function hashSecret(secret: string | Uint8Array): string {
  return hash('sha256', secret, 'hex');
}

/** Compares in a time that reveals nothing about either one. Their lengths may differ. */
export function isSameSecret(left: string | Uint8Array, right: string | Uint8Array): boolean {
  return timingSafeEqual(digest(left), digest(right));
}

/** The same for two texts that {@link hashSecret} has made: it need not hash them to make them equally long. */
export function isSameHash(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * HKDF-SHA-256 (RFC 5869) of a secret of high entropy: `purpose` is the info, so that each purpose has a key of its own.
 * `bytes` is the length of the result.
 */
export function deriveKey(
  secret: string | Uint8Array,
  { purpose, salt = '', bytes = 32 }: { purpose: string; salt?: string | Uint8Array; bytes?: number },
): Buffer {
  // Node takes raw bytes as well, but more slowly than a key object.
  const key = createSecretKey(typeof secret === 'string' ? Buffer.from(secret) : secret);
  return Buffer.from(hkdfSync('sha256', key, salt, purpose, bytes));
}

function digest(secret: string | Uint8Array): Buffer {
  return hash('sha256', secret, 'buffer');
}

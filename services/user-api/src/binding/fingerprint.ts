import { createHash } from 'node:crypto';

/** What a fingerprint is stored and compared as, in the token's fpr and in the session; null for none. */
export function hashFingerprint(fingerprint: string | undefined): string | null {
  if (fingerprint === undefined || fingerprint === '') return null;
  return createHash('sha256').update(fingerprint).digest('base64url');
}

import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Whether an Authorization header carries one of `keys`, the current and the previous SERVICE_MASTER_KEY. Compares
 * digests in constant time and always all of them (contract part 0 "Service-to-service calls").
 */
export function isMasterKey(
  authorization: string | undefined,
  keys: readonly (string | undefined)[],
): boolean {
  const [, presented] = /^Bearer ([\x21-\x7e]{1,1024})$/i.exec(authorization ?? '') ?? [];
  if (presented === undefined) return false;
  const presentedDigest = digest(presented);
  const known = keys.filter((key) => key !== undefined);
  return known.map((key) => timingSafeEqual(digest(key), presentedDigest)).includes(true);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

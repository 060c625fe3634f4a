import { createHash, timingSafeEqual } from 'node:crypto';
import { ApiError } from '@latchkey/errors';
import type { Access } from './types.ts';

const keyRefused = { code: 'token_invalid', message: 'The service master key is missing or wrong' } as const;

/**
 * Access of the sibling services, by the service master key. The context holds the keys: the current one, then the
 * previous one while a rotation lasts. Source: contract part 0 "Service-to-service calls".
 */
export const serviceAccess: Access<{ readonly serviceKeys: readonly (string | undefined)[] }, undefined> = {
  name: 'service master key',
  errors: [keyRefused],
  admit({ serviceKeys }, _parsed, request) {
    if (!isMasterKey(request.header('authorization'), serviceKeys)) throw new ApiError(keyRefused);
    return undefined;
  },
};

/** Whether an Authorization header carries one of `keys`. Compares with every key, each in constant time. */
function isMasterKey(authorization: string | undefined, keys: readonly (string | undefined)[]): boolean {
  const [, presented] = /^Bearer ([\x21-\x7e]{1,1024})$/i.exec(authorization ?? '') ?? [];
  if (presented === undefined) return false;
  const presentedDigest = digest(presented);
  const known = keys.filter((key) => key !== undefined);
  return known.map((key) => timingSafeEqual(digest(key), presentedDigest)).includes(true);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

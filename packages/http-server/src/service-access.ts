import { createHash, timingSafeEqual } from 'node:crypto';
import { ApiError } from '@latchkey/contracts';
import type { ServiceCaller } from '@latchkey/secrets';
import type { Access } from './types.ts';

const keyRefused = {
  code: 'token_invalid',
  message: 'The service key is missing, wrong, or of a service that may not call this route',
} as const;

/**
 * Access of the sibling services that are named, each by a key of its own. The context holds whom the service admits at
 * all. The handler gets the caller's name. A refusal is one warning and counted.
 * Source: contract part 0 "Service-to-service calls".
 */
export function callers(
  ...admitted: readonly [string, ...string[]]
): Access<{ readonly serviceCallers: readonly ServiceCaller[] }, string> {
  return {
    signIn: ['serviceKey'],
    name: `service key of ${admitted.join(' or ')}`,
    errors: [keyRefused],
    admit({ serviceCallers }, _parsed, request) {
      const caller = findCaller(request.header('authorization'), serviceCallers);
      if (caller === undefined || !admitted.includes(caller)) {
        const detail = caller === undefined ? 'no such key' : `the key of ${caller}`;
        request.reportRefusedKey(detail);
        throw new ApiError(keyRefused, { detail });
      }
      request.note({ caller });
      return caller;
    },
  };
}

/** Whose key an Authorization header carries. Compares with every key, each in constant time. */
function findCaller(authorization: string | undefined, known: readonly ServiceCaller[]): string | undefined {
  const [, presented] = /^Bearer ([\w-]{1,1024})$/i.exec(authorization ?? '') ?? [];
  if (presented === undefined) return undefined;
  const presentedDigest = digest(presented);
  return known.filter(({ key }) => timingSafeEqual(digest(key), presentedDigest))[0]?.caller;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

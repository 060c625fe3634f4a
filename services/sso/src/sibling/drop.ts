import { ApiError } from '@latchkey/errors';
import type { ServiceClient } from '@latchkey/service-client';
import type { StoreDeadDrop } from '../relay/dead-drops.ts';

/** The one call that sso makes to drop. What drop refuses is ours to get right, so the caller is told 503. */
export function createDropClient(call: ServiceClient): StoreDeadDrop {
  return async (payload, ttlSeconds, accessToken, traceparent) => {
    const body = {
      'auth.token': accessToken,
      payload,
      payload_format: 'text',
      anonymous: true,
      kind: 'dead_drop',
      ttl: ttlSeconds,
    };
    const answer = await call({ path: '/v1/drop/store', body, traceparent });
    const { id, key } = answer.ok ? answer.data : {};
    if (typeof id === 'string' && typeof key === 'string') return { id, key };
    const unavailable = { code: 'upstream_unavailable', message: 'drop is not available' } as const;
    const reason = answer.ok ? 'answered no key' : `refused: ${answer.code}`;
    throw new ApiError(unavailable, { cause: new Error(`drop ${reason}`) });
  };
}

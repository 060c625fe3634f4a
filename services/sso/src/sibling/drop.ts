import { ApiError, dropCalls } from '@latchkey/contracts';
import type { ServiceClient } from '@latchkey/contracts/service-client';

/** The id under which a payload is stored in drop, and the key that opens it; shown once. */
export interface DeadDrop {
  readonly id: string;
  readonly key: string;
}

/** Stores a payload in drop, for anybody who has its key, with an access token of sso itself. */
export type StoreDeadDrop = (
  payload: string,
  ttlSeconds: number,
  accessToken: string,
  traceparent: string,
) => Promise<DeadDrop>;

/** The client of drop. A refusal by drop is a fault of sso, not of the caller, so it is upstream_unavailable. */
export function createDropClient(call: ServiceClient): StoreDeadDrop {
  return async (payload, ttlSeconds, accessToken, traceparent) => {
    const body = {
      'auth.token': accessToken,
      payload,
      payload_format: 'text' as const,
      anonymous: true,
      kind: 'dead_drop',
      ttl: ttlSeconds,
    };
    const answer = await call({ to: dropCalls.storeDrop, body, traceparent });
    if (answer.ok) return { id: answer.data.id, key: answer.data.key };
    const unavailable = { code: 'upstream_unavailable', message: 'drop is not available' } as const;
    throw new ApiError(unavailable, { cause: new Error(`drop refused: ${answer.code}`) });
  };
}

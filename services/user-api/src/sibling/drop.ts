import { dropCalls } from '@latchkey/contracts';
import type { ServiceClient } from '@latchkey/contracts/service-client';

/** The one call that this service makes to drop. */
export interface DropClient {
  /** Consumes a deadDrop and answers the JWS in it; undefined for every miss. Rejects with upstream_unavailable. */
  consumeDeadDrop(id: string, key: string, traceparent: string): Promise<string | undefined>;
}

/** Source: contract part 1 "Guard payloads". */
export function createDropClient(call: ServiceClient): DropClient {
  return {
    async consumeDeadDrop(id, key, traceparent) {
      const answer = await call({ to: dropCalls.consumeDrop, body: { id, key }, traceparent });
      const payload = answer.ok ? answer.data.payload : undefined;
      return typeof payload === 'string' ? payload : undefined;
    },
  };
}

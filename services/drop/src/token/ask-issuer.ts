import { ssoCalls } from '@latchkey/contracts';
import type { ServiceClient } from '@latchkey/contracts/service-client';

/**
 * Asks sso whether a token is still valid, so that a revocation takes effect at the next request. Rejects with
 * upstream_unavailable when sso cannot say. Source: contract part 0 "Access tokens" (strict check mode).
 */
export function createIssuerCheck(sso: ServiceClient): (token: string) => Promise<boolean> {
  return async (token) => {
    const answer = await sso({ to: ssoCalls.verifyToken, body: { token } });
    return answer.ok && answer.data.active;
  };
}

import type { RelayClaims } from '@latchkey/tokens';
import type { Origin } from '../request-log/request-log.ts';

/** A payload that says where the person is comes from a page of sso; the request's own address is then sso's. */
export function personOrigin(payload: RelayClaims, own: Origin): Origin {
  if (!payload.ip) return own;
  return { ...own, ip: payload.ip, userAgent: payload.user_agent ?? '' };
}

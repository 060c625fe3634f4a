import type { OwnerQuota } from '../drop/drop-store.ts';

const unlimited: OwnerQuota = { maxDrops: 0, maxBytes: 0 };

/** The quota of an owner. Principals that no account or client can have are the services' own, and have no limit. */
export function quotaFor(owner: string, quota: OwnerQuota): OwnerQuota {
  return isReserved(owner) ? unlimited : quota;
}

/** Source: contract part 3 "Cost at size". */
function isReserved(principal: string): boolean {
  return principal.startsWith('latchkey-') || principal === 'anonymous' || principal === 'system';
}

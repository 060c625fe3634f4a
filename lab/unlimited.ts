import type { Environment } from '../infra/local/environment.ts';
import type { ServiceName } from '../infra/local/service-list.ts';

const requests = '1000000000';

/** Settings of a load that comes from one machine and a few people: it meets none of their limits. */
export const unlimited: Record<ServiceName, Environment> = {
  sso: {
    CLIENT_REQUESTS_PER_MINUTE: requests,
    NETWORK_REQUESTS_PER_MINUTE: requests,
    EVENTS_PER_MINUTE: requests,
    REFRESH_ROTATIONS: '0',
  },
  'user-api': { ORG_MAX_INVITATIONS: '0' },
  drop: { OWNER_MAX_DROPS: '0', OWNER_MAX_BYTES: '0' },
};

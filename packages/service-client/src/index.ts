export { isMasterKey } from './master-key.ts';
export { createServiceClient } from './service-client.ts';
export type { ServiceAnswer, ServiceCall, ServiceClient } from './service-client.ts';

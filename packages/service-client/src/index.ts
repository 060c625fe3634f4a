export { createServiceClient } from './service-client.ts';
export type { ContractClient, ServiceAnswer, ServiceCall, ServiceClient } from './service-client.ts';

export { createServiceClient } from './service-client.ts';
export type { Refusal } from './read-answer.ts';
export type { ServiceClient } from './service-client.ts';

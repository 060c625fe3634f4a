export { createServiceClient } from './service-client.ts';
export type { Refusal } from './read-answer.ts';
export type { SendPost } from './send-post.ts';
export type { ServiceClient } from './service-client.ts';

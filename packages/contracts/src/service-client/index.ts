/**
 * How one service calls another. A call has 2 s and one retry, the latter only when no connection could be made: a call
 * that was cut off later may have spent a one-time thing. `data` is checked by the contract's `output`. A refusal keeps
 * its `code`, `message`, `field` and `retryAfterSeconds`. A sibling that is down, slow, refuses the key, or answers what
 * breaks the contract is an `ApiError` `upstream_unavailable`, whose cause says which and holds neither a value nor the
 * key. Paths under `/internal/v1/` are called at `internalUrl` with the key, other paths at `baseUrl` without it.
 * Redirects are not followed.
 */
export { createDownloadClient } from './download-client.ts';
export type { DownloadAnswer, DownloadClient } from './download-client.ts';
export { createServiceClient } from './service-client.ts';
export type { Refusal } from './read-answer.ts';
export type { SendPost } from './send-post.ts';
export type { ServiceAnswer, ServiceClient } from './service-client.ts';

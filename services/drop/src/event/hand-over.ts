import type { UserApi } from '../sibling/user-api.ts';

/**
 * Hands user-api what happened to drops, each event at least once, as replicas may send the same. How many events it went
 * through. Rejects as `send` does; the next call continues. Source: contract part 3 "What user-api hears".
 */
export type HandOver = (send: UserApi['logDropEvents']) => Promise<number>;

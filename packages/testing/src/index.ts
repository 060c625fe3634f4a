export { createAppClient } from './app-client.ts';
export { createClock } from './clock.ts';
export { createFakeSibling, type SiblingAnswer } from './fake-sibling.ts';
export { findSecretLines } from './find-secrets.ts';
export { forgeJws, signEs256, signRsa } from './forge-jws.ts';
export { createTestDatabase } from './test-database.ts';
export { createTestKeys } from './test-keys.ts';
export { createTestRedis } from './test-redis.ts';
export { forgeToken, listTokenAttacks } from './token-attacks.ts';

export { createClock } from './clock.ts';
export { createTestDatabase } from './test-database.ts';
export { createTestKeys } from './test-keys.ts';
export { createTestRedis } from './test-redis.ts';

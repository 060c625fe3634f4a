export { defineScript, type Script, type ScriptDefinition } from './define-script.ts';
export { gatherCalls, gatherStatements } from './gather-calls.ts';
export { isDependencyLost } from './is-dependency-lost.ts';
export { createOnceMemory, createProcessOnceMemory, type OnceMemory } from './once-memory.ts';
export { createPostgresPool, type PoolOptions, type PostgresPool } from './postgres-pool.ts';
export { createRedisClient, type RedisClient, type RedisOptions } from './redis-client.ts';
export { startRepeating, type RepeatOptions } from './start-repeating.ts';
export { repeatBatches, runJobs, type Job, type JobReport } from './run-jobs.ts';
export { executeSql, queryRows, type Statement } from './statements.ts';

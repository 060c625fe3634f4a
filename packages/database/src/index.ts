/**
 * How every service reaches PostgreSQL and Redis; only `store/` folders and `create-context.ts` use it.
 *
 * - PostgreSQL: a pool that fails within seconds while the server is down and recovers without a restart, and statements
 *   that are sent under a name, without Prisma's engine. Whoever makes a pool ends it: Prisma does not.
 * - Redis: one node or a cluster. Commands fail within 2 s while it is down, and a connection on which a command gets no
 *   answer for 5 s is replaced. Lua scripts are functions; a once-memory says whether a key was seen before.
 * - `isDependencyLost(error)`: whether PostgreSQL or Redis cannot serve at the moment.
 * - Commands: a service's program is a list of commands as data, and `createMigrateCommands` makes those that each service
 *   has: `migrate` applies the scripts of `prisma/migrations`. A service is ready only when all of its own are applied.
 * - Upkeep: work that repeats, one run at a time, and jobs that do not stop each other when one fails.
 * - Metrics of connections and of upkeep.
 */
export {
  defineCommand,
  runCommandLine,
  NotDone,
  runProgram,
  Unclear,
  type Program,
  type Shell,
} from './commands/command-line.ts';
export { measureConnections } from './measure-connections.ts';
export { createMigrateCommands } from './commands/migrate-commands.ts';
export { isDependencyLost, isRefusedByRedis } from './is-dependency-lost.ts';
export { applyMigrations } from './migrations/apply-migrations.ts';
export { withAdvisoryLock, withClient, withDatabaseName } from './migrations/database.ts';
export { createMigrationCheck } from './migrations/migration-check.ts';
export { fingerprintMigrations } from './migrations/migration-files.ts';
export { columnList, columnOf, fieldsBut, selectList } from './postgres/columns.ts';
export { defineBatch, type ItemColumns } from './postgres/define-batch.ts';
export { gatherCalls } from './postgres/gather-calls.ts';
export { createPostgresPool, type PoolOptions, type PostgresPool } from './postgres/postgres-pool.ts';
export { createVersionCheck } from './postgres/postgres-version.ts';
export { executeSql, queryRows, type Statement } from './postgres/statements.ts';
export { defineScript, type Script } from './redis/define-script.ts';
export {
  createOnceMemory,
  createProcessOnceMemory,
  onceMemoryActs,
  type OnceMemory,
} from './redis/once-memory.ts';
export { createPostgresProbe, createRedisProbe } from './probes.ts';
export { createRedisClient, type RedisClient } from './redis/redis-client.ts';
export { measureUpkeep } from './upkeep/measure-upkeep.ts';
export { repeatBatches, runJobs, type Job, type JobReport } from './upkeep/run-jobs.ts';
export { startRepeating, type RepeatOptions } from './upkeep/start-repeating.ts';

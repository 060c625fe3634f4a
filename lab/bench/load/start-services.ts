import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { applyMigrations, withClient, withDatabaseName } from '@latchkey/database';
import { Redis } from 'ioredis';
import { makeEnvironments, makeUrls } from '../../../infra/local/environment.ts';
import { internalUrlOf } from '../../../infra/local/ports.ts';
import { startPostgres } from '../../../infra/local/postgres.ts';
import { startRedis } from '../../../infra/local/redis.ts';
import { loadSecrets, type Secrets } from '../../../infra/local/secrets.ts';
import {
  findPorts,
  findServiceDir,
  mapServices,
  services,
  type ServiceName,
} from '../../../infra/local/service-list.ts';
import { seedDemo, startService } from '../../../infra/local/service-process.ts';
import type { Teardown } from '../../../infra/local/teardown.ts';
import { unlimited } from '../../unlimited.ts';
import { takeOverDemoData } from './add-rows.ts';

export interface Servers {
  readonly secrets: Secrets;
  /** A superuser's address of the database `postgres`. */
  readonly postgresUrl: string;
  readonly redisUrl: string;
  readonly databaseUrls: Record<ServiceName, string>;
}

/** PostgreSQL and Redis as `npm start` runs them, with what they write kept durably. */
export async function startServers(folder: string, teardown: Teardown): Promise<Servers> {
  const secrets = await loadSecrets(folder);
  const postgres = { folder: join(folder, 'postgres'), password: secrets.postgresPassword, durable: true };
  const postgresUrl = await startPostgres({ ...postgres, logFile: join(folder, 'postgres.log') }, teardown);
  const redis = { folder: join(folder, 'redis'), password: secrets.redisPassword };
  const redisUrl = await startRedis({ ...redis, logFile: join(folder, 'redis.log') }, teardown);
  await keepLogAsItGrows(redisUrl);
  const databaseUrls = mapServices(({ database }) => withDatabaseName(postgresUrl, database));
  return { secrets, postgresUrl, redisUrl, databaseUrls };
}

/** A rewrite of the log by a child of Redis would be taken for the work of whatever is measured then. */
async function keepLogAsItGrows(redisUrl: string): Promise<void> {
  const redis = new Redis(redisUrl);
  await redis.config('SET', 'auto-aof-rewrite-percentage', '0');
  redis.disconnect();
}

/** The environments of the services in production, but that no limit of requests is met. */
async function makeProduction({ secrets, databaseUrls, redisUrl }: Servers) {
  const ports = await findPorts();
  const callUrls = makeUrls(ports);
  const overrides = mapServices(({ name }) => ({
    NODE_ENV: 'production',
    SSO_INTERNAL_URL: internalUrlOf(callUrls.sso),
    USER_API_INTERNAL_URL: internalUrlOf(callUrls.userApi),
    DROP_PEPPER_KEYS: `bench:${randomBytes(32).toString('base64url')}`,
    ...unlimited[name],
  }));
  const publicUrls = {
    sso: 'https://sso.bench.test',
    userApi: 'https://user-api.bench.test',
    drop: 'https://drop.bench.test',
  };
  const environments = makeEnvironments({ ports, databaseUrls, redisUrl, secrets, publicUrls, overrides });
  return { ports, environments };
}

/**
 * Starts the three services on data of their own, as production runs them. Answers the environment of sso, and of each
 * service its public port and its process.
 */
export async function startServices(servers: Servers, folder: string, teardown: Teardown) {
  const { databaseUrls } = servers;
  for (const { name } of services)
    await applyMigrations({ databaseUrl: databaseUrls[name], serviceDir: findServiceDir(name) });
  const { ports, environments } = await makeProduction(servers);
  // The demo data is made where it may be made, and is demo data no longer when production begins.
  await seedDemo({ ...environments['user-api'], NODE_ENV: 'development' });
  await withClient(databaseUrls['user-api'], takeOverDemoData);
  const pids = mapServices(() => 0);
  for (const { name } of services)
    pids[name] = (await startService(name, environments[name], folder, teardown)).pid;
  return { ssoEnvironment: environments.sso, ports, pids };
}

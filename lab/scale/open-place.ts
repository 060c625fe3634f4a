import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestRedis } from '@latchkey/testing';
import { makeUrls, type Environment, type Urls } from '../../infra/local/environment.ts';
import { launchStack } from '../../infra/local/launch-stack.ts';
import { loadSecrets } from '../../infra/local/secrets.ts';
import { findPorts, mapServices, type ServiceName } from '../../infra/local/service-list.ts';
import { startService } from '../../infra/local/service-process.ts';
import { makeDatabases } from '../../infra/local/stack.ts';
import type { Teardown } from '../../infra/local/teardown.ts';
import { unlimited } from '../unlimited.ts';

export type Ports = Record<ServiceName, number>;
type DatabaseUrls = Record<ServiceName, string>;

export interface PlacePlan {
  /** Databases of the test server unless given. */
  readonly databases?: DatabaseUrls;
  /** A database of the test server unless given. */
  readonly redisUrl?: string;
  /** What differs for a service. */
  readonly environmentOf?: (name: ServiceName) => Environment;
  /** Starts a proxy in front of two replicas of each; one replica without it. */
  readonly openFronts?: (
    ports: readonly [Ports, Ports],
    folder: string,
  ) => Promise<{ readonly urls: Urls; readonly environment: Environment }>;
}

/** One process of a service, which can be ended and started again. */
interface Replica {
  readonly name: string;
  restart(signal: NodeJS.Signals): Promise<void>;
}

export interface Place {
  readonly urls: Urls;
  readonly databases: DatabaseUrls;
  readonly replicas: readonly Replica[];
}

async function makeRedis(teardown: Teardown): Promise<string> {
  const redis = await createTestRedis();
  teardown.add(redis.close);
  return redis.url;
}

/** Starts the three services of a scenario, with one replica of each or with two behind a proxy. */
export async function openPlace(plan: PlacePlan, teardown: Teardown): Promise<Place> {
  const folder = mkdtempSync(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'latchkey-stack-'));
  teardown.add(() => rmSync(folder, { recursive: true, force: true }));
  const databases = plan.databases ?? (await makeDatabases(teardown));
  const ports = [await findPorts(), await findPorts()] as const;
  const fronts = await plan.openFronts?.(ports, folder);
  const overrides = mapServices(({ name }) => ({
    ...unlimited[name],
    ...(name === 'sso' && { POLL_INTERVAL_SECONDS: '1' }),
    ...fronts?.environment,
    ...plan.environmentOf?.(name),
  }));
  const stack = await launchStack(
    {
      ports: ports[0],
      databaseUrls: databases,
      redisUrl: plan.redisUrl ?? (await makeRedis(teardown)),
      secrets: await loadSecrets(folder),
      logDir: join(folder, '0'),
      publicUrls: fronts?.urls ?? makeUrls(ports[0]),
      overrides,
    },
    teardown,
  );
  const names = ['sso', 'user-api', 'drop'] as const;
  const replicas: Replica[] = [];
  for (const [at, place] of (fronts === undefined ? ports.slice(0, 1) : ports).entries())
    for (const name of names) {
      const start = () =>
        startService(
          name,
          { ...stack.environments[name], PORT: String(place[name]) },
          join(folder, String(at)),
          teardown,
        );
      let running = at === 0 ? stack.processes[name] : await start();
      replicas.push({
        name: `${name} ${at}`,
        async restart(signal) {
          process.kill(running.pid, signal);
          await running.ended;
          running = await start();
        },
      });
    }
  return { urls: stack.urls, databases, replicas };
}

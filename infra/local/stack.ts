import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, createTestRedis } from '@latchkey/testing';
import { startMailbox, type Mailbox } from '@latchkey/testing/mailbox';
import type { Environment, Urls } from './environment.ts';
import { launchStack, type LaunchedStack } from './launch-stack.ts';
import { makeRedisUsers } from './redis-users.ts';
import { loadSecrets } from './secrets.ts';
import { findPorts, mapServices, type ServiceName } from './service-list.ts';
import { createTeardown, type Teardown } from './teardown.ts';

/** Three real processes with databases, a Redis database, keys and logs of their own. */
export interface Stack extends LaunchedStack {
  mailbox: Mailbox;
  /** Ends the services and removes everything that was made for them. */
  stop: () => Promise<void>;
}

/** A migrated database for each service on the test server; their addresses. */
export async function makeDatabases(teardown: Teardown): Promise<Record<ServiceName, string>> {
  const made = mapServices(({ name }) => createTestDatabase({ service: name }));
  const [sso, userApi, drop] = await Promise.all([made.sso, made['user-api'], made.drop]);
  for (const database of [sso, userApi, drop]) teardown.add(database.drop);
  return { sso: sso.url, 'user-api': userApi.url, drop: drop.url };
}

/**
 * Starts the three services on free ports over the servers of TEST_POSTGRES_URL and TEST_REDIS_URL, migrated and
 * seeded with the demo data. `overrides` are added to a service's environment; `makePublicUrls` makes addresses that lead to
 * the ports, for callers alone. Throws the sentence of whatever failed,
 * after stopping what had started. Its folder is made in TEST_FOLDER, where `npm test` looks for what a killed test left.
 */
export async function startStack(
  overrides: Partial<Record<ServiceName, Environment>> = {},
  makePublicUrls: (ports: Record<ServiceName, number>) => Promise<Urls | undefined> = async () => undefined,
): Promise<Stack> {
  const teardown = createTeardown();
  try {
    const folder = mkdtempSync(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'latchkey-stack-'));
    teardown.add(() => rmSync(folder, { recursive: true, force: true }));
    const [databaseUrls, redis, mailbox] = await Promise.all([
      makeDatabases(teardown),
      createTestRedis(),
      startMailbox(),
    ]);
    for (const stop of [redis.close, mailbox.stop]) teardown.add(stop);
    // Whatever a service does, it may do as the user that the guide gives it.
    const redisUrls = await makeRedisUsers(redis.url, 'q8Zr1vXk3mTw9bLc');
    const ports = await findPorts();
    const publicUrls = await makePublicUrls(ports);
    const plan = {
      ports,
      ...(publicUrls === undefined ? {} : { publicUrls }),
      databaseUrls,
      redisUrl: redis.url,
      mailUrl: mailbox.smtpUrl,
      secrets: await loadSecrets(folder),
      logDir: folder,
      overrides: mapServices(({ name }) => ({ REDIS_URL: redisUrls[name], ...overrides[name] })),
    };
    return { ...(await launchStack(plan, teardown)), mailbox, stop: teardown.run };
  } catch (error) {
    await teardown.run();
    throw error;
  }
}

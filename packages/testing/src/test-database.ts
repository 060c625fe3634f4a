import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import {
  applyMigrations,
  fingerprintMigrations,
  withAdvisoryLock,
  withDatabaseName,
} from '@latchkey/database';
import pg from 'pg';
import { readTestUrl } from './test-run.ts';

type Service = 'sso' | 'user-api' | 'drop';

interface TestDatabase {
  url: string;
  /** Removes the database even while connections to it are open. */
  drop: () => Promise<void>;
}

const servicesDir = fileURLToPath(new URL('../../../services/', import.meta.url));

/** Connects, however long a busy server needs to let the client in. */
async function openClient(serverUrl: string): Promise<pg.Client> {
  const client = new pg.Client(serverUrl);
  // A connection that breaks says so here as well; the statement fails with the reason.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function runOnServer(serverUrl: string, sql: string, values: string[] = []): Promise<number> {
  const client = await openClient(serverUrl);
  try {
    return (await client.query(sql, values)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

async function isReady(serverUrl: string, template: string): Promise<boolean> {
  const sql = 'SELECT 1 FROM pg_database WHERE datname = $1 AND datistemplate';
  return (await runOnServer(serverUrl, sql, [template])) === 1;
}

/** Marks the template after its migrations only, so that the next caller finishes one that is half done. */
async function makeTemplate(serverUrl: string, template: string, serviceDir: string): Promise<void> {
  await applyMigrations({ databaseUrl: withDatabaseName(serverUrl, template), serviceDir });
  await runOnServer(serverUrl, `ALTER DATABASE "${template}" WITH IS_TEMPLATE true ALLOW_CONNECTIONS false`);
}

/** The migrated database of a service, to copy from. The first caller makes it, one for each state of its migrations. */
async function ensureTemplate(serverUrl: string, service: Service): Promise<string> {
  const serviceDir = `${servicesDir}${service}`;
  const fingerprint = fingerprintMigrations(`${serviceDir}/prisma/migrations`);
  const template = `template_${service}_${fingerprint}`;
  if (await isReady(serverUrl, template)) return template;
  await withAdvisoryLock(serverUrl, template, async () => {
    if (!(await isReady(serverUrl, template))) await makeTemplate(serverUrl, template, serviceDir);
  });
  return template;
}

/** The zone of the server, which no session of a service may have: times would be 5.5 h off. */
const moveAway = (name: string) => `ALTER DATABASE "${name}" SET timezone = 'Asia/Kolkata'`;

/** To copy files costs half of PostgreSQL's usual way, which writes a log of each page. */
const copy = (template: string, name: string) =>
  `CREATE DATABASE "${name}" TEMPLATE "${template}" STRATEGY file_copy`;

/**
 * A database of a service with what earlier test files have left in it, which nobody else uses until it is given back:
 * to make one costs as much as 20 tests. Throws a sentence when TEST_POSTGRES_URL is missing.
 */
export async function borrowTestDatabase(
  service: Service,
): Promise<{ url: string; giveBack: () => Promise<void> }> {
  const serverUrl = readTestUrl('TEST_POSTGRES_URL');
  const template = await ensureTemplate(serverUrl, service);
  // Its lock ends with the connection, however the test file ends.
  const client = await openClient(serverUrl);
  const ask = async (sql: string, name: string) => (await client.query(sql, [name])).rowCount === 1;
  for (let number = 1; ; number += 1) {
    const name = `kept_${number}_of_${template}`;
    if (!(await ask('SELECT WHERE pg_try_advisory_lock(hashtextextended($1, 0))', name))) continue;
    if (!(await ask('SELECT FROM pg_database WHERE datname = $1', name))) {
      await client.query(copy(template, name));
      await client.query(moveAway(name));
    }
    return { url: withDatabaseName(serverUrl, name), giveBack: () => client.end() };
  }
}

/**
 * A database of its own for a test, on the server of TEST_POSTGRES_URL: with the service's migrations applied, or
 * empty when no service is named. Throws a sentence when TEST_POSTGRES_URL is missing.
 */
export async function createTestDatabase(options: { service?: Service } = {}): Promise<TestDatabase> {
  const serverUrl = readTestUrl('TEST_POSTGRES_URL');
  const template =
    options.service === undefined ? 'template0' : await ensureTemplate(serverUrl, options.service);
  const name = `test_${randomUUID()}`;
  await runOnServer(serverUrl, copy(template, name));
  if (options.service !== undefined) await runOnServer(serverUrl, moveAway(name));
  return {
    url: withDatabaseName(serverUrl, name),
    async drop() {
      await runOnServer(serverUrl, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
    },
  };
}

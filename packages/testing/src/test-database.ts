import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import {
  applyMigrations,
  fingerprintMigrations,
  withAdvisoryLock,
  withDatabaseName,
} from '@latchkey/database';
import pg from 'pg';
import { readTestUrl } from './read-test-url.ts';

type Service = 'sso' | 'user-api' | 'drop';

interface TestDatabase {
  url: string;
  /** Removes the database even while connections to it are open. */
  drop: () => Promise<void>;
}

const servicesDir = fileURLToPath(new URL('../../../services/', import.meta.url));

/** Runs one statement, however long a busy server needs to let the client in. */
async function runOnServer(serverUrl: string, sql: string, values: string[] = []): Promise<number> {
  const client = new pg.Client(serverUrl);
  // A connection that breaks says so here as well; the statement fails with the reason.
  client.on('error', () => undefined);
  await client.connect();
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

/**
 * A database of its own for a test, on the server of TEST_POSTGRES_URL: with the service's migrations applied, or
 * empty when no service is named. Throws a sentence when TEST_POSTGRES_URL is missing.
 */
export async function createTestDatabase(options: { service?: Service } = {}): Promise<TestDatabase> {
  const serverUrl = readTestUrl('TEST_POSTGRES_URL');
  const template =
    options.service === undefined ? 'template0' : await ensureTemplate(serverUrl, options.service);
  const name = `test_${randomUUID()}`;
  await runOnServer(serverUrl, `CREATE DATABASE "${name}" TEMPLATE "${template}"`);
  return {
    url: withDatabaseName(serverUrl, name),
    async drop() {
      await runOnServer(serverUrl, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
    },
  };
}

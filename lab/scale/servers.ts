import { chownSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClient, withDatabaseName } from '@latchkey/database';
import { openStablePort } from '../../e2e/process/stable-port.ts';
import { runToEnd, startProcess } from '../../infra/local/child-process.ts';
import { accepts, findFreePort, waitUntil } from '../../infra/local/ports.ts';
import { ensurePostgresOwner, placeBinaries, placeFolder } from '../../infra/local/postgres-place.ts';
import { startPostgres } from '../../infra/local/postgres.ts';
import { mapServices } from '../../infra/local/service-list.ts';
import type { Teardown } from '../../infra/local/teardown.ts';

const password = 'scale';

function makeFolder(teardown: Teardown): string {
  const folder = mkdtempSync(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'latchkey-scale-'));
  teardown.add(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The addresses of the services' databases on a server. */
export const databasesOf = (serverUrl: string) =>
  mapServices(({ database }) => withDatabaseName(serverUrl, database));

/** A PostgreSQL whose commits wait for its standby. Both are behind one address, which moves at the promotion. */
export async function startPair(teardown: Teardown) {
  const folder = makeFolder(teardown);
  const planOf = (name: string) => ({
    folder: join(folder, name),
    password,
    logFile: join(folder, `${name}.log`),
    durable: true,
  });
  const settings = ['synchronous_standby_names=*'];
  const primary = new URL(await startPostgres({ ...planOf('primary'), settings }, teardown));
  const owner = await ensurePostgresOwner();
  const copy = join(await placeFolder(owner, planOf('standby').folder), 'data');
  const backup = join(await placeBinaries(owner), 'bin/pg_basebackup');
  const how = ['--write-recovery-conf', '--checkpoint=fast', '--no-sync'];
  await runToEnd(backup, ['-D', copy, '-d', primary.href, ...how], { ...owner, cwd: '/' });
  const standby = new URL(await startPostgres(planOf('standby'), teardown));
  let current = primary;
  const line = await openStablePort(() => Number(current.port), teardown);
  const address = new URL(primary);
  address.port = String(line.port);
  return {
    url: address.href,
    async killPrimary() {
      const lockFile = join(planOf('primary').folder, 'data/postmaster.pid');
      process.kill(Number(readFileSync(lockFile, 'utf8').split('\n', 1)[0]), 'SIGKILL');
    },
    async promote() {
      await withClient(standby.href, (client) => client.query('select pg_promote()'));
      current = standby;
      line.hangUp();
    },
  };
}

/** A PostgreSQL that takes only connections with TLS; `authority` is the file of whom to trust. */
export async function startTlsPostgres(
  certificate: { readonly key: string; readonly certificate: string },
  teardown: Teardown,
) {
  const folder = makeFolder(teardown);
  const owner = await ensurePostgresOwner();
  const place = await placeFolder(owner, join(folder, 'postgres'));
  const write = (name: string, content: string) => {
    const file = join(place, name);
    writeFileSync(file, content, { mode: 0o600 });
    if (owner.uid !== undefined && owner.gid !== undefined) chownSync(file, owner.uid, owner.gid);
    return file;
  };
  const rules = 'hostssl all all 127.0.0.1/32 scram-sha-256\nhost postgres all 127.0.0.1/32 scram-sha-256\n';
  const settings = [
    'ssl=on',
    `ssl_key_file=${write('server.key', certificate.key)}`,
    `ssl_cert_file=${write('server.crt', certificate.certificate)}`,
    `hba_file=${write('hba.conf', rules)}`,
  ];
  const plan = { folder: join(folder, 'postgres'), password, logFile: join(folder, 'postgres.log') };
  const url = new URL(await startPostgres({ ...plan, durable: true, settings }, teardown));
  const authority = join(folder, 'authority.crt');
  copyFileSync(join(place, 'server.crt'), authority);
  url.hostname = 'localhost';
  url.search = new URLSearchParams({ sslmode: 'verify-full', sslrootcert: authority }).toString();
  return { url: url.href, authority };
}

/** PgBouncer in session mode in front of a PostgreSQL. Answers the address of it. */
export async function startPgbouncer(serverUrl: string, teardown: Teardown): Promise<string> {
  const folder = makeFolder(teardown);
  const owner = await ensurePostgresOwner();
  const place = await placeFolder(owner, join(folder, 'pgbouncer'));
  const server = new URL(serverUrl);
  const port = await findFreePort();
  const file = join(place, 'pgbouncer.ini');
  const user = `user=${server.username} password=${server.password}`;
  const lines = [
    '[databases]',
    `* = host=127.0.0.1 port=${server.port} ${user}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = session',
    'default_pool_size = 40',
    // Before 1.20 it knows no options; their values are set for the role.
    'ignore_startup_parameters = options',
  ];
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o644 });
  const plan = { command: 'pgbouncer', args: [file], mark: 'pgbouncer', options: { ...owner, cwd: '/' } };
  const ending = {
    logFile: join(folder, 'pgbouncer.log'),
    stopSignal: 'SIGINT',
    stopLimitSeconds: 20,
  } as const;
  await startProcess({ ...plan, ...ending }, teardown);
  await waitUntil(
    () => accepts('127.0.0.1', port),
    () => new Error('PgBouncer does not answer'),
  );
  server.port = String(port);
  return server.href;
}

import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClient } from '@latchkey/database';
import { createTestDatabase } from '@latchkey/testing';
import { runToEnd } from '../../infra/local/child-process.ts';
import { rootDir } from '../../infra/local/paths.ts';
import { findFreePort } from '../../infra/local/ports.ts';
import { createTeardown } from '../../infra/local/teardown.ts';
import { startDropFleet, type DropFleet } from './drop-fleet.ts';

const teardown = createTeardown();
let fleet: DropFleet;
let token: string;
let databaseUrl: string;

/** A drop service that cannot reach Redis. */
beforeAll(async () => {
  const database = await createTestDatabase({ service: 'drop' });
  teardown.add(database.drop);
  databaseUrl = database.url;
  const redisUrl = `redis://127.0.0.1:${await findFreePort()}`;
  fleet = await startDropFleet({ databaseUrl: database.url, redisUrl, size: 1 }, teardown);
  token = fleet.tokenOf('owner');
});
afterAll(() => teardown.run());

const call = (name: string, body: object) => fleet.post(0, `/v1/drop/${name}`, { token, ...body });

test('without Redis no drop is lost, and wrong keys are still limited', async () => {
  await call('store', { id: 'guessed', payload: 'x', key: 'right' });
  const statuses: number[] = [];
  for (let guess = 0; guess < 7; guess += 1) {
    statuses.push((await call('get', { id: 'guessed', key: 'wrong' })).status);
  }
  expect(statuses).toEqual([403, 403, 403, 403, 403, 429, 429]);
  const { data } = await call('store', { id: 'kept', payload: 'x' });
  expect((await call('consume', { id: 'kept', key: data['key'] })).status).toBe(200);
});

test.each([
  ...['activate', 'consume', 'delete', 'get', 'list', 'reserve', 'revoke', 'status', 'store'].map(
    (name) => `/v1/drop/${name}`,
  ),
  ...['cleanup', 'get', 'list'].map((name) => `/v1/admin/${name}`),
])('%s exists and needs a token', async (path) => {
  expect((await fleet.post(0, path, {})).status).toBe(401);
});

test('the public routes exist', async () => {
  expect((await fleet.post(0, '/v1/consume', { id: 'none', key: 'k' })).status).toBe(404);
  expect(await fleet.post(0, '/hello', {})).toMatchObject({ status: 200, data: {} });
});

test('503 while Postgres does not answer, without the payload, and nothing is consumed', async () => {
  const { data } = await call('store', { id: 'held', payload: 'x' });
  await withClient(databaseUrl, async (client) => {
    await client.query('begin');
    await client.query(`select 1 from drops where id = 'held' for update`);
    const answer = await call('consume', { id: 'held', key: data['key'] });
    expect(answer).toMatchObject({ status: 503, code: 'upstream_unavailable', data: {} });
    await client.query('rollback');
  });
  expect((await call('consume', { id: 'held', key: data['key'] })).status).toBe(200);
});

test('the command puts a large file and takes back exactly its bytes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-drop-command-'));
  teardown.add(() => rmSync(folder, { recursive: true, force: true }));
  const [source, copy] = [join(folder, 'source'), join(folder, 'copy')];
  writeFileSync(source, randomBytes(900_000));
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    // Named, but not asked.
    SSO_URL: 'http://localhost:1',
    DROP_URL: fleet.urls[0] ?? '',
    LATCHKEY_TOKEN: token,
  };
  const program = join(rootDir, 'sdk/cli/bin/latchkey.ts');
  const command = async (args: string[], key = '') => {
    const options = { env: { ...env, LATCHKEY_DROP_KEY: key } };
    const typed = ['--disable-warning=ExperimentalWarning', program, 'drop', ...args, '--json'];
    return JSON.parse(await runToEnd(process.execPath, typed, options)) as Record<string, string>;
  };
  const { id = '', key = '' } = await command(['put', source, '--ttl', '60']);
  await command(['take', id, '--out', copy], key);
  expect(readFileSync(copy).equals(readFileSync(source))).toBe(true);
  expect(await command(['inspect', id])).toMatchObject({ status: 'consumed', size: 900_000 });
  await expect(command(['take', id], key)).rejects.toThrow('"code":"not_active"');
});

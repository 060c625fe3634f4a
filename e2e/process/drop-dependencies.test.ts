import { createTestDatabase } from '@latchkey/testing';
import { createTeardown } from '../../infra/local/teardown.ts';
import { findFreePort } from '../../infra/local/ports.ts';
import { type DropFleet, startDropFleet } from './drop-fleet.ts';

const teardown = createTeardown();
let fleet: DropFleet;
let token: string;

/** A drop service whose Redis is not there. */
beforeAll(async () => {
  const database = await createTestDatabase({ service: 'drop' });
  teardown.add(database.drop);
  const redisUrl = `redis://127.0.0.1:${await findFreePort()}`;
  fleet = await startDropFleet({ databaseUrl: database.url, redisUrl, size: 1 }, teardown);
  token = fleet.tokenOf('owner');
}, 120_000);
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

test('every route of the requirement is there', async () => {
  const names = ['activate', 'consume', 'delete', 'get', 'list', 'reserve', 'revoke', 'status', 'store'];
  const admin = ['cleanup', 'get', 'list'].map((name) => `/v1/admin/${name}`);
  for (const path of [...names.map((name) => `/v1/drop/${name}`), ...admin]) {
    expect([path, (await fleet.post(0, path, {})).status]).toEqual([path, 401]);
  }
  expect((await fleet.post(0, '/v1/consume', { id: 'none', key: 'k' })).status).toBe(404);
  expect(await fleet.post(0, '/hello', {})).toMatchObject({ status: 200, data: {} });
});

import { withClient } from '@latchkey/database';
import { createTestDatabase } from '@latchkey/testing';
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

import { randomUUID } from 'node:crypto';
import { createClock } from '@latchkey/testing';
import type { Client } from '../oauth/client/client.ts';
import { createClientLookUp } from './client-look-up.ts';

const client = { clientId: 'demo-cli' } as Client;

function createLookUp() {
  const clock = createClock(0);
  const budget = { limit: 3, windowMs: 60_000 };
  const lookUp = createClientLookUp({ now: clock.now, newId: randomUUID, keptMs: 5_000, budget });
  const asked: string[] = [];
  const find = (clientId: string, network: string | undefined = 'net-1', answer?: Client) =>
    lookUp(clientId, network, () => {
      asked.push(clientId);
      return Promise.resolve(answer);
    });
  return { clock, lookUp, asked, find };
}

const refused = (retryAfterSeconds: number) =>
  expect.objectContaining({ code: 'temporarily_unavailable', retryAfterSeconds });

test('a network asks for a limited number of unknown ids in a minute, another one is not concerned', async () => {
  const { clock, asked, find } = createLookUp();
  for (const id of ['a', 'b', 'c']) expect(await find(id)).toBeUndefined();
  clock.advance(20);
  await expect(find('d')).rejects.toEqual(refused(40));
  expect(asked).toEqual(['a', 'b', 'c']);
  expect(await find('d', 'net-2')).toBeUndefined();
  clock.advance(40);
  expect(await find('d')).toBeUndefined();
});

test('a client costs nothing, and is found while the budget of its network is used up', async () => {
  const { clock, asked, find } = createLookUp();
  for (let index = 0; index < 10; index += 1)
    expect(await find(`client ${index}`, 'net-1', client)).toBe(client);
  await find('demo-cli', 'net-1', client);
  for (const id of ['a', 'b', 'c']) await find(id);
  clock.advance(10);
  expect(await find('demo-cli', 'net-1', client)).toBe(client);
  expect(asked.filter((id) => id === 'demo-cli')).toHaveLength(2);
  await expect(find('new', 'net-1', client)).rejects.toEqual(refused(50));
});

test('an id that no caller chose is found while every budget is used up, and waits for no refused look-up', async () => {
  const { asked, lookUp, find } = createLookUp();
  for (const id of ['a', 'b', 'c']) await find(id);
  const refusal = Promise.allSettled([find('demo-cli', 'net-1', client)]);
  const ofToken = () =>
    lookUp('demo-cli', undefined, () => (asked.push('demo-cli'), Promise.resolve(client)));
  expect(await ofToken()).toBe(client);
  expect(await refusal).toMatchObject([{ status: 'rejected' }]);
  expect(await ofToken()).toBe(client);
  expect(await find('demo-cli')).toBe(client);
  expect(asked).toEqual(['a', 'b', 'c', 'demo-cli']);
});

test('an id that was asked for is known as unknown for 5 s and costs nothing again', async () => {
  const { clock, asked, find } = createLookUp();
  for (let index = 0; index < 10; index += 1) expect(await find('a')).toBeUndefined();
  expect(asked).toEqual(['a']);
  clock.advance(5);
  expect(await find('a')).toBeUndefined();
  expect(asked).toEqual(['a', 'a']);
});

test('a clock that is set back makes no answer last longer', async () => {
  const { clock, asked, find } = createLookUp();
  clock.advance(10_000);
  await find('demo-cli', 'net-1', client);
  clock.advance(-3_600);
  expect(await find('demo-cli')).toBeUndefined();
  clock.advance(-3_600);
  expect(await find('demo-cli', 'net-1', client)).toBe(client);
  expect(asked).toHaveLength(3);
});

test('of 20 unknown ids at once three are asked for', async () => {
  const { asked, find } = createLookUp();
  const ends = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => find(`id ${index}`)));
  expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(17);
  expect(asked).toHaveLength(3);
});

test('of 100 at once that ask for one client one asks, and all find it', async () => {
  const { asked, find } = createLookUp();
  const found = await Promise.all(Array.from({ length: 100 }, () => find('demo-cli', 'net-1', client)));
  expect(found.every((one) => one === client)).toBe(true);
  expect(asked).toEqual(['demo-cli']);
});

test('made-up ids push no client out', async () => {
  const { asked, find } = createLookUp();
  await find('demo-cli', 'net-1', client);
  for (let index = 0; index < 1_500; index += 1) await find(`id ${index}`, `net ${index}`);
  asked.length = 0;
  expect(await find('demo-cli', 'net-1', client)).toBe(client);
  expect(asked).toEqual([]);
});

test('a fault of user-api costs nothing and is kept for nobody', async () => {
  const { lookUp, find } = createLookUp();
  const fault = new Error('user-api is not available');
  for (let index = 0; index < 5; index += 1)
    await expect(lookUp('demo-cli', 'net-1', () => Promise.reject(fault))).rejects.toBe(fault);
  expect(await find('demo-cli', 'net-1', client)).toBe(client);
});

import { useTestDatabase } from '@latchkey/testing';
import { createLogEvents } from '../../src/store/log-events.ts';
import { openDatabase } from './open-database.ts';

const store = useTestDatabase('sso', openDatabase);
const startMs = Date.UTC(2026, 10, 1);

const append = (type: string, data: Record<string, string> = {}) =>
  store().database.event.create({ data: { type, data, createdAt: new Date(startMs) } });

function createJob(fails = false) {
  const brought: Record<string, unknown>[][] = [];
  const logEvents = createLogEvents(store().pool, () => startMs);
  const run = () =>
    logEvents(async (events) => {
      brought.push([...events]);
      if (fails) throw new Error('user-api is down');
    });
  return { run, brought };
}

test('events are sent until user-api has them, and not again', async () => {
  await append('device.redeemed');
  const granted = {
    device_id: 'd',
    family_id: 'f',
    user_id: 'u',
    client_id: 'c',
    request_ip: '192.0.2.1',
    browser_ip: '192.0.2.2',
  };
  await append('admin.granted', granted);
  const down = createJob(true);
  await expect(down.run()).rejects.toThrow('down');
  const { run, brought } = createJob();
  expect(await run()).toBe(1);
  expect(await run()).toBe(0);
  const { device_id: _device, family_id: _family, ...facts } = granted;
  const expected = { type: 'admin.granted', created_at: new Date(startMs).toISOString(), ...facts };
  expect(brought).toEqual([[{ ...expected, id: expect.stringMatching(/^[0-9a-f-]{36}$/) }]]);
  // The same id both times, so that it stands in the log once.
  expect(down.brought).toEqual(brought);
});

test('only denials by a person are sent, and they are no failures', async () => {
  await append('device.denied', { device_id: 'd', client_id: 'c', reason: 'attempts' });
  const denied = { user_id: 'u', client_id: 'c', request_ip: '192.0.2.1', browser_ip: '192.0.2.2' };
  await append('device.denied', { device_id: 'd', reason: 'denied', ...denied });
  const { run, brought } = createJob();
  expect(await run()).toBe(2);
  expect(await run()).toBe(0);
  const expected = { type: 'device.denied', created_at: new Date(startMs).toISOString(), ...denied };
  expect(brought).toEqual([[{ ...expected, id: expect.any(String) }]]);
});

test('one run sends more events than one call may hold', async () => {
  for (let index = 0; index < 101; index += 1) await append('device.approved', { user_id: 'u', scope: '' });
  const { run, brought } = createJob();
  expect(await run()).toBe(101);
  expect(brought.map((events) => events.length)).toEqual([100, 1]);
  expect(new Set(brought.flat().map(({ id }) => id)).size).toBe(101);
});

test('of 50 that bring events at once one does, and what is made meanwhile goes with the next', async () => {
  const logEvents = createLogEvents(store().pool, () => startMs);
  const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const brought: string[] = [];
  const run = () =>
    logEvents(async (events) => {
      brought.push(...events.map((event) => event.user_id));
      begun.resolve();
      await gate.promise;
    });
  await append('device.approved', { user_id: 'first' });
  const early = Array.from({ length: 50 }, run);
  await begun.promise;
  await append('device.approved', { user_id: 'second' });
  const late = Array.from({ length: 50 }, run);
  await new Promise((resolve) => setImmediate(resolve));
  gate.resolve();
  await Promise.all([...early, ...late]);
  expect(brought).toEqual(['first', 'second']);
});

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { useTestDatabase } from '@latchkey/testing';
import { followOutbox, type DeliveredEvent } from '../../src/event/outbox-reader.ts';
import { createOutboxReader } from '../../src/store/outbox-reader.ts';
import { startMs } from '../device-request.ts';
import { openDatabase } from './open-database.ts';

const command = fileURLToPath(new URL('../../bin/latchkey-sso.ts', import.meta.url));
const flags = ['--disable-warning=ExperimentalWarning', command, 'events', 'follow'];
const store = useTestDatabase('sso', openDatabase);

beforeEach(() => store().pool.query('truncate events restart identity'));

async function append(count: number): Promise<void> {
  await store().database.$executeRaw`
    insert into events (type, data, created_at)
    select 'device.expired', jsonb_build_object('number', n), ${new Date(startMs)}
    from generate_series(1, ${count}::int) as n`;
}

const numbersOf = (events: readonly DeliveredEvent[]) =>
  events.map(({ data }) => (data as { number: number }).number);

/** Reads all that is there. */
async function readAll(): Promise<number[]> {
  const read: number[] = [];
  await followOutbox(createOutboxReader(store().database), {
    now: () => startMs,
    write: (events) => Promise.resolve(void read.push(...numbersOf(events))),
    wait: () => Promise.resolve(false),
  });
  return read;
}

test('each event is handed over once and in order, over many batches', async () => {
  await append(450);
  expect(await readAll()).toEqual(Array.from({ length: 450 }, (_, index) => index + 1));
  expect(await readAll()).toEqual([]);
});

test('events come as they were written', async () => {
  await append(1);
  const seen: DeliveredEvent[] = [];
  const reader = createOutboxReader(store().database);
  await reader.deliver(10, startMs, (events) => Promise.resolve(void seen.push(...events)));
  const created_at = '2026-11-01T12:00:00.000Z';
  expect(seen).toEqual([{ id: '1', type: 'device.expired', created_at, data: { number: 1 } }]);
});

test('what could not be written comes again', async () => {
  await append(3);
  const reader = createOutboxReader(store().database);
  const fail = () => Promise.reject(new Error('broken pipe'));
  await expect(reader.deliver(10, startMs, fail)).rejects.toThrow('broken pipe');
  expect(await readAll()).toEqual([1, 2, 3]);
});

test('while one reader is at it another gets nothing, and nothing twice', async () => {
  await append(3);
  const reader = createOutboxReader(store().database);
  const seen: number[] = [];
  let beside: number | undefined = -1;
  await reader.deliver(10, startMs, async (events) => {
    seen.push(...numbersOf(events));
    beside = await reader.deliver(10, startMs, () => Promise.reject(new Error('delivered twice')));
  });
  expect([seen, beside]).toEqual([[1, 2, 3], undefined]);
});

test('an event whose transaction ends late is not passed over', async () => {
  await store().database.$transaction(async (late) => {
    await late.$executeRaw`
      insert into events (type, data, created_at) values ('device.expired', '{"number":0}', ${new Date(startMs)})`;
    await append(2);
    expect(await readAll()).toEqual([1, 2]);
  });
  expect(await readAll()).toEqual([0]);
});

describe('latchkey-sso events follow', () => {
  test('prints lines of JSON, and goes on where the last one stopped', async () => {
    const read = async () => {
      const child = spawn(process.execPath, [...flags, '--once'], {
        env: { ...process.env, DATABASE_URL: store().url },
      });
      const lines = await child.stdout.toArray();
      return Buffer.concat(lines as Buffer[]).toString('utf8');
    };
    await append(1);
    const event = {
      id: '1',
      type: 'device.expired',
      data: { number: 1 },
      created_at: '2026-11-01T12:00:00.000Z',
    };
    expect(JSON.parse(await read())).toEqual(event);
    expect(await read()).toBe('');
  });
});

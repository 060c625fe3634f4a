import { openRedis } from '@latchkey/connections';
import { createClock } from '@latchkey/testing';
import type { KnownDeviceStore } from '../../src/attempt/known-device.ts';
import type { OnceMemory } from '../../src/attempt/payload.ts';
import type { LogEntry, RequestLogStore } from '../../src/request-log/request-log.ts';
import type { Tombstones } from '../../src/session/session.ts';
import { createCredentialStore } from '../../src/store/credential-store.ts';
import { createKnownDeviceStore } from '../../src/store/known-device-store.ts';
import { createOnceMemory } from '../../src/store/once-memory.ts';
import { createRequestLogStore } from '../../src/store/request-log-store.ts';
import { createTombstones } from '../../src/store/tombstones.ts';
import { createMemoryDevices } from '../memory/memory-devices.ts';
import { createMemoryOnce } from '../memory/memory-once.ts';
import { createMemoryRequestLog } from '../memory/memory-request-log.ts';
import { createMemoryTombstones } from '../memory/memory-tombstones.ts';
import { makeAccount, makeClient } from '../world/people.ts';
import { startMs } from '../world/signer.ts';
import { passInRedis, useDatabase, useRedis } from './places.ts';
import { insertAccount, insertClient } from './rows.ts';

const database = useDatabase();
const redis = useRedis();
const account = makeAccount({ email: 'small@example.test' });
beforeAll(() => insertAccount(database(), account));
const after = (seconds: number) => new Date(startMs + seconds * 1000);

/** Lets time pass for what is stored: by the clock of a twin, or off what is left of a key in Redis. */
type Pass = (key: string, seconds: number) => Promise<void>;

function inMemory<Store>(make: (now: () => number) => Store): { store: Store; pass: Pass } {
  const clock = createClock(startMs);
  return { store: make(clock.now), pass: async (_key, seconds) => clock.advance(seconds) };
}

describe.each<[string, () => { store: OnceMemory; pass: Pass }]>([
  ['in memory', () => inMemory(createMemoryOnce)],
  [
    'in Redis',
    () => ({
      store: createOnceMemory(redis()),
      pass: (key, seconds) => passInRedis(redis(), `once:${key}`, seconds),
    }),
  ],
])('the replay memory %s', (_place, makePlace) => {
  test('one of 20 callers is the first', async () => {
    const { store } = makePlace();
    const key = crypto.randomUUID();
    const firsts = await Promise.all(Array.from({ length: 20 }, () => store.remember(key, 60)));
    expect(firsts.filter(Boolean)).toHaveLength(1);
    expect(await store.remember(crypto.randomUUID(), 60)).toBe(true);
  });

  test('a key is kept for its time, which asking again does not lengthen', async () => {
    const { store, pass } = makePlace();
    const key = crypto.randomUUID();
    await store.remember(key, 600);
    await pass(key, 540);
    expect(await store.remember(key, 600)).toBe(false);
    await pass(key, 60);
    expect(await store.remember(key, 600)).toBe(true);
  });
});

describe.each<[string, () => { store: Tombstones; pass: Pass }]>([
  ['in memory', () => inMemory(createMemoryTombstones)],
  [
    'in Redis',
    () => ({
      store: createTombstones(redis(), () => undefined),
      pass: (key, seconds) => passInRedis(redis(), `tombstone:${key}`, seconds),
    }),
  ],
])('the tombstones %s', (_place, makePlace) => {
  test('has what was added, for as long as a token lives, and not for ever', async () => {
    const { store, pass } = makePlace();
    const [one, two] = [crypto.randomUUID(), crypto.randomUUID()];
    await store.add([one, two]);
    await pass(one, 900);
    expect(await store.has(one)).toBe(true);
    expect(await store.has(two)).toBe(true);
    expect(await store.has(crypto.randomUUID())).toBe(false);
    await pass(one, 24 * 3600);
    expect(await store.has(one)).toBe(false);
  });
});

test('without Redis no tombstone is found and none is missed; the replay memory refuses', async () => {
  const lost = openRedis('redis://127.0.0.1:1', { isCluster: false, onError: () => undefined });
  lost.disconnect();
  const failures: unknown[] = [];
  const tombstones = createTombstones(lost, (error) => failures.push(error));
  await tombstones.add(['session']);
  expect(await tombstones.has('session')).toBe(false);
  expect(failures).toHaveLength(2);
  await expect(createOnceMemory(lost).remember('key', 60)).rejects.toThrow('Connection is closed');
});

describe.each<[string, () => KnownDeviceStore]>([
  ['in memory', () => createMemoryDevices()],
  ['in Postgres', () => createKnownDeviceStore(database())],
])('the known devices %s', (_place, makeStore) => {
  test('a device is known from its last use on, to its user alone', async () => {
    const store = makeStore();
    await store.remember(account.id, 'device', after(0));
    await store.remember(account.id, 'device', after(60));
    expect(await store.isKnown(account.id, 'device', after(60))).toBe(true);
    expect(await store.isKnown(account.id, 'device', after(61))).toBe(false);
    expect(await store.isKnown(account.id, 'other', after(0))).toBe(false);
    expect(await store.isKnown(crypto.randomUUID(), 'device', after(0))).toBe(false);
  });
});

test('an issued credential is kept with its last use, by the minute, and live until it ends or is revoked', async () => {
  const client = makeClient({ clientId: 'credential-holder' });
  await insertClient(database(), client);
  const credential = {
    id: crypto.randomUUID(),
    clientId: client.clientId,
    scopes: ['email', 'profile'],
    audiences: ['https://drop.example.test'],
    fingerprint: null,
    createdAt: after(0),
    expiresAt: after(900),
  };
  const store = createCredentialStore(database());
  await store.add(credential);
  expect(await database().credential.findUnique({ where: { id: credential.id } })).toMatchObject({
    client_id: client.clientId,
    scopes: credential.scopes,
    audiences: credential.audiences,
    created_at: after(0),
    expires_at: after(900),
    revoked_at: null,
  });
  expect(await store.findLive(credential.id, after(899))).toEqual(credential);
  expect(await store.findLive(credential.id, after(900))).toBeUndefined();
  expect(await store.findLive(crypto.randomUUID(), after(0))).toBeUndefined();
  const lastUsedAt = async () =>
    (await database().credential.findUnique({ where: { id: credential.id } }))?.last_used_at;
  await store.noteUsed(credential.id, after(1));
  await store.noteUsed(credential.id, after(61));
  expect(await lastUsedAt()).toEqual(after(1));
  await store.noteUsed(credential.id, after(62));
  expect(await lastUsedAt()).toEqual(after(62));
  await database().credential.update({ where: { id: credential.id }, data: { revoked_at: after(1) } });
  expect(await store.findLive(credential.id, after(2))).toBeUndefined();
});

describe.each<[string, () => RequestLogStore]>([
  ['in memory', () => createMemoryRequestLog()],
  ['in Postgres', () => createRequestLogStore(database())],
])('the request log %s', (_place, makeStore) => {
  test('keeps entries until they are pruned', async () => {
    const store = makeStore();
    const entry: LogEntry = {
      id: crypto.randomUUID(),
      event: 'user.login',
      outcome: 'failure',
      code: 'invalid_credentials',
      method: 'password',
      userId: null,
      orgId: null,
      clientId: null,
      ip: '192.0.2.1',
      userAgent: 'Browser',
      createdAt: after(0),
    };
    await store.add(entry);
    await store.add({ ...entry, id: crypto.randomUUID(), userId: account.id, createdAt: after(1) });
    expect(await store.prune(after(1))).toBe(1);
    expect(await store.prune(after(1))).toBe(0);
    expect(await store.prune(after(2))).toBe(1);
  });
});

test('an entry of the request log is stored as it is told', async () => {
  const entry: LogEntry = {
    id: crypto.randomUUID(),
    event: 'member.login',
    outcome: 'failure',
    code: 'mfa_required',
    method: 'password',
    userId: crypto.randomUUID(),
    orgId: crypto.randomUUID(),
    clientId: 'client-a',
    ip: '192.0.2.1',
    userAgent: 'Browser',
    createdAt: after(0),
  };
  await createRequestLogStore(database()).add(entry);
  const { userId, orgId, clientId, userAgent, createdAt, ...same } = entry;
  expect(await database().requestLogEntry.findUnique({ where: { id: entry.id } })).toEqual({
    ...same,
    user_id: userId,
    org_id: orgId,
    client_id: clientId,
    user_agent: userAgent,
    created_at: createdAt,
  });
});

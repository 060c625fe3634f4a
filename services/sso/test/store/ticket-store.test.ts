import { randomBytes } from 'node:crypto';
import { useTestRedis } from '@latchkey/testing';
import { consumeTicket, issueTicket, type Ticket, type TicketStore } from '../../src/sign-in/ticket.ts';
import { createTicketStore } from '../../src/store/ticket-store.ts';
import { startMs } from '../device-request.ts';
import { createMemoryTicketStore } from '../memory/ticket-store.ts';

const redis = useTestRedis();

const ticket: Ticket = {
  deviceCodeHash: 'ab'.repeat(32),
  userId: 'user-1',
  kind: 'user',
  email: 'demo@latchkey.test',
  amr: ['password', 'totp'],
  authTime: startMs / 1000,
  provenAtMs: startMs + 250,
};
const secret = 'browser-secret';

const stores: [string, () => TicketStore][] = [
  ['memory', () => createMemoryTicketStore(() => startMs)],
  ['Redis', () => createTicketStore(redis())],
];

describe.each(stores)('tickets in %s', (_name, createStore) => {
  test('give back their data once', async () => {
    const store = createStore();
    const handle = await issueTicket({ tickets: store, randomBytes }, ticket, secret);
    expect(await consumeTicket(store, handle, secret)).toEqual(ticket);
    expect(await consumeTicket(store, handle, secret)).toBeUndefined();
  });

  test('are consumed by one of many callers at once', async () => {
    const store = createStore();
    const handle = await issueTicket({ tickets: store, randomBytes }, ticket, secret);
    const spent = await Promise.all(Array.from({ length: 50 }, () => consumeTicket(store, handle, secret)));
    expect(spent.filter((one) => one !== undefined)).toEqual([ticket]);
  });

  test('are not found from another browser, and stay usable in their own', async () => {
    const store = createStore();
    const handle = await issueTicket({ tickets: store, randomBytes }, ticket, secret);
    expect(await consumeTicket(store, handle, 'other-secret')).toBeUndefined();
    expect(await consumeTicket(store, 'invented', secret)).toBeUndefined();
    expect(await consumeTicket(store, handle, secret)).toEqual(ticket);
  });

  test('have handles of 256 bits', async () => {
    expect(
      Buffer.from(await issueTicket({ tickets: createStore(), randomBytes }, ticket, secret), 'base64url'),
    ).toHaveLength(32);
  });
});

test('a ticket in Redis lives ten minutes, and its key says nothing', async () => {
  await redis().flushdb();
  const handle = await issueTicket({ tickets: createTicketStore(redis()), randomBytes }, ticket, secret);
  const [key = ''] = await redis().keys('*');
  expect(key).toMatch(/^sso:ticket:[0-9a-f]{64}$/);
  expect(key).not.toContain(handle);
  expect(await redis().ttl(key)).toBeGreaterThan(590);
  expect(await redis().ttl(key)).toBeLessThanOrEqual(600);
});

test('a ticket in Redis without provenAtMs is read as proven at its sign-in', async () => {
  const store = createTicketStore(redis());
  const { provenAtMs: _without, ...former } = ticket;
  await redis().set('sso:ticket:former', JSON.stringify(former));
  expect(await store.consume('former')).toEqual({ ...former, provenAtMs: startMs });
});

test.each([
  ['when it was proven', { provenAtMs: 'soon' }],
  ['both its times', { provenAtMs: undefined, authTime: null }],
])('a ticket in Redis that has lost %s is refused', async (_what, changes) => {
  const store = createTicketStore(redis());
  await redis().set('sso:ticket:spoiled', JSON.stringify({ ...ticket, ...changes }));
  await expect(store.consume('spoiled')).rejects.toThrow('without a readable time');
});

test('a ticket in memory lives ten minutes', async () => {
  let nowMs = startMs;
  const store = createMemoryTicketStore(() => nowMs);
  const handles = [
    await issueTicket({ tickets: store, randomBytes }, ticket, secret),
    await issueTicket({ tickets: store, randomBytes }, ticket, secret),
  ];
  nowMs += 599_999;
  expect(await consumeTicket(store, handles[0] ?? '', secret)).toEqual(ticket);
  nowMs += 1;
  expect(await consumeTicket(store, handles[1] ?? '', secret)).toBeUndefined();
});

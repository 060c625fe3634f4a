import { randomBytes } from 'node:crypto';
import { useTestRedis } from '@latchkey/testing';
import {
  consumeTicket,
  findDecision,
  findDecisionOfCode,
  issueTicket,
  keepDecision,
  type Ticket,
} from '../../src/people/sign-in/ticket.ts';
import { createSignedState } from '../../src/store/signed-state.ts';
import { createTicketStore } from '../../src/store/ticket-store.ts';
import { startMs, testState } from '../device-request.ts';

const redis = useTestRedis();

const ticket: Ticket = {
  deviceCodeHash: 'ab'.repeat(32),
  userId: 'user-1',
  kind: 'user',
  email: 'demo@latchkey.test',
  amr: ['password', 'totp'],
  authTime: startMs / 1000,
  tokensValidAfterMs: 0,
  clientId: 'demo-cli',
  scope: 'openid',
  audience: ['https://api.example.test'],
  sessionHash: 'cd'.repeat(32),

  cameFromAddress: false,
};
const secret = 'browser-secret';
const otherKey = { kid: 'other', key: Buffer.alloc(32, 6) };

describe('tickets', () => {
  const createStore = () => createTicketStore(redis(), testState);

  test('are consumed by one of many callers at once', async () => {
    const store = createStore();
    const handle = await issueTicket({ tickets: store, randomBytes }, ticket, secret);
    const spent = await Promise.all(Array.from({ length: 50 }, () => consumeTicket(store, handle, secret)));
    expect(spent.filter((one) => one !== undefined)).toEqual([ticket]);
  });
});

test('a ticket in Redis lives ten minutes, and its key says nothing', async () => {
  await redis().flushdb();
  const handle = await issueTicket(
    { tickets: createTicketStore(redis(), testState), randomBytes },
    ticket,
    secret,
  );
  const [key = ''] = await redis().keys('*');
  expect(key).toMatch(/^sso:ticket:[0-9a-f]{64}$/);
  expect(key).not.toContain(handle);
  expect(await redis().ttl(key)).toBeGreaterThan(590);
  expect(await redis().ttl(key)).toBeLessThanOrEqual(600);
});

test.each<[string, (signed: string) => string]>([
  ['is not signed', (signed) => signed.slice(signed.indexOf('{'))],
  ['was changed', (signed) => signed.replace('user-1', 'user-2')],
  ['says it has seen a later void', (signed) => signed.replace('AfterMs":0', `AfterMs":${startMs}`)],
  ['says nothing of what was void', (signed) => signed.replace(',"tokensValidAfterMs":0', '')],
  ['is signed by another key', () => createSignedState([otherKey]).sign('x', JSON.stringify(ticket))],
])('a ticket in Redis that %s counts as tampered, once', async (_what, forge) => {
  await redis().flushdb();
  const store = createTicketStore(redis(), testState);
  const handle = await issueTicket({ tickets: store, randomBytes }, ticket, secret);
  const [key = ''] = await redis().keys('*');
  await redis().set(key, forge((await redis().get(key)) ?? ''));
  expect(await consumeTicket(store, handle, secret)).toBe('tampered');
  expect(await consumeTicket(store, handle, secret)).toBeUndefined();
});

test('a decision in Redis that sso has not made is none, and one lives ten minutes', async () => {
  await redis().flushdb();
  const store = createTicketStore(redis(), testState);
  const made = { kind: 'denied', clientName: 'Demo CLI' } as const;
  await keepDecision(store, secret, { handle: 'handle', userCode: 'BCDFGHJK' }, made);
  const keys = await redis().keys('*');
  for (const key of keys) {
    expect(key).toMatch(/^sso:decision:[0-9a-f]{64}$/);
    expect(await redis().ttl(key)).toBeLessThanOrEqual(600);
    await redis().set(key, ((await redis().get(key)) ?? '').replace('denied', 'approved'));
  }
  expect(keys).toHaveLength(2);
  expect(await findDecision(store, secret, 'handle')).toBeUndefined();
  expect(await findDecisionOfCode(store, secret, 'BCDFGHJK')).toBeUndefined();
});

test('a ticket in Redis counts under its own name alone', async () => {
  await redis().flushdb();
  const store = createTicketStore(redis(), testState);
  const handles = [
    await issueTicket({ tickets: store, randomBytes }, ticket, secret),
    await issueTicket({ tickets: store, randomBytes }, { ...ticket, userId: 'user-2' }, secret),
  ];
  const [first = '', second = ''] = await redis().keys('*');
  const [one, two] = [await redis().get(first), await redis().get(second)];
  await redis().set(first, two ?? '');
  await redis().set(second, one ?? '');
  for (const handle of handles) expect(await consumeTicket(store, handle, secret)).toBe('tampered');
});

test('the newest key signs and older keys verify', async () => {
  const older = createTicketStore(redis(), testState);
  const newer = createTicketStore(
    redis(),
    createSignedState([otherKey, { kid: 'test', key: Buffer.alloc(32, 5) }]),
  );
  const handle = await issueTicket({ tickets: older, randomBytes }, ticket, secret);
  expect(await consumeTicket(newer, handle, secret)).toEqual(ticket);
  const next = await issueTicket({ tickets: newer, randomBytes }, ticket, secret);
  expect(await consumeTicket(older, next, secret)).toBe('tampered');
});

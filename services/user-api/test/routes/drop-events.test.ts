import { userApiCalls, type dropEvents } from '@latchkey/contracts';
import { createAppClient, request } from '@latchkey/testing';
import { acme, makeAccount, makeClient } from '../setup/accounts.ts';
import { createTestService, dropKey } from '../setup/create-test-service.ts';
import { database } from '../setup/test-database.ts';

const ada = makeAccount({ email: 'ada@example.test' });

async function open(account = ada) {
  const service = createTestService({ stores: { sendsMail: true } });
  await service.accounts.add(account, [acme]);
  await service.clients.add(makeClient({ clientId: 'app', name: 'Backup' }), []);
  const call = createAppClient(request(service.app), dropKey);
  const event = (type: (typeof dropEvents)[number] = 'drop.taken', more: object = {}) => ({
    id: crypto.randomUUID(),
    type,
    created_at: new Date(service.clock.now()).toISOString(),
    owner: account.id,
    notify: true,
    ...more,
  });
  const bring = async (...events: ReturnType<typeof event>[]) => {
    const answer = await call({ to: userApiCalls.logDropEvents, body: { events } });
    return answer.ok ? answer.data.logged : answer.code;
  };
  const mails = () =>
    database.prisma.mail.findMany({ where: { kind: { not: 'none' } }, orderBy: { id: 'asc' } });
  const nameOf = async (kind: 'user' | 'org' | 'app', id: string) => {
    const answer = await call({ to: userApiCalls.findAsker, body: { kind, id } });
    return answer.ok ? answer.data.name : answer.code;
  };
  return { service, event, bring, mails, nameOf };
}

test('200 an event is one mail under its id, and one row of the log, however often it is brought', async () => {
  const { service, event, bring, mails } = await open();
  const filled = event('drop.filled', { kind: 'note', label: 'router of Bo' });
  expect(await Promise.all([filled, filled, filled].map((one) => bring(one)))).toEqual(
    expect.arrayContaining([0, 1]),
  );
  expect(await bring(filled)).toBe(0);
  expect(await mails()).toMatchObject([
    {
      id: filled.id,
      kind: 'drop',
      recipient: ada.email,
      facts: { event: 'drop.filled', label: 'router of Bo' },
    },
  ]);
  expect(await service.requestLog.entries()).toMatchObject([
    {
      id: filled.id,
      event: 'drop.filled',
      userId: ada.id,
      ip: '',
      details: { kind: 'note', label: 'router of Bo' },
    },
  ]);
});

test.each([
  ['a person who wants no mail', ada.id, { userId: ada.id, orgId: null, clientId: null }],
  ['a member of an org', `${acme.orgId}:${ada.id}`, { userId: ada.id, orgId: acme.orgId, clientId: null }],
  ['an app', 'app', { userId: null, orgId: null, clientId: 'app' }],
])('200 an event of %s is a row of the log, without words and without a mail', async (_what, owner, ids) => {
  const { service, event, bring, mails } = await open();
  const more = { owner, notify: false, kind: 'note', label: 'router of Bo' };
  expect(await bring(event('drop.taken', more), event('drop.made', more))).toBe(2);
  expect(await mails()).toEqual([]);
  const row = { ...ids, details: null };
  expect(await service.requestLog.entries()).toMatchObject([row, row]);
});

test('200 beyond ten in an hour they are in one mail with all other notices', async () => {
  const { event, bring, mails } = await open();
  expect(await bring(...Array.from({ length: 12 }, () => event()))).toBe(12);
  const kinds = (await mails()).map(({ kind }) => kind);
  expect(kinds.toSorted()).toEqual(['digest', ...Array<string>(10).fill('drop')]);
});

test('200 no mail to an address that is not verified', async () => {
  const { event, bring, mails } = await open(makeAccount({ emailVerifiedAt: null }));
  expect(await bring(event())).toBe(1);
  expect(await mails()).toEqual([]);
});

test.each([
  ['an owner whose ids are none', { owner: 'acme:1' }],
  ['an id that is no uuid', { id: 'walk' }],
  ['a time that is none', { created_at: 'yesterday' }],
  ['a time that the log keeps no more', { created_at: '2026-01-01T00:00:00Z' }],
])('200 nothing is logged for %s, and what comes with it is', async (_what, more) => {
  const { event, bring } = await open();
  expect(await bring(event('drop.closed', more), event())).toBe(1);
});

test('200 who asks is named as strangers may know them', async () => {
  const { nameOf } = await open();
  expect(await nameOf('user', ada.id)).toBe('a…@example.test');
  expect(await nameOf('org', acme.orgId)).toBe('acme');
  expect(await nameOf('app', 'app')).toBe('Backup');
});

test.each([
  ['an address that is not verified', makeAccount({ emailVerifiedAt: null })],
  ['a disabled account', makeAccount({ status: 'disabled' })],
])('200 nobody is named of %s', async (_what, account) => {
  const { nameOf } = await open(account);
  expect(await nameOf('user', account.id)).toBeNull();
});

test.each([
  ['user', 'no uuid'],
  ['user', '00000000-0000-4000-8000-000000009999'],
  ['org', 'no-such-org'],
  ['app', 'nobody'],
] as const)('200 nobody is named of an unknown %s %s', async (kind, id) => {
  expect(await (await open()).nameOf(kind, id)).toBeNull();
});

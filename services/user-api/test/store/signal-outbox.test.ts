import type { DueSignal } from '../../src/people/signals/signal-outbox.ts';
import { createSignalOutbox } from '../../src/store/people/signal-outbox.ts';
import { createRequestLogStore } from '../../src/store/request-log/request-log-store.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { insertSubscription } from '../setup/make-subscription.ts';
import { startMs } from '../setup/signer.ts';
import { database } from '../setup/test-database.ts';

const outbox = createSignalOutbox(database);
const log = createRequestLogStore(database);
const later = (ms = 0) => new Date(startMs + ms);
const sent = { status: 'sent', problem: null, pausedUntil: null } as const;
const failed = { status: 'waiting', problem: '500', pausedUntil: null } as const;
const signals = () =>
  database.prisma.mail.findMany({ where: { kind: 'signal' }, orderBy: { createdAt: 'asc' } });
const happen = async (count: number) => {
  const entries = Array.from({ length: count }, () => makeLogEntry());
  await log.addMissing(entries);
  return entries;
};
const idsOf = (due: readonly DueSignal[]) => due.map(({ eventId }) => eventId).toSorted();

test('without a subscription that wants it, a row of the log writes no signal', async () => {
  await happen(1);
  await insertSubscription(database, { status: 'off' });
  await insertSubscription(database, { types: ['user.signup'] });
  await insertSubscription(database, { createdAt: later(1) });
  await happen(1);
  expect(await signals()).toEqual([]);
});

test('a row writes a signal to each subscription that wants it, once however often it is brought', async () => {
  const [one, two] = [
    await insertSubscription(database),
    await insertSubscription(database, { status: 'pending' }),
  ];
  const entry = makeLogEntry();
  await Promise.all([1, 2, 3].map(() => log.addMissing([entry])));
  await log.addMissing([entry]);
  const rows = await signals();
  expect(rows.map(({ subscriptionId }) => String(subscriptionId)).toSorted()).toEqual(
    [one.id, two.id].toSorted(),
  );
  expect(rows[0]).toMatchObject({
    status: 'waiting',
    recipient: '',
    facts: { event: 'user.login', id: entry.id },
  });
});

test('a signal is claimed with what the log holds, and what was found not to have happened without', async () => {
  const { id } = await insertSubscription(database);
  const entry = makeLogEntry({
    userId: null,
    clientId: 'app',
    code: 'x',
    outcome: 'failure',
    ip: '2001:db8::1',
  });
  const undone = makeLogEntry();
  await log.addMissing([entry, undone]);
  await log.remove(undone);
  const claimed = await outbox.claim(later());
  const { outcome, code, method, userId, actorId, orgId, clientId, ip } = entry;
  const entryOf = (eventId: string) => claimed.find((one) => one.eventId === eventId)?.entry;
  expect(entryOf(entry.id)).toEqual({ outcome, code, method, userId, actorId, orgId, clientId, ip });
  expect(entryOf(undone.id)).toBeNull();
  expect(claimed[0]).toMatchObject({
    subscriptionId: id,
    event: 'user.login',
    attempts: 1,
    createdAt: later(),
  });
});

test('of many senders at once two have a signal of one subscription, and more once those are settled', async () => {
  await insertSubscription(database);
  await insertSubscription(database);
  await happen(5);
  const claim = async (now = later()) =>
    (await Promise.all(Array.from({ length: 8 }, () => outbox.claim(now)))).flat();
  const first = await claim();
  expect(first).toHaveLength(4);
  const [one, ...others] = first;
  if (one === undefined) throw new Error('nothing was claimed');
  await outbox.settle(one, sent, later());
  const second = await claim();
  expect(second.map(({ subscriptionId }) => subscriptionId)).toEqual([one.subscriptionId]);
  // Those whose sender was killed are free again after 15 s, and due after their own waits.
  expect(await claim(later(15_001))).toHaveLength(4);
  expect(await claim(later(15_001))).toEqual([]);
  for (const signal of others) await outbox.settle(signal, sent, later());
});

test('a pending subscription gets its ping and nothing else; its answer turns it on', async () => {
  const { id } = await insertSubscription(database, { status: 'pending' });
  const [entry] = await happen(1);
  const facts = { event: 'latchkey.ping', id: crypto.randomUUID() };
  const row = {
    id: facts.id,
    kind: 'signal',
    recipient: '',
    locale: '',
    status: 'waiting',
    subscriptionId: id,
  };
  await database.prisma.mail.create({ data: { ...row, facts, dueAt: later(), createdAt: later() } });
  const [ping, ...others] = await outbox.claim(later());
  expect([ping?.event, others]).toEqual(['latchkey.ping', []]);
  if (ping === undefined) return;
  await outbox.settle({ ...ping, url: 'https://other.example.test/' }, sent, later());
  expect(await outbox.claim(later())).toEqual([]);
  await outbox.settle(ping, sent, later());
  expect(idsOf(await outbox.claim(later()))).toEqual([entry?.id]);
});

test('a failure begins a time of failures, which a success ends; what it asked to wait is not shortened by another', async () => {
  const { id } = await insertSubscription(database);
  await happen(2);
  const [one, two] = await outbox.claim(later());
  if (one === undefined || two === undefined) throw new Error('too few');
  const find = () => database.prisma.subscription.findUniqueOrThrow({ where: { id } });
  const paused = (ms: number) => ({ ...failed, pausedUntil: later(ms) });
  await outbox.settle({ ...one, url: 'https://other.example.test/' }, paused(900_000), later(5));
  expect(await find()).toMatchObject({ pausedUntil: null });
  await outbox.settle(one, paused(600_000), later(10));
  expect(await find()).toMatchObject({ problem: '500', failingSince: later(5) });
  await outbox.settle(two, failed, later(20));
  expect(await find()).toMatchObject({ failingSince: later(5), taken: {} });
  expect(await outbox.claim(later(599_999))).toEqual([]);
  const [again] = await outbox.claim(later(600_000));
  expect(again?.attempts).toBe(2);
  if (again !== undefined) await outbox.settle(again, sent, later(600_001));
  expect(await find()).toMatchObject({ problem: null, failingSince: null });
});

test('of many who turn a subscription off one does, and none whose address was changed', async () => {
  const { id, url } = await insertSubscription(database);
  await happen(1);
  const [signal] = await outbox.claim(later());
  if (signal === undefined) throw new Error('nothing');
  const turnOff = (one = signal) =>
    outbox.turnOff(one, makeLogEntry({ event: 'signal.off', userId: signal.createdBy }));
  expect(await turnOff({ ...signal, url: `${url}/old` })).toBe(false);
  const results = await Promise.all(Array.from({ length: 8 }, () => turnOff()));
  expect(results.filter(Boolean)).toHaveLength(1);
  expect(await database.prisma.requestLogEntry.count({ where: { event: 'signal.off' } })).toBe(1);
  expect(await database.prisma.subscription.findUniqueOrThrow({ where: { id } })).toMatchObject({
    status: 'off',
  });
  expect(await outbox.claim(later(1_000_000))).toEqual([]);
});

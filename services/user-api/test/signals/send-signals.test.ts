import { createClock } from '@latchkey/testing';
import { composeSignal } from '../../src/people/signals/compose-signal.ts';
import { sendSignals, type SignalPorts } from '../../src/people/signals/send-signals.ts';
import type { LogEntry } from '../../src/request-log/request-log.ts';
import { createSignalOutbox } from '../../src/store/people/signal-outbox.ts';
import { createRequestLogStore } from '../../src/store/request-log/request-log-store.ts';
import { makeAccount } from '../setup/accounts.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { insertSubscription, sealer } from '../setup/make-subscription.ts';
import { startMs } from '../setup/signer.ts';
import { database } from '../setup/test-database.ts';
import { insertAccount } from '../store/rows.ts';

const hourMs = 3600 * 1000;
const log = createRequestLogStore(database);
type Deliver = SignalPorts['deliver'];

/** A sender on a clock that stands still, and what it counts. */
function open(deliver: Deliver) {
  const clock = createClock(startMs);
  const counted: string[] = [];
  const outbox = createSignalOutbox(database);
  let serial = 0;
  const ports: SignalPorts = {
    now: clock.now,
    newId: () => `00000000-0000-4000-8000-${String((serial += 1)).padStart(12, '0')}`,
    sendsMail: true,
    outbox,
    compose: (signal) => composeSignal({ secrets: sealer, now: clock.now }, signal),
    deliver,
    count: (status, problem) => void counted.push(`${status} ${problem}`),
    isStopped: () => false,
    pause: () => new Promise((resolve) => setImmediate(resolve)),
  };
  return { clock, counted, ports, run: () => sendSignals(ports) };
}

const happen = (changes: Partial<LogEntry> = {}, count = 1) =>
  log.addMissing(Array.from({ length: count }, () => makeLogEntry(changes)));
const statuses = async (subscriptionId: string) =>
  (await database.prisma.mail.findMany({ where: { subscriptionId } })).map(({ status }) => status);
const find = (id: string) => database.prisma.subscription.findUniqueOrThrow({ where: { id } });

test('each signal is sent once to each subscription, and none twice', async () => {
  const urls = ['https://one.example.test/', 'https://two.example.test/'];
  const seen: string[] = [];
  for (const url of urls) await insertSubscription(database, { url });
  await happen({}, 25);
  const deliver: Deliver = async ({ url, headers }) => (seen.push(`${url} ${headers['webhook-id']}`), {});
  const senders = [open(deliver), open(deliver), open(deliver)];
  await Promise.all(senders.map(({ run }) => run()));
  expect([seen.length, new Set(seen).size]).toEqual([50, 50]);
  expect(new Set(senders.flatMap(({ counted }) => counted))).toEqual(new Set(['sent none']));
});

test('a slow receiver keeps no other one waiting, and has two in hand at most', async () => {
  const slow = await insertSubscription(database, { url: 'https://slow.example.test/' });
  const quick = await insertSubscription(database, { url: 'https://quick.example.test/' });
  await happen({}, 10);
  const counts = { open: 0, most: 0, quickly: 0 };
  const waiting: (() => void)[] = [];
  const deliver: Deliver = async ({ url }) => {
    if (url === quick.url) return ((counts.quickly += 1), {});
    counts.most = Math.max(counts.most, (counts.open += 1));
    // Held until the quick one has all.
    if (counts.quickly < 10) await new Promise<void>((resolve) => waiting.push(resolve));
    counts.open -= 1;
    return {};
  };
  const sender = open(deliver);
  const running = sender.run();
  while (counts.quickly < 10) await new Promise((resolve) => setImmediate(resolve));
  expect(await statuses(slow.id)).toEqual(Array(10).fill('waiting'));
  for (const release of waiting) release();
  await running;
  expect([counts.most, await statuses(slow.id)]).toEqual([2, Array(10).fill('sent')]);
});

test('a receiver that fails is tried for a day in all, and then the signal is dead', async () => {
  const { id } = await insertSubscription(database);
  await happen();
  let tried = 0;
  const sender = open(async () => ((tried += 1), { problem: 'refused' }));
  const due = () => database.prisma.mail.findFirstOrThrow({ where: { subscriptionId: id } });
  const waits: number[] = [];
  for (let { status, dueAt } = await due(); status === 'waiting'; { status, dueAt } = await due()) {
    const waitMs = dueAt.getTime() - sender.clock.now();
    sender.clock.advance(Math.max(0, waitMs / 1000 - 1));
    await sender.run();
    sender.clock.advance(waitMs === 0 ? 0 : 1);
    await sender.run();
    waits.push(waitMs / 60_000);
  }
  expect(waits).toEqual([0, 2, 5, 15, 30, 60, 120, 240, 480, 480]);
  expect([tried, await statuses(id)]).toEqual([10, ['dead']]);
  expect(sender.counted).toEqual([...Array<string>(9).fill('waiting refused'), 'dead refused']);
  expect(await find(id)).toMatchObject({ status: 'on', problem: 'refused', failingSince: new Date(startMs) });
});

test('after three days of failures it is off, with a mail to who made it; what waits is sent once it is on', async () => {
  const maker = makeAccount({ email: 'root@example.test', kind: 'root' });
  await insertAccount(database, maker);
  const { id } = await insertSubscription(database, { createdBy: maker.id });
  let isDown = true;
  const sender = open(async () => (isDown ? { problem: 'timeout' } : {}));
  await happen();
  await sender.run();
  sender.clock.advance((72 * hourMs) / 1000 - 1);
  await sender.run();
  expect((await find(id)).status).toBe('on');
  sender.clock.advance(hourMs / 1000);
  await happen({}, 3);
  await sender.run();
  expect(await find(id)).toMatchObject({ status: 'off', problem: 'timeout' });
  const mails = await database.prisma.mail.findMany({ where: { kind: 'changed' } });
  expect(mails).toMatchObject([
    { recipient: maker.email, userId: maker.id, facts: { event: 'signal.off', label: 'hooks.example.test' } },
  ]);
  isDown = false;
  sender.clock.advance(hourMs / 1000);
  await sender.run();
  expect(await statuses(id)).toEqual(Array(4).fill('waiting'));
  await database.prisma.subscription.update({ where: { id }, data: { status: 'on' } });
  await sender.run();
  expect(await statuses(id)).toEqual(Array(4).fill('sent'));
});

test('410 turns it off at once', async () => {
  const { id } = await insertSubscription(database);
  await happen({}, 3);
  await open(async () => ({ problem: '410' })).run();
  expect((await find(id)).status).toBe('off');
  const rows = await database.prisma.requestLogEntry.findMany({ where: { event: 'signal.off' } });
  expect(rows).toMatchObject([{ details: { subscription: id }, ip: '' }]);
});

test('Retry-After keeps all signals of the receiver for as long, and a day at most', async () => {
  const { id } = await insertSubscription(database);
  await happen();
  let answers = 0;
  const retryAfterMs = 400 * 24 * hourMs;
  const sender = open(async () => ((answers += 1) === 1 ? { problem: '429', retryAfterMs } : {}));
  await sender.run();
  await happen();
  sender.clock.advance(24 * 3600 - 1);
  await sender.run();
  expect(answers).toBe(1);
  sender.clock.advance(1);
  await sender.run();
  expect([answers, await statuses(id)]).toEqual([3, ['sent', 'sent']]);
});

test('a ping that is not answered for a day turns a pending subscription off', async () => {
  const { id } = await insertSubscription(database, { status: 'pending' });
  const pingId = crypto.randomUUID();
  const facts = { event: 'latchkey.ping', id: pingId };
  const row = {
    id: pingId,
    kind: 'signal',
    recipient: '',
    locale: '',
    status: 'waiting',
    attempts: 9,
    facts,
  };
  const now = new Date(startMs);
  await database.prisma.mail.create({ data: { ...row, subscriptionId: id, dueAt: now, createdAt: now } });
  await open(async () => ({ problem: 'tls' })).run();
  expect([(await find(id)).status, await statuses(id)]).toEqual(['off', ['dead']]);
});

test('what did not happen after all is dropped, and a secret that no key opens waits', async () => {
  const one = await insertSubscription(database);
  const other = await insertSubscription(database, { secret: 'lost.AAAA' });
  const undone = makeLogEntry();
  await log.addMissing([undone]);
  await log.remove(undone);
  const sender = open(async () => ({}));
  await sender.run();
  await happen();
  await sender.run();
  expect(await statuses(one.id)).toEqual(expect.arrayContaining(['dropped', 'sent']));
  expect(await statuses(other.id)).toEqual(expect.arrayContaining(['dropped', 'waiting']));
  expect(sender.counted).toContain('waiting not_signed');
});

test('a fault of the database ends the run once what is in hand is done', async () => {
  await insertSubscription(database);
  await happen();
  const sender = open(async () => ({}));
  const outbox = { ...sender.ports.outbox, settle: () => Promise.reject(new Error('gone')) };
  await expect(sendSignals({ ...sender.ports, outbox })).rejects.toThrow('gone');
});

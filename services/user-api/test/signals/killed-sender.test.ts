import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@latchkey/testing';
import { createDatabase } from '../../src/store/database.ts';
import { createRequestLogStore } from '../../src/store/request-log/request-log-store.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { insertSubscription } from '../setup/make-subscription.ts';
import { certificate, startReceiver } from '../setup/start-receiver.ts';

/** How often a sender is killed; 100 by hand. */
const rounds = Number(process.env['STORM_ROUNDS'] ?? 6);
const perRound = 12;
/** Longer than the longest wait between two attempts. */
const roundMs = 9 * 3600 * 1000;
const canaries = { userAgent: 'CANARY-agent', ip: '198.51.100.77', details: { device_name: 'CANARY-name' } };

test('of senders that are killed in the middle, every event is delivered at least once, and nothing that others wrote', async () => {
  const { url, drop } = await createTestDatabase({ service: 'user-api' });
  const database = createDatabase(url);
  const folder = mkdtempSync(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'latchkey-signals-'));
  const caFile = join(folder, 'ca.pem');
  writeFileSync(caFile, certificate);
  const receiver = await startReceiver();
  await insertSubscription(database, { url: receiver.url, createdAt: new Date(0) });
  const entries = Array.from({ length: rounds * perRound + 20 }, () =>
    makeLogEntry({ ...canaries, createdAt: new Date() }),
  );
  await createRequestLogStore(database).addMissing(entries);

  const send = (round: number): ChildProcess =>
    spawn(
      process.execPath,
      [join(import.meta.dirname, 'sender-process.ts'), url, String(round * roundMs), caFile],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
  for (let round = 0; round < rounds; round += 1) {
    const sender = send(round);
    const ended = once(sender, 'exit');
    const until = receiver.received.length + 1 + ((round * 5) % perRound);
    // It is killed between the arrival of a signal and its answer, or right after the answer was written.
    receiver.answer((response) => {
      if (receiver.received.length < until) return response.writeHead(204).end();
      return round % 2 === 0
        ? sender.kill('SIGKILL')
        : response.writeHead(204).end(() => sender.kill('SIGKILL'));
    });
    expect(await ended).toEqual([null, 'SIGKILL']);
  }
  receiver.answer((response) => response.writeHead(204).end());
  for (let round = rounds; round < rounds + 2; round += 1)
    expect(await once(send(round), 'exit')).toEqual([0, null]);

  const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
  expect(ids).toEqual(new Set(entries.map(({ id }) => id)));
  const left = await database.prisma.mail.groupBy({ by: ['status'], _count: true });
  expect(left).toEqual([{ status: 'sent', _count: entries.length }]);
  const sent = JSON.stringify(receiver.received);
  const secrets = ['CANARY', canaries.ip, 'whsec_', 'example.test'];
  expect(secrets.filter((secret) => sent.includes(secret))).toEqual([]);
  await receiver.stop();
  await database.close();
  await drop();
  rmSync(folder, { recursive: true });
}, 60_000);

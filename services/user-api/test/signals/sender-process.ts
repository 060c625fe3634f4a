import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { composeSignal } from '../../src/people/signals/compose-signal.ts';
import { sendSignals } from '../../src/people/signals/send-signals.ts';
import { createReceiver } from '../../src/sibling/receiver.ts';
import { createDatabase } from '../../src/store/database.ts';
import { createSignalOutbox } from '../../src/store/people/signal-outbox.ts';
import { sealer } from '../setup/make-subscription.ts';

/** Sends what is due in a process of its own, by a clock that is ahead, and ends. A test kills it. */
const [, , url = '', aheadMs = '0', caFile = ''] = process.argv;
const now = () => Date.now() + Number(aheadMs);
const database = createDatabase(url);
const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
await sendSignals({
  now,
  newId: () => crypto.randomUUID(),
  outbox: createSignalOutbox(database),
  compose: (signal) => composeSignal({ secrets: sealer, now }, signal),
  deliver: createReceiver({ now, isAllowed: () => true, resolve, ca: readFileSync(caFile, 'utf8') }),
  count: () => undefined,
  isStopped: () => false,
  pause,
});
await database.close();

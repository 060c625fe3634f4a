import { createProcessAttempts } from '@latchkey/attempts';
import { createClock } from '@latchkey/testing';
import { createCounterOf } from '../attempt/counters.ts';
import { holdMailBudgets } from './budgets.ts';

function createBudgets(mailsPerHour = 1_000) {
  const clock = createClock(0);
  let id = 0;
  const ports = {
    attempts: createProcessAttempts(clock),
    counterOf: createCounterOf(Buffer.alloc(32)),
    newId: () => String((id += 1)),
    mailsPerHour,
  };
  const hold = (mailbox: string, network = '198.51.100.0/24') =>
    holdMailBudgets(ports, { mailbox, network }).then(
      () => 'held',
      (error: { code: string; retryAfterSeconds: number }) => [error.code, error.retryAfterSeconds],
    );
  return { clock, hold };
}

const throttled = ['throttled', 3600];

test('429 the sixth mail to a mailbox within an hour, however it is spelt', async () => {
  const { clock, hold } = createBudgets();
  expect({
    ada: await hold('ada@example.test'),
    Ada: await hold('Ada@example.test'),
    'ada+1': await hold('ada+1@example.test'),
    'ada+two+3': await hold('ada+two+3@example.test'),
    ' ADA+x': await hold(' ADA+x@example.test'),
  }).toEqual({ ada: 'held', Ada: 'held', 'ada+1': 'held', 'ada+two+3': 'held', ' ADA+x': 'held' });
  expect(await hold('ada+new@example.test')).toEqual(throttled);
  expect(await hold('ada@example.test', '203.0.113.0/24')).toEqual(throttled);
  expect(await hold('grace@example.test')).toBe('held');
  clock.advance(3600);
  expect(await hold('ada@example.test')).toBe('held');
});

test('429 the 21st mail from a network, which uses up no mailbox', async () => {
  const { hold } = createBudgets();
  for (let at = 0; at < 20; at += 1) expect(await hold(`a${at}@example.test`)).toBe('held');
  for (let at = 0; at < 6; at += 1) expect(await hold('ada@example.test')).toEqual(throttled);
  expect(await hold('ada@example.test', '203.0.113.0/24')).toBe('held');
});

test('429 beyond MAILS_PER_HOUR, which uses up neither mailbox nor network', async () => {
  const { clock, hold } = createBudgets(1);
  expect(await hold('ada@example.test')).toBe('held');
  for (let at = 0; at < 25; at += 1) expect(await hold('grace@example.test')).toEqual(throttled);
  clock.advance(3600);
  expect(await hold('grace@example.test')).toBe('held');
});

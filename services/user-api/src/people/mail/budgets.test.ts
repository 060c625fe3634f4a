import { createProcessAttempts } from '@latchkey/attempts';
import { createClock } from '@latchkey/testing';
import { createCounterOf } from '../../signing-in/attempt/counters.ts';
import { countMail, holdMailBudgets } from './budgets.ts';

interface Ask {
  readonly network?: string;
  readonly purpose?: 'sign_up' | 'reset' | 'confirm';
  /** Whether it leads to a mail, and whether that is written. */
  readonly mail?: 'none' | 'young' | 'sent' | 'broken';
}

function createBudgets(mailsPerHour = 1_000) {
  const clock = createClock(0);
  let id = 0;
  const ports = {
    attempts: createProcessAttempts(clock),
    counterOf: createCounterOf(Buffer.alloc(32)),
    newId: () => String((id += 1)),
    mailsPerHour,
  };
  const ask = async (
    mailbox: string,
    { network = '198.51.100.0/24', purpose = 'sign_up', mail = 'sent' }: Ask = {},
  ) => {
    try {
      const hold = await holdMailBudgets(ports, { mailbox, network, purpose });
      await countMail(ports, hold, mail !== 'none', async () => {
        if (mail === 'broken') throw Object.assign(new Error(), { code: 'broken' });
        return mail === 'sent';
      });
      return 'held';
    } catch (error) {
      const { code, retryAfterSeconds } = error as { code: string; retryAfterSeconds: number };
      return [code, retryAfterSeconds];
    }
  };
  /** One request from each of a number of networks, each for an address of its own. */
  const fromMany = async (count: number, given: Ask = {}, begin = 0) => {
    const answers = [];
    for (let at = begin; at < begin + count; at += 1)
      answers.push(await ask(`n${at}@gone.test`, { network: `10.${at >> 8}.${at & 255}.0/24`, ...given }));
    return answers;
  };
  return { clock, ask, fromMany };
}

const throttled = ['throttled', 3600];

test('429 the sixth mail to a mailbox within an hour, however it is spelt', async () => {
  const { clock, ask } = createBudgets();
  const spellings = ['ada', 'Ada', 'ada+1', 'ada+two+3', ' ADA+x'];
  const domains = [
    'example.test',
    'EXAMPLE.test',
    '\uFF45xample.test',
    'ex\u00ADample.test',
    'example\u3002test',
  ];
  for (const [at, spelling] of spellings.entries())
    expect([spelling, await ask(`${spelling}@${domains[at]}`)]).toEqual([spelling, 'held']);
  expect(await ask('ada+new@example.test')).toEqual(throttled);
  expect(await ask('ada@\uFF45xample.test')).toEqual(throttled);
  expect(await ask('ada@example.test', { network: '203.0.113.0/24' })).toEqual(throttled);
  expect(await ask('grace@example.test')).toBe('held');
  clock.advance(3600);
  expect(await ask('ada@example.test')).toBe('held');
});

test('429 the sixth reset of a mailbox until the link of the first has ended; sign-ups use up none', async () => {
  const { clock, ask } = createBudgets();
  for (let at = 0; at < 5; at += 1) await ask('ada@example.test');
  expect(await ask('ada@example.test')).toEqual(throttled);
  for (let at = 0; at < 5; at += 1) expect(await ask('ada@example.test', { purpose: 'reset' })).toBe('held');
  expect(await ask('ada@example.test', { purpose: 'reset' })).toEqual(['throttled', 1800]);
  clock.advance(1800);
  expect(await ask('ada@example.test', { purpose: 'reset' })).toBe('held');
});

test('429 a mailbox that is used up uses up no network', async () => {
  const { ask } = createBudgets();
  for (let at = 0; at < 5; at += 1) await ask('ada@example.test');
  for (let at = 0; at < 25; at += 1) expect(await ask('ada@example.test')).toEqual(throttled);
  expect(await ask('grace@example.test')).toBe('held');
});

test('429 the 21st mail from a network, which uses up no mailbox', async () => {
  const { ask } = createBudgets();
  for (let at = 0; at < 20; at += 1) expect(await ask(`a${at}@example.test`)).toBe('held');
  for (let at = 0; at < 6; at += 1) expect(await ask('ada@example.test')).toEqual(throttled);
  expect(await ask('ada@example.test', { network: '203.0.113.0/24' })).toBe('held');
});

test('429 the 321st mail from an IPv6 site, which uses up no network of it', async () => {
  const { clock, ask } = createBudgets(10_000);
  const networkOf = (at: number) => `2001:db8:7:${at.toString(16)}::/64`;
  for (let at = 0; at < 320; at += 1)
    expect(await ask(`a${at}@example.test`, { network: networkOf(at) })).toBe('held');
  clock.advance(1800);
  for (let at = 0; at < 25; at += 1)
    expect(await ask('ada@example.test', { network: networkOf(320) })).toEqual(['throttled', 1800]);
  expect(await ask('ada@example.test', { network: '2001:db8:8:1::/64' })).toBe('held');
  clock.advance(1800);
  expect(await ask('ada@example.test', { network: networkOf(320) })).toBe('held');
});

test('429 beyond MAILS_PER_HOUR, which uses up neither mailbox nor network', async () => {
  const { clock, ask } = createBudgets(1);
  expect(await ask('ada@example.test')).toBe('held');
  clock.advance(1800);
  for (let at = 0; at < 25; at += 1) expect(await ask('grace@example.test')).toEqual(['throttled', 1800]);
  clock.advance(1800);
  expect(await ask('grace@example.test')).toBe('held');
});

test.each(['none', 'young', 'broken'] as const)(
  '200 a thousand requests that mail nothing (%s) leave all mails to others',
  async (mail) => {
    const { ask, fromMany } = createBudgets(10);
    const answers = new Set((await fromMany(1_000, { mail })).map(String));
    expect(answers).toEqual(new Set([mail === 'broken' ? 'broken,' : 'held']));
    expect(await ask('ada@example.test')).toBe('held');
  },
);

test('429 for every address alike once all mails are used up, also where none would be mailed', async () => {
  const { fromMany } = createBudgets(10);
  await fromMany(10, { purpose: 'reset' });
  for (const mail of ['none', 'sent'] as const)
    expect(await fromMany(1, { purpose: 'reset', mail }, 20)).toEqual([throttled]);
});

test('429 sign-ups of a busy network beyond half of all, of a quiet one beyond three quarters; resets go on', async () => {
  const { ask, fromMany } = createBudgets(40);
  for (let at = 0; at < 20; at += 1) expect(await ask(`busy${at}@example.test`)).toBe('held');
  const busy = { network: '203.0.113.0/24' };
  for (let at = 0; at < 3; at += 1) expect(await ask(`quiet${at}@example.test`, busy)).toBe('held');
  expect(await ask('fourth@example.test', busy)).toEqual(throttled);
  expect((await fromMany(10)).map(String)).toEqual([
    ...Array(7).fill('held'),
    ...Array(3).fill('throttled,3600'),
  ]);
  expect(await ask('ada@example.test', { ...busy, purpose: 'reset' })).toBe('held');
  expect(await ask('ada@example.test', { ...busy, purpose: 'confirm' })).toBe('held');
});

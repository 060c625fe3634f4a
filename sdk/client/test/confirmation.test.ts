import { PassThrough } from 'node:stream';
import { createLatchkey, type AskNumber, type DeviceLogin } from '../src/index.ts';
import { login } from '../src/login/login.ts';
import { createFakeSso } from './fake-sso.ts';

/** An approved login of an installation that wants the number 0427, and what its requests for tokens had. */
async function begin() {
  const sso = createFakeSso();
  sso.wantNumber('0427');
  const latchkey = createLatchkey(sso.settings);
  const started = await latchkey.startDeviceLogin();
  const sent = () => sso.forms.slice(1).map(({ confirmation }) => confirmation);
  async function follow(onConfirmation?: AskNumber, record: DeviceLogin = started) {
    const options = onConfirmation === undefined ? {} : { onConfirmation };
    for await (record of latchkey.followDeviceLogin(record, options));
    return record;
  }
  return { sso, latchkey, login: started, sent, follow };
}

test('a start says that the device can be given a number, and the record that it will be', async () => {
  const { sso, login: started } = await begin();
  expect(sso.forms[0]).toMatchObject({ confirmation: 'number' });
  expect(started.confirmation).toBe('needed');
  const plain = createFakeSso();
  expect(await createLatchkey(plain.settings).startDeviceLogin()).not.toHaveProperty('confirmation');
});

test('without onConfirmation it is confirmation_needed, before anything is asked', async () => {
  const { sso, follow } = await begin();
  sso.decide('approved');
  await expect(follow()).rejects.toMatchObject({ code: 'confirmation_needed' });
  expect(sso.forms).toHaveLength(1);
});

test('the person is asked once it is approved, and the number is sent at once', async () => {
  const { sso, sent, follow } = await begin();
  sso.decide('approved');
  const asked: boolean[] = [];
  const ended = await follow(async ({ isAgain }) => {
    asked.push(isAgain);
    return '0427';
  });
  expect([ended.status, asked, sent()]).toEqual(['redeemed', [false], [undefined, '0427']]);
  expect(sso.clock.waits[0]).toBe(5_000);
});

test('a wrong number is asked for again', async () => {
  const { sso, sent, follow } = await begin();
  sso.decide('approved');
  const ended = await follow(async ({ isAgain }) => (isAgain ? '0427' : '9999'));
  expect([ended.status, sent()]).toEqual(['redeemed', [undefined, '9999', '0427']]);
});

test('while the question is open the service is asked on, and an end there closes it', async () => {
  const { sso, sent, follow } = await begin();
  sso.decide('approved');
  let closed: AbortSignal | undefined;
  const ended = await follow(({ signal }) => {
    closed = signal;
    setImmediate(() => sso.decide('denied'));
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('closed')));
    });
  });
  expect([ended.status, ended.reason, closed?.aborted]).toEqual(['failed', 'access_denied', true]);
  expect(new Set(sent())).toEqual(new Set([undefined]));
});

test('what the question throws ends the following, and it can be followed again', async () => {
  const { sso, latchkey, login: started, follow } = await begin();
  sso.decide('approved');
  let stored = started;
  const following = async () => {
    const options = { onConfirmation: () => Promise.reject(new Error('Ctrl-C')) };
    for await (stored of latchkey.followDeviceLogin(started, options));
  };
  await expect(following()).rejects.toThrow('Ctrl-C');
  expect(stored).toMatchObject({ status: 'pending', confirmation: 'asked' });
  expect((await follow(() => Promise.resolve('0427'), stored)).status).toBe('redeemed');
});

test('a number whose answer is lost: the code is asked for without it', async () => {
  const { sso, sent, follow } = await begin();
  sso.decide('approved');
  sso.faults.push(undefined, 'lost');
  const ended = await follow(() => Promise.resolve('0427'));
  expect([ended.status, ended.reason]).toEqual(['failed', 'answer_lost']);
  expect(sent().slice(0, 2)).toEqual([undefined, '0427']);
});

describe('login()', () => {
  const over = { isTTY: false, write: () => undefined };

  test('asks on its terminal, once its showing has ended', async () => {
    const { sso, latchkey } = await begin();
    sso.decide('approved');
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    const said: string[] = [];
    const stderr = {
      write(text: string) {
        said.push(text);
        if (text.includes('Number: ')) setImmediate(() => stdin.write('0427\n'));
      },
    };
    const show = () => Promise.resolve(() => void said.push('the showing ends\n'));
    const ended = await login(latchkey, { terminal: { stdin, stderr, env: {} }, show, road: 'device' });
    expect(ended.status).toBe('redeemed');
    expect(said.filter((one) => one === 'the showing ends\n')).toHaveLength(1);
    expect(said.slice(0, 2)).toEqual([
      'the showing ends\n',
      expect.stringContaining('Type the number that the page shows'),
    ]);
  });

  test('without a terminal it is confirmation_needed before anything is kept or shown', async () => {
    const { latchkey } = await begin();
    const seen: unknown[] = [];
    const stdin = Object.assign(new PassThrough(), { isTTY: false });
    const more = { keep: (one: unknown) => seen.push(one), terminal: { stdin, stderr: over, env: {} } };
    await expect(login(latchkey, { ...more, road: 'device' })).rejects.toMatchObject({
      code: 'confirmation_needed',
    });
    expect(seen).toEqual([]);
  });
});

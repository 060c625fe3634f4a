import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { createShell, removeFolder, type Reply } from '../../test/create-shell.ts';
import { described, identity, started, tokens } from '../../test/login-replies.ts';

afterAll(removeFolder);

const metadata: Reply = [200, described];
const device: Reply = [200, { ...started, verification_uri_complete: undefined, confirmation: 'number' }];
const asks: Reply = [400, { error: 'authorization_pending', confirmation: 'number' }];
const denied: Reply = [400, { error: 'access_denied' }];
const logged = tokens(identity);
/** A clock that ends the wait for the first answer, and no later one before its signal. */
function createPatience() {
  let waits = 0;
  return {
    now: () => 1_000_000,
    wait: (_ms: number, signal?: AbortSignal) =>
      (waits += 1) === 1
        ? Promise.resolve()
        : new Promise<void>((_resolve, reject) => {
            signal?.addEventListener('abort', () => reject(new Error('over')));
          }),
  };
}

/** A terminal on which these lines are typed, each once the number is asked for. */
function createTerminal(replies: readonly Reply[], ...lines: readonly string[]) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const rest = [...lines];
  let shown = '';
  const stderr = {
    write(chunk: unknown) {
      shown += String(chunk);
      const line = String(chunk).includes('Number: ') ? rest.shift() : undefined;
      if (line !== undefined) setImmediate(() => stdin.write(line));
    },
  };
  const interruption = new AbortController();
  const { signal } = interruption;
  const more = { stdin, stderr, clock: createPatience(), signal, interrupt: () => interruption.abort() };
  const made = createShell([metadata, device, ...replies], more);
  const sent = () => made.calls.slice(2).map(({ fields }) => fields['confirmation']);
  return { ...made, shown: () => shown, sent };
}

test('on a terminal the number is asked for once the login is approved, and sent at once', async () => {
  const { run, sent, shown } = createTerminal([asks, logged], ' 04 27\n');
  expect(await run('login')).toBe(0);
  expect(sent()).toEqual([undefined, '0427']);
  expect(shown()).toContain('Type the number that the page shows, if it was you who began it.\n');
});

test('what is no number is not sent, and a wrong one is asked for again', async () => {
  const { run, sent, shown } = createTerminal([asks, asks, logged], '427\n', '9999\n', '0427\n');
  expect(await run('login')).toBe(0);
  expect(sent()).toEqual([undefined, '9999', '0427']);
  expect(shown()).toContain('The number has four digits.\n');
  expect(shown()).toContain('That number was not taken. Another wrong one ends this login.\n');
});

test('the second wrong number ends it, and leaves nothing', async () => {
  const { run, shell, shown } = createTerminal([asks, asks, denied], '9999\n', '9998\n');
  expect(await run('login')).toBe(1);
  expect(shown()).toContain(
    'latchkey: The login was stopped on the page, or a wrong number was given twice.\n',
  );
  expect(existsSync(join(shell.configDir, 'default'))).toBe(false);
});

test('Ctrl-C at the question ends it with 130', async () => {
  const { run, shell, sent } = createTerminal([asks], '\u0003');
  expect(await run('login')).toBe(130);
  expect(existsSync(join(shell.configDir, 'default'))).toBe(false);
  expect(sent()).toEqual([undefined]);
});

test('without a terminal it ends at once: no code is shown that nobody could complete', async () => {
  const { run, shell, calls, printed } = createShell([metadata, device]);
  expect(await run('login', '--json')).toBe(1);
  expect(calls).toHaveLength(2);
  expect(printed.out).toBe('');
  expect(printed.err).toContain('"code":"confirmation_needed"');
  expect(existsSync(join(shell.configDir, 'default'))).toBe(false);
});

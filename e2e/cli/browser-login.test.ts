import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootDir } from '../../infra/local/paths.ts';
import { allow } from '../../infra/local/person.ts';
import { shareStack } from '../../infra/local/share-stack.ts';
import type { Stack } from '../../infra/local/stack.ts';
import { startCommand } from './command.ts';

const folder = mkdtempSync(join(tmpdir(), 'latchkey-browser-login-'));
const command = join(rootDir, 'sdk/cli/bin/latchkey.ts');
let stack: Stack;

beforeAll(async () => {
  stack = await shareStack();
  // A desktop whose opener succeeds; the person is the test.
  mkdirSync(join(folder, 'bin'));
  for (const name of ['xdg-open', 'open'])
    writeFileSync(join(folder, 'bin', name), '#!/bin/sh\n', { mode: 0o755 });
});
afterAll(async () => {
  await stack.stop();
  rmSync(folder, { recursive: true, force: true });
});

const start = (home: string, ...args: string[]) =>
  startCommand(
    [process.execPath, '--disable-warning=ExperimentalWarning', command, ...args],
    join(folder, home),
    stack.urls,
    {
      PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`,
    },
  );

const page = /\n {2}(http\S+)\n/;

test('a person logs in through the browser of this machine; two at once do not meet', async () => {
  const logins = ['one', 'other'].map((home) => start(home, 'login', '--browser'));
  const pages = await Promise.all(logins.map(async (login) => (await login.sees(page))[1] ?? ''));
  for (const at of pages) {
    const shown = await fetch(await allow(at));
    expect([shown.status, await shown.text()]).toEqual([
      200,
      expect.stringContaining('Go back to the terminal.'),
    ]);
  }
  for (const login of logins)
    expect(await login.ended).toMatchObject({ code: 0, err: expect.stringContaining('Logged in as demo@') });
  const { out } = await start('one', 'whoami', '--json').ended;
  expect(JSON.parse(out.toString())).toMatchObject({ client_id: 'latchkey-cli' });
  expect((await start('other', 'logout').ended).code).toBe(0);
});

test('a login whose process is killed does not continue, and its page leads nowhere', async () => {
  const killed = start('killed', 'login', '--browser');
  const [, at = ''] = await killed.sees(page);
  killed.kill('SIGKILL');
  await killed.ended;
  await expect(fetch(await allow(at))).rejects.toThrow('fetch failed');
  const next = start('killed', 'login', '--browser');
  const [, second = ''] = await next.sees(page);
  await fetch(await allow(second));
  expect(await next.ended).toMatchObject({ code: 0, err: expect.not.stringContaining('Going on') });
});

test('Ctrl-C ends it with 130', async () => {
  const login = start('left', 'login', '--browser');
  await login.sees(page);
  login.kill('SIGINT');
  expect(await login.ended).toMatchObject({ code: 130, err: expect.stringContaining('Interrupted.') });
});

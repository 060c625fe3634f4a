import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { createShell, removeFolder } from '../test/create-shell.ts';
import { confirm, readCode, readNewPassword, readPassword } from './ask.ts';

afterAll(removeFolder);

/** A terminal on which the lines are typed, each once a question has been asked. */
function createTerminal(...lines: readonly string[]) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const rest = [...lines];
  const shown: string[] = [];
  const { shell } = createShell([], {
    stdin,
    stderr: {
      write(chunk) {
        shown.push(String(chunk));
        const line =
          String(chunk).includes(': ') || String(chunk).includes('[y/N]') ? rest.shift() : undefined;
        if (line !== undefined) setImmediate(() => stdin.write(line));
      },
    },
  });
  return { shell, shown: () => shown.join('') };
}

test.each(['y\n', 'Y\r', 'yes\n'])('%j goes on', async (typed) => {
  await expect(confirm(createTerminal(typed).shell, 'Sure?')).resolves.toBeUndefined();
});

test.each(['\n', 'n\n', 'yellow\n'])('%j does nothing', async (typed) => {
  const failure = { message: 'Nothing was done.', exitCode: 1 };
  await expect(confirm(createTerminal(typed).shell, 'Sure?')).rejects.toMatchObject(failure);
});

test.each(['\u0003', '\u0004'])('Ctrl-C and Ctrl-D interrupt a question: %j', async (typed) => {
  await expect(confirm(createTerminal(typed).shell, 'Sure?')).rejects.toMatchObject({ exitCode: 130 });
  await expect(readPassword(createTerminal(typed).shell, undefined)).rejects.toMatchObject({ exitCode: 130 });
});

test('the terminal stops showing what is typed before a password is asked for', async () => {
  const { shell, shown } = createTerminal('hunter2\n');
  const shownBefore: string[] = [];
  Object.assign(shell.stdin, { setRawMode: () => shownBefore.push(shown()) });
  await readPassword(shell, undefined);
  expect(shownBefore[0]).toBe('');
});

test('a signal from elsewhere ends a question', async () => {
  const { shell } = createTerminal();
  const asked = readPassword({ ...shell, signal: AbortSignal.abort() }, undefined);
  await expect(asked).rejects.toMatchObject({ exitCode: 130 });
});

test('a password is not shown', async () => {
  const { shell, shown } = createTerminal('hunter2 is mine\n');
  expect(await readPassword(shell, undefined)).toBe('hunter2 is mine');
  expect(shown()).toBe('Your password: \n');
});

test('a new password is typed twice', async () => {
  expect(await readNewPassword(createTerminal('one\n', 'one\n').shell, undefined)).toBe('one');
  const different = readNewPassword(createTerminal('one\n', 'two\n').shell, undefined);
  await expect(different).rejects.toMatchObject({
    message: 'The two new passwords differ. Nothing was done.',
  });
});

test('a password comes from a file, then from the variable, and else nobody can be asked', async () => {
  const { shell } = createShell([], { env: { LATCHKEY_PASSWORD: 'from the variable' } });
  expect(await readPassword(shell, undefined)).toBe('from the variable');
  const file = join(createShell().shell.configDir, '..', 'password');
  writeFileSync(file, ' from a file \n');
  expect(await readPassword(shell, file)).toBe(' from a file ');
  await expect(readPassword(shell, '/no/such/file')).rejects.toMatchObject({ exitCode: 1 });
  await expect(readPassword(createShell().shell, undefined)).rejects.toMatchObject({ exitCode: 2 });
  await expect(confirm(createShell().shell, 'Sure?')).rejects.toMatchObject({ exitCode: 2 });
});

test('a code is asked for again with the word to wait for the next one', async () => {
  const { shell, shown } = createTerminal(' 123456 \n');
  expect(await readCode(shell, true)).toBe('123456');
  expect(shown()).toContain('Wait for the next one.');
});

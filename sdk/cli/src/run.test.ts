import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LatchkeyError, version } from '@latchkey/client';
import { createShell, removeFolder } from '../test/create-shell.ts';
import { defineCommand } from './command.ts';
import { commands } from './commands/index.ts';
import { run } from './run.ts';

afterAll(removeFolder);

test.each(['', ...commands.map(({ name }) => name)])('the help of %j fits a window', async (name) => {
  const { run: runLine, printed } = createShell();
  expect(await runLine(...name.split(' ').filter(Boolean), '--help')).toBe(0);
  expect(printed.out).toMatch(/^Usage: latchkey /);
  const command = commands.find((one) => one.name === name);
  const all = printed.out.trimEnd().split('\n');
  expect(all.slice(23)).toEqual([]);
  const lines = all.filter((line) => line.length > 80);
  // A line to type is whole, whatever its length.
  expect(lines.filter((line) => !command?.details?.split('\n').includes(line))).toEqual([]);
});

test.each([[[]], [['--help']], [['help']]])(
  '%j shows the groups of all commands in 80 columns and 23 rows',
  async (args) => {
    const { run: runLine, printed } = createShell();
    expect(await runLine(...args)).toBe(0);
    const lines = printed.out.trimEnd().split('\n');
    expect([lines.length <= 23, lines.every((line) => line.length <= 80), printed.err]).toEqual([
      true,
      true,
      '',
    ]);
    const first = new Set(commands.map(({ name }) => name.split(' ')[0]));
    const shown = lines.flatMap((line) => /^ {2}([a-z]+) {2,}\S/.exec(line)?.[1] ?? []);
    expect([new Set(shown), shown.length]).toEqual([first, first.size]);
  },
);

test.each(['admin', 'account', 'completion'])(
  'a group alone shows its commands in a window: %s',
  async (group) => {
    const { run: runLine, printed } = createShell();
    expect(await runLine(group, '--help')).toBe(0);
    expect(printed).toEqual({ out: expect.stringMatching(`^Usage: latchkey ${group} COMMAND`), err: '' });
    expect(printed.out.trimEnd().split('\n').slice(23)).toEqual([]);
  },
);

test('help options says what all commands take', async () => {
  const { run: runLine, printed } = createShell();
  expect(await runLine('help', 'options')).toBe(0);
  const parts = ['-v, --version', 'LATCHKEY_TOKEN', 'Exit codes:'];
  expect(parts.filter((part) => printed.out.includes(part))).toEqual(parts);
  expect(printed.out.trimEnd().split('\n').slice(23)).toEqual([]);
});

test.each(['-v', '-V', '--version', 'version'])('%s is the version', async (typed) => {
  const { run: runLine, printed } = createShell();
  expect(await runLine(typed)).toBe(0);
  expect(printed).toEqual({ out: `${version}\n`, err: '' });
});

test.each([
  [['-x'], 'Unknown option -x. See latchkey --help'],
  [['admin', '--nope'], 'Unknown option --nope. See latchkey admin --help'],
  [['whoami', '-x'], 'Unknown option -x. See latchkey whoami --help'],
  [['--jsn', 'whoami'], 'Unknown option --jsn. Did you mean --json? See latchkey --help'],
  [['drp', 'list'], 'There is no command drp. Did you mean drop? See latchkey --help'],
  [
    ['admin', 'usrs', 'view', 'a'],
    'There is no command admin usrs. Did you mean admin users? See latchkey admin --help',
  ],
  [
    ['devices', 'lst'],
    'There is no command devices lst. Did you mean devices list? See latchkey devices --help',
  ],
  [['lgoin'], 'There is no command lgoin. Did you mean login? See latchkey --help'],
])('2 for %j, with one line', async (args, sentence) => {
  const { run: runLine, printed } = createShell();
  expect(await runLine(...args)).toBe(2);
  expect(printed).toEqual({ out: '', err: `latchkey: ${sentence}\n` });
});

test.each<[string, Error, number, string]>([
  ['a refusal', new LatchkeyError('state_conflict', 'Not now.'), 1, 'Not now (state_conflict).'],
  [
    'a field',
    new LatchkeyError('invalid_value', 'Invalid', { field: 'key' }),
    1,
    'Invalid (invalid_value, key).',
  ],
  ['no session', new LatchkeyError('session_ended', 'Over.'), 3, 'Over (session_ended).'],
  [
    'no right',
    new LatchkeyError('insufficient_scope', 'Needs account'),
    3,
    'Needs account (insufficient_scope).',
  ],
  ['nothing there', new LatchkeyError('not_found', 'Drop not found'), 4, 'Drop not found (not_found).'],
  ['no answer', new LatchkeyError('no_answer', 'Down'), 5, 'Down (no_answer).'],
  [
    'a limit',
    new LatchkeyError('throttled', 'Slow', { retryAfter: 9 }),
    5,
    'Slow (throttled). Try again in 9 s.',
  ],
])('%s has its exit code and is reported in words and in JSON', async (_name, error, exitCode, sentence) => {
  const failing = [defineCommand({ name: 'fail', summary: 'Fails.', run: () => Promise.reject(error) })];
  const { shell, printed } = createShell();
  expect(await run(['fail'], shell, failing)).toBe(exitCode);
  expect(printed.err).toBe(`latchkey: ${sentence}${exitCode === 3 ? ' Run: latchkey login' : ''}\n`);
  printed.err = '';
  expect(await run(['fail', '--json'], shell, failing)).toBe(exitCode);
  expect(JSON.parse(printed.err)).toMatchObject({ error: { message: sentence } });
});

test.each(['../up', '.hidden', 'a/b', ''])('%j is no name of a profile', async (name) => {
  const { run: runLine } = createShell();
  expect(await runLine('whoami', `--profile=${name}`)).toBe(2);
});

test('whoami without a login says which one is needed', async () => {
  const { run: runLine, printed, calls } = createShell();
  expect(await runLine('whoami', '--sso', 'https://sso.test/')).toBe(3);
  expect(printed.err).toBe('latchkey: You are not logged in at https://sso.test. Run: latchkey login\n');
  expect(calls).toEqual([]);
});

test.each(
  ['', '{"status":"act', '{"status":"active"}'].flatMap((text) =>
    ['whoami', 'login', 'logout'].map((word) => [word, text] as const),
  ),
)('%s reports a damaged login: %j', async (word, text) => {
  const { shell, run: runLine, printed, calls } = createShell();
  const folder = join(shell.configDir, 'default', encodeURIComponent('latchkey-cli@http://localhost:4001'));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'session.json'), text);
  expect(await runLine(word)).toBe(3);
  expect(printed.err).toMatch(/^latchkey: .*session\.json is damaged; remove it and log in again\.\n$/);
  expect(calls).toEqual([]);
});

test('a file that may not be read is reported', async () => {
  const { shell, run: runLine, printed } = createShell();
  const folder = join(shell.configDir, 'default', encodeURIComponent('latchkey-cli@http://localhost:4001'));
  mkdirSync(join(folder, 'session.json'), { recursive: true });
  expect(await runLine('whoami')).toBe(1);
  expect(printed.err).toMatch(/^latchkey: .*session\.json cannot be read: EISDIR: .*\n$/);
});

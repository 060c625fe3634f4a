import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootDir } from '../../infra/local/paths.ts';
import { approve } from '../../infra/local/person.ts';
import { shareStack } from '../../infra/local/share-stack.ts';
import type { Stack } from '../../infra/local/stack.ts';
import { startCommand } from './command.ts';

const folder = mkdtempSync(join(tmpdir(), 'latchkey-cli-'));
const bin = join(rootDir, 'sdk/cli/bin/latchkey.ts');
let stack: Stack;

beforeAll(async () => {
  stack = await shareStack();
});
afterAll(async () => {
  await stack.stop();
  rmSync(folder, { recursive: true, force: true });
});

const start = (home: string, args: string[], env: Record<string, string> = {}) =>
  startCommand(
    [process.execPath, '--disable-warning=ExperimentalWarning', bin, ...args],
    join(folder, home),
    stack.urls,
    env,
  );
const read = async (home: string, args: string[], env: Record<string, string> = {}) => {
  const { code, out, err } = await start(home, args, env).ended;
  return { code, out: out.toString(), err };
};
const code = /the code (\S+)/;

async function signIn(home: string, ...options: string[]): Promise<void> {
  const login = start(home, ['login', ...options]);
  const [, userCode = ''] = await login.sees(code);
  await approve(stack.urls, { userCode });
  expect(await login.ended).toMatchObject({ code: 0, err: expect.stringContaining('Logged in as') });
}

test('a person signs in, hands over a large file once, and signs out', async () => {
  await signIn('whole');
  const me = await read('whole', ['whoami', '--json']);
  expect(JSON.parse(me.out)).toMatchObject({
    user: { email: 'demo@latchkey.test' },
    client_id: 'latchkey-cli',
  });
  const { access_token, token_type } = JSON.parse((await read('whole', ['token', '--json'])).out);
  expect(token_type).toBe('DPoP');
  const stolen = await read('whole', ['whoami'], { LATCHKEY_TOKEN: access_token });
  expect(stolen).toMatchObject({ code: 3, out: '' });
  const [source, copy] = [join(folder, 'source'), join(folder, 'copy')];
  writeFileSync(source, randomBytes(1_048_576));
  const put = await read('whole', ['drop', 'put', source, '--json']);
  const { id, key } = JSON.parse(put.out) as { id: string; key: string };
  const wrong = await read('whole', ['drop', 'take', id, '--json'], { LATCHKEY_DROP_KEY: 'wrong' });
  expect(wrong).toMatchObject({ code: 1, out: '' });
  expect(JSON.parse(wrong.err)).toMatchObject({ error: { code: 'invalid_key' } });
  expect((await read('whole', ['drop', 'take', id, '--out', copy], { LATCHKEY_DROP_KEY: key })).code).toBe(0);
  expect(readFileSync(copy).equals(readFileSync(source))).toBe(true);
  expect(JSON.parse((await read('whole', ['drop', 'inspect', id, '--json'])).out)).toMatchObject({
    status: 'consumed',
    size: 1_048_576,
  });
  expect((await read('whole', ['drop', 'inspect', id])).out).toContain('taken by\tyou\n');
  expect((await read('whole', ['logout'])).code).toBe(0);
  expect((await read('whole', ['token'])).code).toBe(3);
});

test('the token of a login with --bearer works alone', async () => {
  await signIn('bearer', '--bearer');
  const { out } = await read('bearer', ['token']);
  expect((await read('other', ['whoami'], { LATCHKEY_TOKEN: out.trim() })).code).toBe(0);
});

test('a login that is killed goes on with the next one', async () => {
  const killed = start('killed', ['login']);
  const [, userCode = ''] = await killed.sees(code);
  killed.kill('SIGKILL');
  await killed.ended;
  await approve(stack.urls, { userCode });
  const next = await read('killed', ['login']);
  expect(next).toMatchObject({ code: 0, err: expect.stringContaining('Going on with the login') });
});

test('somebody who is no operator gets no operator power, and keeps the login', async () => {
  await signIn('plain');
  const login = start('plain', ['login', '--admin']);
  const [, userCode = ''] = await login.sees(code);
  await approve(stack.urls, { userCode });
  expect(await login.ended).toMatchObject({
    code: 1,
    err: expect.stringContaining('No operator power was given'),
  });
  expect((await read('plain', ['token', '--admin'])).code).toBe(3);
  expect((await read('plain', ['whoami'])).code).toBe(0);
});

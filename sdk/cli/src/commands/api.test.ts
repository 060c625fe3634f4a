import { join } from 'node:path';
import type { ActiveSession, PrivateJwk } from '@latchkey/client';
import { createFileStore } from '@latchkey/client/file-store';
import { createShell, removeFolder, type Reply } from '../../test/create-shell.ts';
import { logIn } from '../../test/log-in.ts';

afterAll(removeFolder);

const done: Reply = [200, { status: 1, data: { items: [], token: null } }];

async function type(args: readonly string[], replies: readonly Reply[] = [done]) {
  const { shell, run, calls, printed } = createShell(replies);
  await logIn(shell);
  const exitCode = await run('api', ...args);
  return { exitCode, calls: calls.map(({ url, fields }) => [url, fields] as const), ...printed };
}
const token = { 'auth.token': 'tok' };

test.each<[string[], string, object]>([
  [
    ['/v1/drop/list', 'status=active', 'limit:=5'],
    'http://localhost:4003/v1/drop/list',
    { status: 'active', limit: 5 },
  ],
  [['/org/search'], 'http://localhost:4002/org/search', {}],
  [['/org/search', '--service', 'drop'], 'http://localhost:4003/org/search', {}],
  [['/v1/x', '--service', 'user-api'], 'http://localhost:4002/v1/x', {}],
  [
    ['/a/b', 'x=a=b:=c', 'y=', 'z:={"a":[1,null]}'],
    'http://localhost:4002/a/b',
    { x: 'a=b:=c', y: '', z: { a: [1, null] } },
  ],
  [
    ['/a/b', 'x=line\nline', 'auth.code=1', '__proto__=7'],
    'http://localhost:4002/a/b',
    { x: 'line\nline', 'auth.code': '1', ['__proto__']: '7' },
  ],
])('%j is sent with the token of the login, and its data is printed', async (args, url, fields) => {
  const { exitCode, calls, out, err } = await type(args);
  expect([exitCode, calls, err]).toEqual([0, [[url, { ...fields, ...token }]], '']);
  expect(out).toBe('{"items":[],"token":null}\n');
});

test.each<[string[], string]>([
  [[], 'api needs PATH'],
  [['org/search'], 'PATH is a path'],
  [['https://evil.test/x'], 'PATH is a path'],
  [['/a?x=1'], 'PATH is a path'],
  [['/a b'], 'PATH is a path'],
  [['/a', 'Sup3rs3cret'], 'A field is NAME=TEXT'],
  [['/a', '=Sup3rs3cret'], 'A field is NAME=TEXT'],
  [['/a', 'key:=Sup3rs3cret'], 'key:= takes JSON'],
  [['/a', 'key=Sup3rs3cret', 'key=x'], 'The field key is there twice'],
  [['/a', '--service', 'sso'], 'one of user-api, drop'],
])('2 for %j, which sends nothing and quotes no value', async (args, sentence) => {
  const { exitCode, calls, err } = await type(args);
  expect([exitCode, calls]).toEqual([2, []]);
  expect(err).toContain(sentence);
  expect(err).not.toContain('Sup3rs3cret');
});

test.each<[number, Reply]>([
  [1, [409, { status: 0, code: 'state_conflict', message: 'No', data: null }]],
  [3, [403, { status: 0, code: 'insufficient_scope', message: 'No', data: null }]],
  [4, [404, { status: 0, code: 'not_found', message: 'No', data: null }]],
  [5, [503, { status: 0, code: 'overloaded', message: 'No', retry_after: 1, data: null }]],
  [5, new TypeError('fetch failed')],
])('%i for %j, as of other commands', async (exitCode, reply) => {
  expect(await type(['/org/search'], [reply])).toMatchObject({ exitCode, out: '' });
});

test('the operator’s login is used with --admin', async () => {
  const { shell, run, calls } = createShell([done, done]);
  await logIn(shell, { places: ['admin'] });
  expect(await run('api', '/admin/user/search')).toBe(3);
  expect(await run('api', '/admin/user/search', '--admin')).toBe(0);
  expect(calls).toHaveLength(1);
});

test('the call has a proof of the key of the login, for its address', async () => {
  const { shell, run, calls, printed } = createShell([done]);
  await logIn(shell);
  const folder = join(shell.configDir, 'default', encodeURIComponent('latchkey-cli@http://localhost:4001'));
  const store = createFileStore(join(folder, 'session.json'));
  const made = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ]);
  const { x, y, d } = (await crypto.subtle.exportKey('jwk', made.privateKey)) as PrivateJwk;
  const { tokens } = (await store.read()) as ActiveSession;
  const dpopKey = { kty: 'EC', crv: 'P-256', x, y, d } as const;
  await store.replace({ status: 'active', revision: 2, tokens: { ...tokens, tokenType: 'DPoP', dpopKey } });
  expect(await run('api', '/org/search')).toBe(0);
  const [, claims = ''] = String(calls[0]?.fields['auth.dpop']).split('.');
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    htm: 'POST',
    htu: 'http://localhost:4002/org/search',
  });
  for (const secret of ['tok', d]) expect(printed.err + printed.out).not.toContain(`"${secret}"`);
});

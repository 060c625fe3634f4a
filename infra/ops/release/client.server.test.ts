import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findLowestNode, packLibrary, type PackedLibrary } from './packed-library.ts';
import { folderOf } from './published.ts';

const modules = join(folderOf('client'), 'node_modules');
let client: PackedLibrary;
beforeAll(() => {
  const needs = ['oauth4webapi', 'openapi-fetch'].map((name) => [name, join(modules, name)]);
  client = packLibrary('client', Object.fromEntries(needs) as Record<string, string>);
});
afterAll(() => client.remove());

test('publint finds nothing', () => {
  expect(client.tool('publint', 'src/cli.js', [client.tarball, '--strict'])).toContain('All good!');
});

test('arethetypeswrong finds nothing', () => {
  client.tool('@arethetypeswrong/cli', 'dist/index.js', [client.tarball, '--profile', 'esm-only']);
});

test('the tarball holds what is used, and no test', () => {
  const files = client.run('tar', ['-tzf', client.tarball]).trim().split('\n');
  const others = files.filter(
    (name) => !/^package\/(.*\.(d\.ts|js)|package\.json|README\.md|LICENSE)$/.test(name),
  );
  expect(others).toEqual([]);
  expect(files.filter((name) => name.includes('test'))).toEqual([]);
});

test('only the file store and the login on a terminal use Node', () => {
  const files = readdirSync(client.contents, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  );
  const users = files.filter((name) => /from 'node:/.test(readFileSync(join(client.contents, name), 'utf8')));
  expect(users.sort()).toEqual([
    'login/ask-number.js',
    'login/callback-server.js',
    'login/choose-road.js',
    'login/open-browser.js',
    'session/draft.js',
    'session/file-lock.js',
    'session/file-store.js',
    'session/find-target.js',
  ]);
});

const program = `
import { createLatchkey, createMemoryStore, LatchkeyError } from '@latchkey/client';
import { createFileStore } from '@latchkey/client/file-store';
import { login } from '@latchkey/client/login';
import { listStoreChecks } from '@latchkey/client/store-contract';
const latchkey = createLatchkey({ sso: 'http://localhost:1', clientId: 'rp' });
const session = await latchkey.openSession(createMemoryStore());
const error = await session.accessToken().catch((error) => error);
for (const { check } of listStoreChecks(async (name) => createFileStore(name + '/s.json'))) await check();
const refused = await login(latchkey).catch((error) => error);
console.log(error instanceof LatchkeyError, error.code, refused.code);
`;

test.each([
  ['this Node', process.execPath],
  ['the lowest that is promised', findLowestNode('client')],
])('JavaScript uses it on %s', (_which, node) => {
  writeFileSync(join(client.app, 'program.mjs'), program);
  expect(client.run(node, ['program.mjs'], client.app)).toBe('true no_session no_answer\n');
});

test('TypeScript checks what a caller does with it, the libraries of the package included', () => {
  const good = `
import { createLatchkey, drop, pages, userApi, type LatchkeyError, type Session } from '@latchkey/client';
import type { createFileStore } from '@latchkey/client/file-store';
export type Store = ReturnType<typeof createFileStore>;
export async function list(session: Session): Promise<string[]> {
  const api = userApi(session);
  const ids: string[] = [];
  for await (const page of pages((fields) => api('/account/me/session/search', fields), { limit: 5 }))
    for (const item of page.items) ids.push(item.id);
  const { key } = await drop(session)('/v1/drop/store', { payload: 'x' });
  return [...ids, String(key)];
}
export const latchkey = createLatchkey({ sso: 'https://sso.test', clientId: 'rp', dpop: true });
// @ts-expect-error A drop is not consumed without its fields.
export const bare = (session: Session) => drop(session)('/v1/drop/consume');
// @ts-expect-error A number is no way to write a payload.
export const wrong = (session: Session) => drop(session)('/v1/drop/store', { payload_format: 7 });
export const code = (error: LatchkeyError) => error.code === 'session_ended' || error.code === 'one of a service';
// @ts-expect-error No such route.
export const none = (session: Session) => userApi(session)('/no/such/route');
`;
  writeFileSync(join(client.app, 'good.mts'), good);
  const options = ['--noEmit', '--strict', '--target', 'es2022', '--types', 'node', '--module'];
  const check = (kind: string[]) =>
    client.tool('typescript', 'bin/tsc', [...options, ...kind, 'good.mts'], client.app);
  check(['nodenext']);
  check(['esnext', '--moduleResolution', 'bundler']);
  check(['esnext', '--moduleResolution', 'node10', '--skipLibCheck']);
});

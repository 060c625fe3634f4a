import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'latchkey-package-'));
const tarball = join(folder, 'latchkey-client-0.1.0.tgz');
const dependencies = ['oauth4webapi', 'openapi-fetch'];

/** What a program prints. Throws what it says when it fails. */
function run(command: string, args: string[], cwd = folder): string {
  try {
    return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(' ')}\n${stdout}\n${stderr}`, { cause: error });
  }
}

const node = (args: string[], cwd?: string) => run(process.execPath, args, cwd);
const tool = (name: string, path: string, args: string[]) =>
  node([join(root, 'node_modules', name, path), ...args]);

beforeAll(() => {
  const dist = join(folder, 'dist');
  node([join(root, 'scripts/build.ts'), dist]);
  run('npm', ['pack', './dist', '--silent', '--pack-destination', folder]);
  // An installation by hand, so that the test needs no registry.
  const modules = join(folder, 'app/node_modules');
  mkdirSync(join(modules, '@latchkey'), { recursive: true });
  run('tar', ['-xzf', tarball, '-C', folder]);
  cpSync(join(folder, 'package'), join(modules, '@latchkey/client'), { recursive: true });
  for (const name of dependencies)
    symlinkSync(realpathSync(join(root, 'node_modules', name)), join(modules, name), 'dir');
  symlinkSync(realpathSync(join(root, '../../node_modules/@types')), join(modules, '@types'), 'dir');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('publint finds nothing', () => {
  expect(tool('publint', 'src/cli.js', [tarball, '--strict'])).toContain('All good!');
});

test('arethetypeswrong finds nothing', () => {
  tool('@arethetypeswrong/cli', 'dist/index.js', [tarball, '--profile', 'esm-only']);
});

test('the tarball holds what is used, and no test', () => {
  const files = run('tar', ['-tzf', tarball]).trim().split('\n');
  const others = files.filter(
    (name) => !/^package\/(.*\.(d\.ts|js)|package\.json|README\.md|LICENSE)$/.test(name),
  );
  expect(others).toEqual([]);
  expect(files.filter((name) => name.includes('test'))).toEqual([]);
  expect(readdirSync(folder)).toContain('latchkey-client-0.1.0.tgz');
});

test('only the file store uses Node', () => {
  const built = join(folder, 'package');
  const files = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  );
  const users = files.filter((name) => /from 'node:/.test(readFileSync(join(built, name), 'utf8')));
  expect(users.sort()).toEqual(['session/file-lock.js', 'session/file-store.js']);
});

const program = `
import { createLatchkey, createMemoryStore, LatchkeyError } from '@latchkey/client';
import { createFileStore } from '@latchkey/client/file-store';
import { listStoreChecks } from '@latchkey/client/store-contract';
const latchkey = createLatchkey({ sso: 'http://localhost:1', clientId: 'rp' });
const session = await latchkey.openSession(createMemoryStore());
const error = await session.accessToken().catch((error) => error);
for (const { check } of listStoreChecks(async (name) => createFileStore(name + '/s.json'))) await check();
console.log(error instanceof LatchkeyError, error.code);
`;

test('JavaScript uses it', () => {
  writeFileSync(join(folder, 'app/program.mjs'), program);
  expect(node(['program.mjs'], join(folder, 'app'))).toBe('true no_session\n');
});

test('TypeScript checks what a caller does with it, the libraries of the package included', () => {
  const app = join(folder, 'app');
  const good = `
import { createLatchkey, drop, pages, userApi, type Session } from '@latchkey/client';
export async function list(session: Session): Promise<string[]> {
  const api = userApi(session);
  const ids: string[] = [];
  for await (const page of pages((fields) => api('/account/me/session/search', fields), { limit: 5 }))
    for (const item of page.items) ids.push(item.id);
  const { key } = await drop(session)('/v1/drop/store', { payload: 'x' });
  return [...ids, String(key)];
}
export const latchkey = createLatchkey({ sso: 'https://sso.test', clientId: 'rp', dpop: true });
// @ts-expect-error No such route.
export const none = (session: Session) => userApi(session)('/no/such/route');
`;
  writeFileSync(join(app, 'good.mts'), good);
  const options = ['--noEmit', '--strict', '--target', 'es2022', '--types', 'node', '--module'];
  const check = (kind: string[]) =>
    node([join(root, 'node_modules/typescript/bin/tsc'), ...options, ...kind, 'good.mts'], app);
  check(['nodenext']);
  check(['esnext', '--moduleResolution', 'bundler']);
});

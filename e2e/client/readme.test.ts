import { execFileSync, spawn } from 'node:child_process';
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listStoreChecks } from '@latchkey/client/store-contract';
import { createTestDatabase } from '@latchkey/testing';
import { rootDir } from '../../infra/local/paths.ts';
import { findFreePort } from '../../infra/local/ports.ts';
import { shareStack } from '../../infra/local/share-stack.ts';
import type { Stack } from '../../infra/local/stack.ts';
import { buildRelease } from '../../infra/ops/release/packed-library.ts';
import { folderOf, libraries } from '../../infra/ops/release/published.ts';
import { startCommand } from '../cli/command.ts';
import { readBlocks } from '../process/guide.ts';
import { approve } from './sign-in.ts';

const readmeOf = (name: string) => join(folderOf(name), 'README.md');
const readPrograms = (name: string) => readBlocks(readmeOf(name), 'ts').map(({ commands }) => commands);
/** The lines of a README's first block of shell commands, without what is said about them. */
const readInstallLines = (name: string) =>
  (readBlocks(readmeOf(name))[0]?.commands ?? '')
    .trim()
    .split('\n')
    .map((line) => line.replace(/ +#.*/, ''));

const [signIn = '', withCode = '', useSession = '', actAlone = '', checkStore = ''] = readPrograms('client');
const [api = '', callApi = ''] = readPrograms('resource-server');

const folder = mkdtempSync(join(tmpdir(), 'latchkey-readme-'));
const home = join(folder, 'home');
/** npm as on a machine of its own, which must ask no registry. */
const npm = {
  HOME: home,
  npm_config_offline: 'true',
  npm_config_update_notifier: 'false',
  npm_config_prefix: join(home, 'global'),
};
let stack: Stack;
let apiPort: number;

/** A program's folder with what a release holds. What the libraries need of others comes from this repository. */
function makeApp(): void {
  mkdirSync(home);
  const release = buildRelease();
  for (const name of globSync('*', { cwd: release })) copyFileSync(join(release, name), join(folder, name));
  const find = (of: string, name: string) => realpathSync(join(rootDir, of, 'node_modules', name));
  const needs = {
    jose: find('sdk/resource-server', 'jose'),
    oauth4webapi: find('sdk/client', 'oauth4webapi'),
    'openapi-fetch': find('sdk/client', 'openapi-fetch'),
  };
  const helpers = join(needs['openapi-fetch'], '../openapi-typescript-helpers');
  const overrides = Object.fromEntries(
    Object.entries({ ...needs, 'openapi-typescript-helpers': helpers }).map(([name, place]) => [
      name,
      `file:${place}`,
    ]),
  );
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, overrides }));
  for (const line of libraries.flatMap(readInstallLines))
    execFileSync('/bin/sh', ['-c', line], { cwd: folder, env: { ...process.env, ...npm }, stdio: 'pipe' });
  for (const name of ['pg', 'express'])
    symlinkSync(realpathSync(join(rootDir, 'node_modules', name)), join(folder, 'node_modules', name), 'dir');
}

beforeAll(async () => {
  makeApp();
  apiPort = await findFreePort();
  stack = await shareStack();
});
afterAll(async () => {
  await stack.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface RunOptions {
  /** A program without types runs as the READMEs name it. */
  readonly file?: string;
  readonly env?: Record<string, string>;
  readonly signal?: AbortSignal;
  /** Sees what the example has printed so far. */
  onOutput?(output: string): void;
}

/** Runs an example as it stands, but for the addresses. */
async function run(example: string, options: RunOptions = {}): Promise<string> {
  const { file = 'example.mjs', env = {}, signal, onOutput } = options;
  const { sso, userApi, drop } = stack.urls;
  const code = example
    .replaceAll('http://localhost:4001', sso)
    .replaceAll('http://localhost:4002', userApi)
    .replaceAll('http://localhost:4003', drop)
    .replaceAll('4100', String(apiPort));
  writeFileSync(join(folder, file), code);
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file], {
    cwd: folder,
    env: { ...process.env, ...env },
  });
  signal?.addEventListener('abort', () => child.kill());
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece) => {
      output += String(piece);
      onOutput?.(output);
    });
  await new Promise((resolve) => child.on('close', resolve));
  return output;
}

test('the first program of the repository is that of the library, which is played here', () => {
  expect(readBlocks(join(rootDir, 'README.md'), 'ts').map(({ commands }) => commands)).toEqual([signIn]);
});

test('the command signs in from its tarball, and runs when it is installed and as one file', async () => {
  const [once = '', install = '', ...others] = readInstallLines('cli');
  expect(others).toEqual([]);
  const start = (command: string) =>
    startCommand(['/bin/sh', '-c', `cd ${folder} && ${command}`], home, stack.urls, npm);
  const login = start(once);
  const [, userCode = ''] = await login.sees(/the code (\S+)/);
  await approve(stack.urls, { userCode });
  expect(await login.ended).toMatchObject({ code: 0, err: expect.stringContaining('Logged in as') });
  const installed = join(npm.npm_config_prefix, 'bin/latchkey');
  const whoami = async (command: string) => {
    const { code, out } = await start(command).ended;
    return [code, code === 0 ? JSON.parse(out.toString()) : out.toString()];
  };
  const good = [0, expect.objectContaining({ client_id: 'latchkey-cli' })];
  expect({
    installed: await whoami(`${install} >&2 && ${installed} whoami --json`),
    'one file': await whoami('./latchkey whoami --json'),
  }).toEqual({ installed: good, 'one file': good });
});

/** Runs an example, and approves the code that it prints. */
async function runAndApprove(example: string, code: RegExp): Promise<string[]> {
  let approving: Promise<void> | undefined;
  const printed = await run(example, {
    onOutput(output) {
      const [, userCode] = code.exec(output) ?? [];
      if (userCode !== undefined) approving ??= approve(stack.urls, { userCode });
    },
  });
  await approving;
  return printed.trim().split('\n');
}

test('the first example signs in with a code where there is no terminal, and the third uses the session', async () => {
  const lines = await runAndApprove(signIn, /the code (\S+)/);
  expect(lines[0]).toBe('To log in to “Latchkey” with a code (this is no terminal), open');
  expect(lines.at(-1)).toBe('You are demo@latchkey.test.');
  const used = await run(useSession);
  expect(used.trim().split('\n')).toEqual(['true', 'invalid_key key undefined', 'meet me at noon']);
});

test('the second example signs in with a code in steps', async () => {
  const lines = await runAndApprove(withCode, /enter (\S+)/);
  expect(lines[0]).toBe(`Open ${stack.urls.sso}/device_login and enter ${/\S+$/.exec(lines[0] ?? '')?.[0]}`);
  expect(lines.slice(-2)).toEqual(['redeemed', 'You are demo@latchkey.test.']);
});

test('a client gets a token for itself once', async () => {
  expect(await run(actAlone)).toBe('true true\n');
});

test('the API takes the token of the program beside it', async () => {
  const stop = new AbortController();
  let called: Promise<string> | undefined;
  const served = run(api, {
    file: 'api.mjs',
    signal: stop.signal,
    onOutput(output) {
      if (output.includes('listens')) called ??= run(callApi).finally(() => stop.abort());
    },
  });
  await served;
  expect(await called).toMatch(/^200 \{"greeting":"Hello, demo-backend\."\}\n$/);
});

test('the last program of the client checks the store that its README links to', async () => {
  const database = await createTestDatabase();
  try {
    for (const file of ['pg-store.ts', 'seal.ts'])
      copyFileSync(join(rootDir, 'sdk/examples/back-end', file), join(folder, file));
    const output = await run(checkStore, { file: 'check.mts', env: { DATABASE_URL: database.url } });
    const checks = listStoreChecks(() => Promise.reject(new Error('not opened')));
    expect(output).toMatch(new RegExp(`^\\S+ pass ${checks.length}$`, 'm'));
    expect(output).toMatch(/^\S+ fail 0$/m);
  } finally {
    await database.drop();
  }
});

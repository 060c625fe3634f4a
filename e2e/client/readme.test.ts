import { spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
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
import { startStack, type Stack } from '../../infra/local/stack.ts';
import { approve } from './sign-in.ts';

const packageDir = join(rootDir, 'packages/client');
const readme = readFileSync(join(packageDir, 'README.md'), 'utf8');
const [signIn = '', useSession = '', pgStore = '', seal = '', checkStore = ''] = [
  ...readme.matchAll(/^```ts\n(.*?)^```$/gms),
].map(([, code = '']) => code);
const folder = mkdtempSync(join(tmpdir(), 'latchkey-readme-'));
let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ sso: { POLL_INTERVAL_SECONDS: '1' } });
  mkdirSync(join(folder, 'node_modules/@latchkey'), { recursive: true });
  symlinkSync(realpathSync(packageDir), join(folder, 'node_modules/@latchkey/client'), 'dir');
  symlinkSync(realpathSync(join(rootDir, 'node_modules/pg')), join(folder, 'node_modules/pg'), 'dir');
});
afterAll(async () => {
  await stack.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface RunOptions {
  readonly env?: Record<string, string>;
  /** Sees what the example has printed so far. */
  onOutput?(output: string): void;
}

/** Runs an example as it stands, but for the addresses. */
async function run(example: string, { env = {}, onOutput }: RunOptions = {}): Promise<string> {
  const { sso, userApi, drop } = stack.urls;
  const code = example
    .replaceAll('http://localhost:4001', sso)
    .replaceAll('http://localhost:4002', userApi)
    .replaceAll('http://localhost:4003', drop);
  writeFileSync(join(folder, 'example.mts'), code);
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'example.mts'], {
    cwd: folder,
    env: { ...process.env, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece) => {
      output += String(piece);
      onOutput?.(output);
    });
  await new Promise((resolve) => child.on('close', resolve));
  return output;
}

test('the first two examples sign in and use the session', async () => {
  let approving: Promise<void> | undefined;
  const signedIn = await run(signIn, {
    onOutput(output) {
      const [, userCode] = /enter (\S+)/.exec(output) ?? [];
      if (userCode !== undefined) approving ??= approve(stack.urls, { userCode });
    },
  });
  await approving;
  const lines = signedIn.trim().split('\n');
  expect(lines[0]).toBe(`Open ${stack.urls.sso}/device_login and enter ${/\S+$/.exec(lines[0] ?? '')?.[0]}`);
  expect(lines.slice(-2)).toEqual(['redeemed', 'true']);
  const used = await run(useSession);
  expect(used.trim().split('\n')).toEqual([
    'demo@latchkey.test',
    'true',
    'invalid_key key undefined',
    'meet me at noon',
  ]);
});

test('the store of the third one and what seals it are those of the example', () => {
  const readExample = (file: string) => readFileSync(join(rootDir, 'examples/back-end', file), 'utf8');
  expect([pgStore, seal]).toEqual([readExample('pg-store.ts'), readExample('seal.ts')]);
});

test('the fifth one checks the third', async () => {
  const database = await createTestDatabase();
  try {
    writeFileSync(join(folder, 'pg-store.ts'), pgStore);
    writeFileSync(join(folder, 'seal.ts'), seal);
    const output = await run(checkStore, { env: { DATABASE_URL: database.url } });
    const checks = listStoreChecks(() => Promise.reject(new Error('not opened')));
    expect(output).toMatch(new RegExp(`^\\S+ pass ${checks.length}$`, 'm'));
    expect(output).toMatch(/^\S+ fail 0$/m);
  } finally {
    await database.drop();
  }
});

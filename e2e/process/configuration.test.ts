import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@latchkey/testing';
import { addSigningKey } from '@latchkey/tokens';
import { keepCode } from '../../infra/local/child-process.ts';
import { rootDir } from '../../infra/local/paths.ts';
import { serviceArgs } from '../../infra/local/service-list.ts';
import { seedDemo } from '../../infra/local/service-process.ts';
import { loadConfig } from '../../services/user-api/src/config.ts';

const demoSecret = 'demo-service-master-key-for-local-use-only';
const complete = {
  IDENTITY_ISSUER: 'https://sso.example.com',
  SSO_URL: 'https://sso.example.com',
  USER_API_URL: 'https://api.example.com',
  DROP_URL: 'https://drop.example.com',
  DATABASE_URL: 'postgresql://nobody@localhost:1/none',
  REDIS_URL: 'redis://localhost:1',
  SERVICE_MASTER_KEY: demoSecret,
  CURSOR_KEYS: 'demo:ZGVtby1jdXJzb3Ita2V5LWZvci1sb2NhbC11c2Utb24',
  SEALING_KEYS: 'demo:ZGVtby1zZWFsaW5nLWtleS1mb3ItbG9jYWwtdXNlLW8',
  SIGNING_KEYS_FILE: '/nowhere/keys.json',
};

const randomKey = () => randomBytes(32).toString('base64url');
/** In place of what production refuses. */
const random = {
  DATABASE_URL: 'postgresql://u:q8Zr1vXk3mTw9bLc5@localhost:1/none',
  REDIS_URL: 'redis://:q8Zr1vXk3mTw9bLc5@localhost:1',
  SERVICE_MASTER_KEY: randomKey(),
  SERVICE_CALLERS: `sso:${randomKey()},user-api:${randomKey()}`,
  SSO_INTERNAL_URL: 'http://localhost:2',
  CURSOR_KEYS: `k1:${randomKey()}`,
  SEALING_KEYS: `k1:${randomKey()}`,
  DROP_PEPPER_KEYS: `k1:${randomKey()}`,
};

/** Runs a service with nothing but the given environment until it ends. */
function run(
  service: string,
  environment: Record<string, string>,
): Promise<{ code: number | null; text: string }> {
  const child = spawn(process.execPath, serviceArgs, {
    cwd: join(rootDir, 'services', service),
    env: { PORT: '0', ...keepCode(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  return new Promise((resolve) => child.once('exit', (code) => resolve({ code, text })));
}

test.each([
  ['sso', ['IDENTITY_ISSUER', 'SSO_URL', 'DATABASE_URL', 'REDIS_URL', 'STATE_KEYS', 'SERVICE_MASTER_KEY']],
  ['user-api', ['IDENTITY_ISSUER', 'USER_API_URL', 'DATABASE_URL', 'REDIS_URL', 'SERVICE_MASTER_KEY']],
  ['drop', ['IDENTITY_ISSUER', 'DROP_URL', 'DATABASE_URL', 'REDIS_URL', 'DROP_PEPPER_KEYS', 'CURSOR_KEYS']],
])(
  '%s in production names every plain address, missing password, missing key and demo value',
  async (service, names) => {
    // An environment without NODE_ENV is production.
    const plain = Object.entries(complete).map(([name, value]) => [name, value.replace('https:', 'http:')]);
    const { code, text } = await run(service, Object.fromEntries(plain));
    expect(code).toBe(1);
    const named = text.split('\n').map((line) => line.split(' ', 1)[0]);
    expect(names.filter((name) => !named.includes(name))).toEqual([]);
    expect(text).not.toContain(demoSecret);
  },
);

const demoFiles = ['docker-compose.yml', 'infra/ops/k8s/overlays/local/kustomization.yaml'];
/** What the deployments for demos and tests give their services, as `NAME: value` and `NAME=value`. */
const demoSettings = demoFiles.flatMap((path) => {
  const text = readFileSync(join(rootDir, path), 'utf8');
  const found = text.matchAll(/\b([A-Z_]+(?:KEYS?|CALLERS)|DATABASE_URL|REDIS_URL)(?:: |=)(\S+)$/gm);
  return [...found].map(([, name = '', value = '']) => [name, value] as const);
});

test.each(demoSettings)('production refuses %s as a demo has it: %s', (name, value) => {
  const load = () => loadConfig({ ...complete, ...random, [name]: value });
  expect(load).toThrow(new RegExp(`^${name} must `, 'm'));
});

test.each(['sso', 'user-api', 'drop'])(
  '%s ends with a sentence for each fault of its theme',
  async (service) => {
    const folder = mkdtempSync(join(tmpdir(), 'theme-'));
    const path = join(folder, 'theme.json');
    writeFileSync(path, '{"name":"a@b","font":"x"}');
    const keysFile = join(folder, 'keys.json');
    writeFileSync(keysFile, await addSigningKey({ now: Date.now() }));
    const { code, text } = await run(service, {
      ...complete,
      ...random,
      NODE_ENV: 'development',
      SIGNING_KEYS_FILE: keysFile,
      THEME_FILE: path,
    });
    rmSync(folder, { recursive: true });
    expect([code, text.match(/theme\.json: (font|name) /g)]).toEqual([
      1,
      ['theme.json: font ', 'theme.json: name '],
    ]);
  },
);

test('user-api in production ends with one sentence on a database with demo data', async () => {
  const database = await createTestDatabase({ service: 'user-api' });
  try {
    const environment = { ...complete, ...random, DATABASE_URL: database.url };
    const development = { PATH: process.env['PATH'] ?? '', ...environment, NODE_ENV: 'development' };
    await seedDemo(development);
    const { code, text } = await run('user-api', environment);
    expect(code).toBe(1);
    expect(text).toContain(
      'This database holds the demo accounts admin@latchkey.test, demo@latchkey.test, root@latchkey.test, ' +
        'totp@latchkey.test and the demo secrets of demo-backend, demo-rp, demo-rp-basic, which everybody knows. ' +
        'Production does not run on it.\n',
    );
  } finally {
    await database.drop();
  }
});

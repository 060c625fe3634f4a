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
  [
    'sso',
    [
      'IDENTITY_ISSUER',
      'DATABASE_URL',
      'REDIS_URL',
      'USER_API_URL',
      'SERVICE_MASTER_KEY',
      'SIGNING_KEYS_FILE',
    ],
  ],
  [
    'user-api',
    ['IDENTITY_ISSUER', 'DATABASE_URL', 'REDIS_URL', 'SSO_URL', 'SERVICE_MASTER_KEY', 'CURSOR_KEYS'],
  ],
  ['drop', ['IDENTITY_ISSUER', 'DATABASE_URL', 'CURSOR_KEYS']],
])(
  '%s without its environment names every variable that is missing, and ends with 1',
  async (service, names) => {
    const { code, text } = await run(service, {});
    expect(code).toBe(1);
    expect(names.filter((name) => !text.includes(name))).toEqual([]);
  },
);

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

/**
 * What a deployment for demos and tests gives its services, as `NAME: value` and `NAME=value`. Each value is in one of
 * the sets, in which no name stands twice: a service that starts with a set names all that is wrong with it.
 */
function listDemoSettings(): [string, string][][] {
  const files = ['docker-compose.yml', 'infra/ops/k8s/overlays/local/kustomization.yaml'];
  const text = files.map((path) => readFileSync(join(rootDir, path), 'utf8')).join('\n');
  const valuesOf = new Map<string, Set<string>>();
  for (const [, name = '', value = ''] of text.matchAll(
    /\b([A-Z_]+(?:KEYS?|CALLERS)|DATABASE_URL|REDIS_URL)(?:: |=)(\S+)$/gm,
  ))
    valuesOf.set(name, (valuesOf.get(name) ?? new Set()).add(value));
  const settings = [...valuesOf].map(([name, values]) =>
    [...values].map((value): [string, string] => [name, value]),
  );
  const most = Math.max(...settings.map((ofName) => ofName.length));
  return Array.from({ length: most }, (_, at) => settings.flatMap((ofName) => ofName.slice(at, at + 1)));
}

test.each(listDemoSettings().map((set) => [set.map(([name]) => name).join(', '), set] as const))(
  'production refuses, as the demo has them: %s',
  async (_names, set) => {
    const random = randomBytes(32).toString('base64url');
    const { code, text } = await run('user-api', {
      ...complete,
      DATABASE_URL: 'postgresql://u:q8Zr1vXk3mTw9bLc5@localhost:1/none',
      REDIS_URL: 'redis://:q8Zr1vXk3mTw9bLc5@localhost:1',
      SERVICE_MASTER_KEY: random,
      CURSOR_KEYS: `k1:${random}`,
      SEALING_KEYS: `k1:${random}`,
      ...Object.fromEntries(set),
    });
    expect(code).toBe(1);
    const lines = text.split('\n');
    expect(set.filter(([name]) => !lines.some((line) => line.startsWith(`${name} must `)))).toEqual([]);
  },
);

test.each(['sso', 'user-api', 'drop'])(
  '%s ends with a sentence for each fault of its theme',
  async (service) => {
    const folder = mkdtempSync(join(tmpdir(), 'theme-'));
    const path = join(folder, 'theme.json');
    writeFileSync(path, '{"name":"a@b","font":"x"}');
    const keysFile = join(folder, 'keys.json');
    writeFileSync(keysFile, await addSigningKey({ now: Date.now() }));
    const random = randomBytes(32).toString('base64url');
    const keys = {
      CURSOR_KEYS: `k1:${random}`,
      SEALING_KEYS: `k1:${random}`,
      DROP_PEPPER_KEYS: `k1:${random}`,
    };
    const { code, text } = await run(service, {
      ...complete,
      ...keys,
      NODE_ENV: 'development',
      SERVICE_CALLERS: `user-api:${random}`,
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
    const random = randomBytes(32).toString('base64url');
    const environment = {
      ...complete,
      DATABASE_URL: database.url,
      REDIS_URL: 'redis://:q8Zr1vXk3mTw9bLc5@localhost:1',
      SERVICE_MASTER_KEY: random,
      SERVICE_CALLERS: `sso:${random}`,
      SSO_INTERNAL_URL: 'http://localhost:2',
      CURSOR_KEYS: `k1:${random}`,
      SEALING_KEYS: `k1:${random}`,
    };
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

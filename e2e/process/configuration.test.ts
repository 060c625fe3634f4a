import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { rootDir } from '../../infra/local/paths.ts';

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
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/main.ts'], {
    cwd: join(rootDir, 'services', service),
    env: { PORT: '0', ...environment },
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
    for (const name of names) expect(text).toContain(name);
  },
);

test.each([
  ['sso', 'SERVICE_MASTER_KEY'],
  ['user-api', 'SERVICE_MASTER_KEY'],
  ['drop', 'CURSOR_KEYS'],
])('%s in production refuses the demo value of %s', async (service, name) => {
  const { code, text } = await run(service, { ...complete, NODE_ENV: 'production' });
  expect(code).toBe(1);
  expect(text).toContain(name);
  expect(text).not.toContain(demoSecret);
});

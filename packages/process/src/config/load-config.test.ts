import { baseConfigProperties, findPasswordlessWarning, loadConfig } from '../index.ts';

const schema = {
  type: 'object',
  properties: {
    ...baseConfigProperties,
    PORT: { ...baseConfigProperties.PORT, default: 4001 },
    DATABASE_URL: { type: 'string', format: 'postgres-url', description: 'where the rows are' },
    MASTER_KEY: { type: 'string', format: 'secret' },
    CURSOR_KEYS: { type: 'array', items: { type: 'string', format: 'secret' }, default: [] },
    HEADER_AUTH: {
      type: 'object',
      additionalProperties: { type: 'string', enum: ['off', 'accept', 'only'] },
      default: {},
    },
    LEGACY_AUTH: { type: 'boolean', default: false },
    REDIS_URL: { type: 'string', format: 'redis-url' },
    PEPPER_KEYS: { type: 'string', format: 'key-list' },
    NOTE: { type: 'string' },
  },
  required: ['DATABASE_URL', 'MASTER_KEY', 'IDENTITY_ISSUER'],
  requiredInProduction: ['PEPPER_KEYS'],
} as const;

const strong = 'q8Zr1vXk3mTw9bLc5yHd7fNs2gJp4aUe';
const good = {
  NODE_ENV: 'development',
  DATABASE_URL: 'postgres://u:p@db:5432/sso',
  MASTER_KEY: strong,
  IDENTITY_ISSUER: 'https://id.example.com',
};

const inProduction = {
  ...good,
  NODE_ENV: undefined,
  PEPPER_KEYS: 'k1:q8Zr1vXk3mTw9bLc5yHd7fNs2gJp4aUeR6iOq0xBtVw',
};

function complaintOf(env: Record<string, string | undefined>): string {
  try {
    loadConfig(schema, env);
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
  return 'accepted';
}

describe('a bad environment', () => {
  test('names every missing variable, one per line', () => {
    expect(complaintOf({ NODE_ENV: 'test' })).toBe(
      'ConfigError: DATABASE_URL is missing (where the rows are)\nMASTER_KEY is missing\n' +
        'IDENTITY_ISSUER is missing (issuer of every token, byte-identical everywhere)',
    );
  });

  test('loadConfig treats an empty variable as missing', () => {
    expect(complaintOf({ ...good, MASTER_KEY: '' })).toBe('ConfigError: MASTER_KEY is missing');
  });

  test.each([
    ['PORT', 'http', 'PORT must be integer (port of the public routes; 0 takes a free one)'],
    ['PORT', '65536', 'PORT must be <= 65435 (port of the public routes; 0 takes a free one)'],
    ['PORT', '1.5', 'PORT must be integer (port of the public routes; 0 takes a free one)'],
    [
      'NODE_ENV',
      'prod',
      'NODE_ENV must be one of development,test,production (production refuses what is not safe there)',
    ],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of debug,info,warn,error (the lowest level that is logged)'],
    ['LEGACY_AUTH', 'on', 'LEGACY_AUTH must be boolean'],
    ['DATABASE_URL', 'mysql://db/x', 'DATABASE_URL must be a postgres:// address (where the rows are)'],
    ['REDIS_URL', 'localhost:6379', 'REDIS_URL must be a redis:// or rediss:// address'],
    [
      'REDIS_SENTINELS',
      'redis://a:26379,b:26379',
      expect.stringMatching(/^REDIS_SENTINELS must be host:port pairs/),
    ],
    ['REDIS_SENTINELS', 'a:26379,,b', expect.stringMatching(/^REDIS_SENTINELS must be host:port pairs/)],
    [
      'CORS_ORIGINS',
      'https://a.test/,https://b.test',
      expect.stringMatching(/^CORS_ORIGINS must be origins/),
    ],
    ['HEADER_AUTH', '{"auth":"maybe"}', 'HEADER_AUTH must be one of off,accept,only'],
    ['HEADER_AUTH', '{auth}', 'HEADER_AUTH must be object'],
    ['MASTER_KEY', 'short', 'MASTER_KEY must be at least 32 characters'],
    ['CURSOR_KEYS', `${strong},short`, 'CURSOR_KEYS must be at least 32 characters'],
  ])('%s=%s', (name, value, expected) => {
    const complaint = complaintOf({ ...good, [name]: value });
    expect(complaint.replace('ConfigError: ', '')).toEqual(expected);
  });

  test.each(['true', '-1', '999', '::1/129', '10.0.0.0/ 8'])('TRUST_PROXY=%s is refused', (value) => {
    expect(complaintOf({ ...good, TRUST_PROXY: value })).toMatch(/^ConfigError: TRUST_PROXY must be /);
  });

  test('never repeats the value, which may be a secret', () => {
    const canary = 'canary-9f3';
    const complaint = complaintOf({
      NODE_ENV: 'test',
      MASTER_KEY: canary,
      DATABASE_URL: canary,
      IDENTITY_ISSUER: canary,
      PORT: canary,
    });
    expect(complaint.split('\n')).toHaveLength(4);
    expect(complaint).not.toContain(canary);
  });
});

describe('production, which an unset NODE_ENV means', () => {
  test.each([
    'demo-master-key-0123456789abcdefghij',
    'a-DEFAULT-key-that-is-long-enough-0123',
    'changeme-changeme-changeme-changeme',
    'local-only-0123456789abcdefghijklmnop',
    'a'.repeat(64),
    'short',
  ])('refuses the secret %s', (secret) => {
    expect(complaintOf({ ...inProduction, MASTER_KEY: secret })).toBe(
      'ConfigError: MASTER_KEY must be at least 32 random characters, and no demo or default value in production',
    );
  });

  test('refuses a demo value inside a list of keys', () => {
    const keys = `${strong},demo-cursor-key-0123456789abcdefghij`;
    expect(complaintOf({ ...inProduction, CURSOR_KEYS: keys })).toMatch(/CURSOR_KEYS/);
  });

  test('takes a random secret; a demo one passes outside production only', () => {
    expect(complaintOf(inProduction)).toBe('accepted');
    expect(complaintOf({ ...inProduction, NODE_ENV: 'production' })).toBe('accepted');
    expect(complaintOf({ ...good, MASTER_KEY: 'demo-master-key-0123456789abcdefghij' })).toBe('accepted');
  });

  test('in production, loadConfig asks for what is required only there', () => {
    expect(complaintOf({ ...inProduction, PEPPER_KEYS: undefined })).toBe(
      'ConfigError: PEPPER_KEYS is missing',
    );
    expect(complaintOf(good)).toBe('accepted');
  });

  test.each([
    [
      'IDENTITY_ISSUER',
      'http://id.example.com',
      'must be an https address, as callers know it, in production',
    ],
    [
      'DATABASE_URL',
      'postgres://u@db:5432/sso',
      'must be a postgres:// address with a password that is no demo or default value, or with sslcert and sslkey, in production',
    ],
    [
      'REDIS_URL',
      'redis://redis:6379',
      'must be a redis:// or rediss:// address with a password that is no demo or default value in production',
    ],
    ['ALLOW_PASSWORDLESS', 'mysql', 'must be one of postgres,redis'],
  ])('refuses %s=%s', (name, value, sentence) => {
    expect(complaintOf({ ...inProduction, [name]: value })).toContain(`ConfigError: ${name} ${sentence}`);
    if (name !== 'ALLOW_PASSWORDLESS') expect(complaintOf({ ...good, [name]: value })).toBe('accepted');
  });

  test('takes servers without a password when ALLOW_PASSWORDLESS names them, and says so once', () => {
    const servers = { DATABASE_URL: 'postgres://u@db:5432/sso', REDIS_URL: 'redis://redis:6379' };
    const named = { ...inProduction, ...servers, ALLOW_PASSWORDLESS: 'postgres, redis' };
    expect(findPasswordlessWarning(loadConfig(schema, named))).toBe(
      'ALLOW_PASSWORDLESS lets this service use postgres and redis without a password',
    );
    expect(complaintOf({ ...named, ALLOW_PASSWORDLESS: 'redis' })).toMatch(/^ConfigError: DATABASE_URL/);
    expect(findPasswordlessWarning(loadConfig(schema, inProduction))).toBeUndefined();
    expect(findPasswordlessWarning(loadConfig(schema, { ...named, NODE_ENV: 'test' }))).toBeUndefined();
  });

  test.each([
    'latchkey-demo-password',
    'x demo-secret-demo-rp y',
    'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    'k9:ZGVtby1jdXJzb3Ita2V5LWZvci1sb2NhbC11c2Utb24',
    'sso:demo-service-master-key-for-local-use-only',
  ])('refuses the demo secret %s in a variable that is for anything', (secret) => {
    expect(complaintOf({ ...inProduction, NOTE: secret })).toBe(
      'ConfigError: NOTE must not hold a secret of the demo in production',
    );
    expect(complaintOf({ ...good, NOTE: secret })).toBe('accepted');
  });
});

test('a good environment becomes typed values with defaults, and nothing else of it', () => {
  const config = loadConfig(schema, {
    ...good,
    PORT: '0',
    CORS_ORIGINS: 'https://a.test, http://b.test:8080',
    TRUST_PROXY: '2',
    LEGACY_AUTH: 'true',
    HEADER_AUTH: '{"auth":"only"}',
    PATH: '/bin',
  });
  const port: number = config.PORT;
  const redisUrl: string | undefined = config.REDIS_URL;
  expect([port, redisUrl]).toEqual([0, undefined]);
  expect(config).toEqual({
    ...good,
    PORT: 0,
    REDIS_CLUSTER: false,
    STOP_PAUSE_SECONDS: 3,
    ALLOW_PASSWORDLESS: [],
    INTERNAL_PORT: 0,
    DOCS: 'public',
    LOG_LEVEL: 'info',
    TRUST_PROXY: 2,
    CORS_ORIGINS: ['https://a.test', 'http://b.test:8080'],
    CURSOR_KEYS: [],
    HEADER_AUTH: { auth: 'only' },
    LEGACY_AUTH: true,
  });
});

test.each([
  [undefined, 0],
  ['0', 0],
  ['loopback', 'loopback'],
  ['loopback, 10.0.0.0/8,fd00::/8, 192.0.2.1', 'loopback, 10.0.0.0/8,fd00::/8, 192.0.2.1'],
])('TRUST_PROXY=%s is taken as Express takes it', (value, expected) => {
  expect(loadConfig(schema, { ...good, TRUST_PROXY: value }).TRUST_PROXY).toBe(expected);
});

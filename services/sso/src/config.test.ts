import { loadConfig } from './config.ts';
import { readSettings } from './read-settings.ts';

const env = {
  NODE_ENV: 'development',
  DATABASE_URL: 'postgres://sso@db.test/sso',
  REDIS_URL: 'redis://redis.test',
  SSO_URL: 'https://sso.test/',
  IDENTITY_ISSUER: 'https://sso.test',
  USER_API_URL: 'https://users.test',
  DROP_URL: 'https://drop.test',
  SERVICE_MASTER_KEY: 'kX3vQ9mB7tZ1rW5yN8cF2hJ6pL4sD0gA',
  SERVICE_CALLERS: 'user-api:aV9xT2nE6uY4iO8qR1wK5zC3mB7hG0fD',
  SIGNING_KEYS_FILE: '/keys.json',
};

describe('configuration', () => {
  test.each(Object.keys(env).filter((name) => name !== 'NODE_ENV'))('names %s when it is missing', (name) => {
    expect(() => loadConfig({ ...env, [name]: undefined })).toThrow(name);
  });

  test.each([
    ['POLL_INTERVAL_SECONDS', '0'],
    ['DEVICE_CODE_TTL_SECONDS', 'ten minutes'],
    ['CLIENT_AUTH_MATCH', 'loose'],
    ['DEVICE_REPLAY_REVOKES', 'sometimes'],
    ['SIGNUP', 'everybody'],
    ['SERVICE_MASTER_KEY', 'short'],
    ['SERVICE_CALLERS', 'user-api:short'],
    ['REFRESH_GRACE_SECONDS', '-1'],
    // No date is so far away.
    ['REFRESH_ABSOLUTE_TTL_SECONDS', '10000000000000'],
    ['EVENT_RETENTION_DAYS', '100000000'],
  ])('names %s when it is %s', (name, value) => {
    expect(() => loadConfig({ ...env, [name]: value })).toThrow(name);
  });

  test('refuses a demo key in production', () => {
    const demo = { ...env, SERVICE_MASTER_KEY: 'latchkey-demo-service-master-key-0001' };
    expect(() => loadConfig({ ...demo, NODE_ENV: 'production' })).toThrow('SERVICE_MASTER_KEY');
    expect(loadConfig(demo).SERVICE_MASTER_KEY).toBe(demo.SERVICE_MASTER_KEY);
  });

  test('calls drop elsewhere than at its public address, which stays the audience', () => {
    const config = loadConfig({ ...env, DROP_URL: 'https://drop.test/', DROP_CALL_URL: 'http://drop:4003' });
    expect(config.DROP_CALL_URL).toBe('http://drop:4003');
    expect(readSettings(config).dropUrl).toBe('https://drop.test');
  });
});

test.each([
  [undefined, undefined, 'internal'],
  ['test', undefined, 'public'],
  [undefined, 'public', 'public'],
] as const)('with NODE_ENV %s and DOCS %s the documents are %s', (NODE_ENV, DOCS, shown) => {
  const needed = {
    USER_API_INTERNAL_URL: 'https://users.internal.test',
    STATE_KEYS: 'k1:pX3vQ9mB7tZ1rW5yN8cF2hJ6pL4sD0gAxU7eK9wT2bM',
    TRUST_PROXY: 'none',
    ALLOW_PASSWORDLESS: 'postgres,redis',
  };
  expect(loadConfig({ ...env, ...needed, NODE_ENV, DOCS }).DOCS).toBe(shown);
});

describe('the rules for operators', () => {
  const production = {
    ...env,
    NODE_ENV: 'production',
    USER_API_INTERNAL_URL: 'https://users.internal.test',
    STATE_KEYS: 'k1:pX3vQ9mB7tZ1rW5yN8cF2hJ6pL4sD0gAxU7eK9wT2bM',
    ALLOW_PASSWORDLESS: 'postgres,redis',
  };

  test('in production the service must know whose word on a network counts', () => {
    expect(() => loadConfig(production)).toThrow('TRUST_PROXY is missing');
  });

  test.each(['none', '1', '10.0.0.0/8'])(
    'in production with TRUST_PROXY=%s a device gets admin in one network',
    (TRUST_PROXY) => {
      const expected = { OPERATOR_DEVICE: 'same_network', OPERATOR_MFA: 'required' };
      expect(loadConfig({ ...production, TRUST_PROXY })).toMatchObject(expected);
    },
  );

  test.each(['any', 'off'])('with OPERATOR_DEVICE=%s production needs no TRUST_PROXY', (OPERATOR_DEVICE) => {
    expect(loadConfig({ ...production, OPERATOR_DEVICE })).toMatchObject({ OPERATOR_DEVICE, TRUST_PROXY: 0 });
  });

  test('elsewhere any device gets it', () => {
    expect(loadConfig(env)).toMatchObject({ OPERATOR_DEVICE: 'any', OPERATOR_MFA: 'off', TRUST_PROXY: 0 });
  });

  test.each(['office', '203.0.113.0/33', '203.0.113.0/24 198.51.100.0/24', 'loopback', ';;'])(
    'OPERATOR_NETWORKS=%j is refused',
    (OPERATOR_NETWORKS) => {
      expect(() => loadConfig({ ...env, OPERATOR_NETWORKS })).toThrow('OPERATOR_NETWORKS');
    },
  );
});

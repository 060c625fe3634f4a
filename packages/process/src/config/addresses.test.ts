import { addressProperties, baseConfigProperties, loadConfig, readListeners } from '../index.ts';

const { SSO_URL, SSO_CALL_URL, SSO_INTERNAL_URL } = addressProperties;
const schema = {
  type: 'object',
  properties: {
    ...baseConfigProperties,
    PORT: { ...baseConfigProperties.PORT, default: 4001 },
    SSO_URL,
    SSO_CALL_URL,
    SSO_INTERNAL_URL,
  },
  required: ['PORT', 'INTERNAL_PORT', 'SSO_URL', 'SSO_CALL_URL', 'SSO_INTERNAL_URL'],
} as const;

const load = (env: Record<string, string>) => loadConfig(schema, { NODE_ENV: 'test', ...env });

test.each([
  [{ SSO_URL: 'https://id.test' }, 'https://id.test', 'https://id.test:543'],
  [{ SSO_URL: 'http://id.test/' }, 'http://id.test', 'http://id.test:180'],
  [{ SSO_URL: 'http://id.test:4001//' }, 'http://id.test:4001', 'http://id.test:4101'],
  [
    { SSO_URL: 'http://id.test', SSO_CALL_URL: 'http://gate:4001/base//' },
    'http://gate:4001/base',
    'http://gate:4101/base',
  ],
  [{ SSO_URL: 'https://id.test', SSO_CALL_URL: 'http://sso:4001/' }, 'http://sso:4001', 'http://sso:4101'],
  [{ SSO_URL: 'https://id.test', SSO_INTERNAL_URL: 'http://sso:9/' }, 'https://id.test', 'http://sso:9'],
])('%j: siblings call %s, and internal routes at %s', (env, callUrl, internalUrl) => {
  const config = load(env);
  expect([config.SSO_CALL_URL, config.SSO_INTERNAL_URL]).toEqual([callUrl, internalUrl]);
  expect(config.SSO_URL).toBe(env.SSO_URL.replace(/\/+$/, ''));
});

test('the issuer stays byte-identical', () => {
  const config = load({ SSO_URL: 'https://id.test/', IDENTITY_ISSUER: 'https://id.test/' });
  expect([config.SSO_URL, config.IDENTITY_ISSUER]).toEqual(['https://id.test', 'https://id.test/']);
});

test.each([
  [
    'an address that is none',
    { SSO_URL: 'id.test' },
    /^SSO_URL must be an http address without a path[^\n]*$/,
  ],
  [
    'an address with a path',
    { SSO_URL: 'https://id.test/auth' },
    /^SSO_URL must be an http address without a path[^\n]*$/,
  ],
  ['no address', {}, /^SSO_URL is missing[^\n]*$/],
  ['a bad port', { SSO_URL: 'https://id.test', PORT: 'http' }, /^PORT must be integer[^\n]*$/],
  [
    'a port that leaves no room for the internal one',
    { SSO_URL: 'http://id.test:65500' },
    /^SSO_INTERNAL_URL is missing/,
  ],
  [
    'production without an internal address',
    { NODE_ENV: 'production', SSO_URL: 'https://id.test' },
    /^SSO_INTERNAL_URL is missing \(where siblings call internal routes of sso\)$/,
  ],
])('%s is one line', (_what, env, line) => {
  expect(() => load(env as Record<string, string>)).toThrow(line);
});

test.each([
  [{}, { port: 4001, host: undefined }, { port: 4101, host: undefined }],
  [{ PORT: '0' }, { port: 0, host: undefined }, { port: 0, host: undefined }],
  [
    { PORT: '5000', HOST: '127.0.0.1' },
    { port: 5000, host: '127.0.0.1' },
    { port: 5100, host: '127.0.0.1' },
  ],
  [
    { PORT: '5000', INTERNAL_PORT: '7', HOST: '0.0.0.0', INTERNAL_HOST: '::1' },
    { port: 5000, host: '0.0.0.0' },
    { port: 7, host: '::1' },
  ],
])('%j: the service listens where it is configured to, internally 100 above', (env, outer, inner) => {
  const config = load({ SSO_URL: 'https://id.test', ...(env as Record<string, string>) });
  expect(readListeners(config)).toEqual({ public: outer, internal: inner });
});

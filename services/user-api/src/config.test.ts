import { createHash } from 'node:crypto';
import { loadConfig, loadSeedConfig } from './config.ts';

const random = createHash('sha256').update('seed').digest('base64url');
const zeros = Buffer.alloc(32).toString('base64url');
const text = Buffer.from('demo-sealing-key-for-local-use-o').toString('base64url');
const env = {
  NODE_ENV: 'production',
  IDENTITY_ISSUER: 'https://sso.example.test',
  DATABASE_URL: 'postgresql://user:q8Zr1vXk@localhost/user_api',
  REDIS_URL: 'redis://:q8Zr1vXk@localhost',
  USER_API_URL: 'https://user-api.example.test',
  SSO_URL: 'https://sso.example.test',
  DROP_URL: 'https://drop.example.test',
  SSO_INTERNAL_URL: 'http://sso:4101',
  SERVICE_MASTER_KEY: createHash('sha256').update('master').digest('base64url'),
  SERVICE_CALLERS: `sso:${createHash('sha256').update('sso').digest('base64url')}`,
  CURSOR_KEYS: `a:${random}`,
  SEALING_KEYS: `a:${random},b:${random}`,
};

describe('loadConfig', () => {
  test('takes a whole environment, its defaults filled in', () => {
    expect(loadConfig(env)).toMatchObject({ PORT: 4002, HEADER_AUTH: {}, TOKEN_CHECK_MODE: 'soft' });
    expect(loadConfig({ ...env, HEADER_AUTH: '{"session":"only"}' }).HEADER_AUTH).toEqual({
      session: 'only',
    });
  });

  test.each(Object.keys(env).filter((name) => name !== 'NODE_ENV'))('names %s when it is missing', (name) => {
    expect(() => loadConfig({ ...env, [name]: undefined })).toThrow(`${name} is missing`);
  });

  test.each([
    ['CURSOR_KEYS', 'short'],
    ['SEALING_KEYS', `a:${random},`],
    ['HEADER_AUTH', '{"session":"perhaps"}'],
    ['HEADER_AUTH', '{"unknown":"off"}'],
    ['SERVICE_MASTER_KEY', 'short'],
    ['SERVICE_CALLERS', 'sso'],
  ])('names %s when it is %s', (name, value) => {
    expect(() => loadConfig({ ...env, [name]: value })).toThrow(name);
  });

  const mail = {
    MAIL_URL: 'smtp://mail.example.test',
    MAIL_FROM: 'a@example.test',
    LINK_KEYS: `a:${random}`,
  };

  test.each(['MAIL_FROM', 'LINK_KEYS'])('needs %s beside MAIL_URL, and nothing without it', (name) => {
    expect(loadConfig({ ...env, ...mail })).toMatchObject({ ...mail, MAILS_PER_HOUR: 1000 });
    expect(() => loadConfig({ ...env, ...mail, [name]: undefined })).toThrow(`${name} is missing`);
    expect(loadConfig({ ...env, ...mail, [name]: undefined, MAIL_URL: '' })).toBeDefined();
  });

  test('needs no LINK_KEYS outside production', () => {
    expect(loadConfig({ ...env, ...mail, LINK_KEYS: undefined, NODE_ENV: 'development' })).toBeDefined();
  });

  test.each([
    ['CURSOR_KEYS', text],
    ['CURSOR_KEYS', zeros],
    ['SEALING_KEYS', text],
    ['SEALING_KEYS', zeros],
  ] as const)('refuses a guessable key in %s in production only: %s', (name, key) => {
    const demo = { ...env, [name]: `a:${random},b:${key}` };
    expect(() => loadConfig(demo)).toThrow(`${name} must be kid:key pairs of 32 random bytes`);
    expect(loadConfig({ ...demo, NODE_ENV: 'development' })).toMatchObject({ [name]: demo[name] });
  });
});

describe('loadSeedConfig', () => {
  const good = { ...env, NODE_ENV: 'development', SEED_DEMO_DATA: 'yes' };

  test('takes an environment that asks for demo data', () => {
    expect(loadSeedConfig(good)).toMatchObject({ DROP_URL: env.DROP_URL });
  });

  test.each([
    ['NODE_ENV', 'production'],
    ['NODE_ENV', undefined],
    ['SEED_DEMO_DATA', undefined],
    ['SEED_DEMO_DATA', 'no'],
  ])('names %s when it is %s', (name, value) => {
    expect(() => loadSeedConfig({ ...good, [name]: value })).toThrow(name);
  });
});

import { makeEnvironments, type Environment } from './environment.ts';

const plan = {
  ports: { sso: 1, 'user-api': 2, drop: 3 },
  databaseUrls: { sso: 'postgresql://sso', 'user-api': 'postgresql://user_api', drop: 'postgresql://drop' },
  redisUrl: 'redis://there',
  mailUrl: 'smtp://there',
  secrets: {
    postgresPassword: 'postgres',
    redisPassword: 'redis',
    serviceKeys: { sso: 'key-1', 'user-api': 'key-2', drop: 'key-3' },
    cursorKeys: 'cursor',
    sealingKeys: 'sealing',
    stateKeys: 'state',
    linkKeys: 'link',
    signingKeysFile: '/keys',
  },
};

describe('makeEnvironments', () => {
  test('each service gets its own port and database, and the same addresses and secrets', () => {
    const environments = makeEnvironments(plan);
    const shared = {
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
      IDENTITY_ISSUER: 'http://localhost:1',
      SSO_URL: 'http://localhost:1',
      USER_API_URL: 'http://localhost:2',
      DROP_URL: 'http://localhost:3',
      REDIS_URL: 'redis://there',
      TRUST_PROXY: 'loopback',
      AUDIENCE_NAMES: '{"http://localhost:2":"Latchkey accounts","http://localhost:3":"Latchkey secrets"}',
      CURSOR_KEYS: 'cursor',
      SEALING_KEYS: 'sealing',
      SIGNING_KEYS_FILE: '/keys',
    };
    expect(environments.sso).toMatchObject({ ...shared, PORT: '1', DATABASE_URL: 'postgresql://sso' });
    expect(environments['user-api']).toMatchObject({
      ...shared,
      PORT: '2',
      DATABASE_URL: 'postgresql://user_api',
    });
    expect(environments.drop).toMatchObject({ ...shared, PORT: '3', DATABASE_URL: 'postgresql://drop' });
  });

  test('each service shows a key of its own, and admits those that call it', () => {
    const keysOf = ({ SERVICE_MASTER_KEY: own, SERVICE_CALLERS: admitted }: Environment) => [own, admitted];
    const environments = makeEnvironments(plan);
    expect(keysOf(environments.sso)).toEqual(['key-1', 'user-api:key-2,drop:key-3']);
    expect(keysOf(environments['user-api'])).toEqual(['key-2', 'sso:key-1']);
    expect(keysOf(environments.drop)).toEqual(['key-3', undefined]);
  });

  test('overrides reach the service they are for', () => {
    const environments = makeEnvironments({ ...plan, overrides: { drop: { LOG_LEVEL: 'debug' } } });
    expect([environments.sso['LOG_LEVEL'], environments.drop['LOG_LEVEL']]).toEqual(['info', 'debug']);
  });
});

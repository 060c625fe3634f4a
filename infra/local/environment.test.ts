import { makeEnvironments } from './environment.ts';

const plan = {
  ports: { sso: 1, 'user-api': 2, drop: 3 },
  databaseUrls: { sso: 'postgresql://sso', 'user-api': 'postgresql://user_api', drop: 'postgresql://drop' },
  redisUrl: 'redis://there',
  secrets: {
    postgresPassword: 'postgres',
    redisPassword: 'redis',
    serviceMasterKey: 'master',
    cursorKeys: 'cursor',
    sealingKeys: 'sealing',
    stateKeys: 'state',
    signingKeysFile: '/keys',
  },
};

describe('makeEnvironments', () => {
  test('each service gets its own port and database, and the same addresses and secrets', () => {
    const environments = makeEnvironments(plan);
    const shared = {
      NODE_ENV: 'development',
      IDENTITY_ISSUER: 'http://localhost:1',
      SSO_URL: 'http://localhost:1',
      USER_API_URL: 'http://localhost:2',
      DROP_URL: 'http://localhost:3',
      REDIS_URL: 'redis://there',
      TRUST_PROXY: 'loopback',
      SERVICE_MASTER_KEY: 'master',
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

  test('overrides reach the service they are for', () => {
    const environments = makeEnvironments({ ...plan, overrides: { drop: { LOG_LEVEL: 'debug' } } });
    expect([environments.sso['LOG_LEVEL'], environments.drop['LOG_LEVEL']]).toEqual(['info', 'debug']);
  });
});

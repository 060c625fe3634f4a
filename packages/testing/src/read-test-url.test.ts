import { assertServersAllowed, readTestUrl } from './read-test-url.ts';

describe('the address of a test server', () => {
  const before = { ...process.env };
  afterEach(() => {
    process.env = { ...before };
  });

  test('in a run without servers the error says where the test belongs', () => {
    process.env['TEST_SERVERS'] = 'none';
    process.env['TEST_REDIS_URL'] = 'redis://127.0.0.1:1';
    const sentence =
      'but npm run test:unit has no servers. Move it to e2e/ or to the test folder of a service, or name it *.server.test.ts.';
    expect(() => readTestUrl('TEST_REDIS_URL')).toThrow(`This test asks for TEST_REDIS_URL, ${sentence}`);
    expect(() => assertServersAllowed('starts redis-server')).toThrow(
      `This test starts redis-server, ${sentence}`,
    );
  });

  test('without an address it says how to get one', () => {
    delete process.env['TEST_SERVERS'];
    delete process.env['TEST_POSTGRES_URL'];
    expect(() => readTestUrl('TEST_POSTGRES_URL')).toThrow(
      'TEST_POSTGRES_URL is not set: run the tests with "npm test", which starts a server for them.',
    );
  });

  test('otherwise it is the one of the environment', () => {
    delete process.env['TEST_SERVERS'];
    process.env['TEST_REDIS_URL'] = 'redis://127.0.0.1:1';
    expect(readTestUrl('TEST_REDIS_URL')).toBe('redis://127.0.0.1:1');
  });
});

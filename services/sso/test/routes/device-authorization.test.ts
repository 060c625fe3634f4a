import { createRedisAttempts } from '@latchkey/attempts/redis';
import { hashSecret } from '@latchkey/secrets';
import { errors, nameCause } from '../../src/errors.ts';
import { createSso, oauthError, secretOf } from '../sso-harness.ts';
import { openDatabase } from '../store/open-database.ts';
import { redis } from '../test-servers.ts';

const rp = { client_id: 'demo-rp', client_secret: secretOf('demo-rp') };

describe('POST /device_authorization', () => {
  const evil = 'https://evil.example.test';
  const evilTarget = nameCause(
    errors.invalidTarget,
    `the audience ${evil} is not registered for this client`,
  );
  const nonsense = nameCause(errors.invalidScope, 'the scope nonsense is not registered for this client');

  test.each<[string, Record<string, string | string[]>, Parameters<typeof oauthError>[0]]>([
    ['an unknown scope', { scope: 'openid nonsense' }, nonsense],
    ['an audience that is not on the list', { aud: ['https://api.example.test', evil] }, evilTarget],
    ['such a resource', { resource: evil }, evilTarget],
    [
      'a resource and an audience that are not the same list',
      { resource: 'https://api.example.test', audience: 'https://drop.example.test' },
      errors.audiencesDiffer,
    ],
  ])('400 for %s', async (_what, form, error) => {
    const { post, events } = createSso();
    const response = await post('/device_authorization', { client_id: 'demo-cli', ...form });
    expect([response.status, response.body]).toEqual([400, oauthError(error)]);
    expect(await events()).toEqual([]);
  });

  test('400 unauthorized_client for a client without the grant', async () => {
    const { post } = createSso();
    const form = { client_id: 'no-device', client_secret: secretOf('no-device') };
    const response = await post('/device_authorization', form);
    expect([response.status, response.body]).toEqual([
      400,
      oauthError(
        nameCause(errors.unauthorizedClient, 'the grant_types of this client do not have device_code'),
      ),
    ]);
  });

  type Sso = ReturnType<typeof createSso>;
  test.each<[string, (sso: Sso) => ReturnType<Sso['post']>]>([
    [
      'a parameter sent twice',
      ({ post }) => post('/device_authorization', { client_id: ['demo-cli', 'demo-cli'] }),
    ],
    ['JSON', ({ agent }) => agent.post('/device_authorization').send({ client_id: 'demo-cli' })],
    ['a query', ({ agent }) => agent.post('/device_authorization?client_id=demo-cli').send('')],
  ])('400 invalid_request for %s', async (_what, send) => {
    const response = await send(createSso());
    expect([response.status, response.body.error]).toEqual([400, 'invalid_request']);
  });

  test('429 with Retry-After above the budget of client and network', async () => {
    const clientRequests = { limit: 1, windowMs: 42_000 };
    const { post, events, start } = createSso({ settings: { clientRequests } });
    await post('/device_authorization', { client_id: 'demo-cli' });
    const response = await post('/device_authorization', { client_id: 'demo-cli' });
    expect([response.status, response.body]).toEqual([
      429,
      { error: 'slow_down', error_description: 'too many requests; try again later' },
    ]);
    expect(response.headers['retry-after']).toBe('42');
    expect((await events()).at(-1)?.type).toBe('device.throttled');
    // Another client has a budget of its own.
    await start({ client_id: 'demo-rp', client_secret: secretOf('demo-rp') });
  });

  const cli = { client_id: 'demo-cli' };
  const another = { client_id: 'demo-rp', client_secret: secretOf('demo-rp') };
  const from = (address: string) => ({ 'x-forwarded-for': address });

  test('429 above the budget of a network over all clients; another network goes on', async () => {
    const { post } = createSso({ settings: { networkRequests: { limit: 2, windowMs: 60_000 } } });
    const start = (form: Record<string, string>, address: string) =>
      post('/device_authorization', form, from(address));
    expect((await start(cli, '198.51.100.1')).status).toBe(200);
    expect((await start(another, '198.51.100.2')).status).toBe(200);
    expect((await start(cli, '198.51.100.3')).status).toBe(429);
    expect((await start(another, '198.51.100.4')).status).toBe(429);
    expect((await start(cli, '203.0.113.1')).status).toBe(200);
  });

  test('429 in every network of an IPv6 site after 16 times the budget of one; another site goes on', async () => {
    const { post } = createSso({ settings: { networkRequests: { limit: 1, windowMs: 60_000 } } });
    const start = async (address: string) => (await post('/device_authorization', cli, from(address))).status;
    for (let at = 0; at < 16; at += 1) expect(await start(`2001:db8:0:${at}::1`)).toBe(200);
    expect([await start('2001:db8:0:99::1'), await start('2001:db8:1:99::1')]).toEqual([429, 200]);
  });

  test('429 above the budget of a client over all networks, where one is set; another client goes on', async () => {
    const { post } = createSso({ settings: { clientTotalRequests: { limit: 2, windowMs: 60_000 } } });
    for (const address of ['198.51.100.1', '203.0.113.1'])
      expect((await post('/device_authorization', cli, from(address))).status).toBe(200);
    expect((await post('/device_authorization', cli, from('192.0.2.1'))).status).toBe(429);
    expect((await post('/device_authorization', another, from('192.0.2.1'))).status).toBe(200);
  });

  test('429 spends nothing of the budgets that are not used up', async () => {
    const { post } = createSso({
      settings: {
        clientRequests: { limit: 1, windowMs: 60_000 },
        networkRequests: { limit: 2, windowMs: 60_000 },
      },
    });
    await post('/device_authorization', cli);
    for (let index = 0; index < 5; index += 1)
      expect((await post('/device_authorization', cli)).status).toBe(429);
    expect((await post('/device_authorization', another)).status).toBe(200);
  });

  test('429 for all beyond a budget that is counted in Redis; a refused one gives back what it took, and no more', async () => {
    const { post } = createSso({
      settings: {
        networkRequests: { limit: 3, windowMs: 60_000 },
        clientTotalRequests: { limit: 2, windowMs: 60_000 },
      },
      context: { attempts: createRedisAttempts(redis, { prefix: 'sso:attempts:', now: Date.now }) },
    });
    const start = async (form = cli) => (await post('/device_authorization', form)).status;
    const statuses = await Promise.all(Array.from({ length: 20 }, () => start()));
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(2);
    for (let at = 0; at < 4; at += 1) statuses.push(await start());
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
    expect([await start(another), await start(another)]).toEqual([200, 429]);
  });

  test('200 while Postgres is gone: a code that no account has verified has no row', async () => {
    const gone = openDatabase('postgres://nobody@127.0.0.1:1/none');
    const { pool, database } = gone;
    const { status } = await createSso({ connections: { pool, database } }).post('/device_authorization', rp);
    await gone.close();
    expect(status).toBe(200);
  });

  test('200 with the six fields', async () => {
    const { post, events, context, clock } = createSso();
    const response = await post('/device_authorization', rp);
    const { device_code: deviceCode, user_code: userCode, ...rest } = response.body;
    expect(response.status).toBe(200);
    expect(rest).toEqual({
      verification_uri: 'https://sso.example.test/device_login',
      verification_uri_complete: `https://sso.example.test/device_login?user_code=${userCode}`,
      expires_in: 600,
      interval: 5,
    });
    expect(deviceCode).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(userCode).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers['pragma']).toBe('no-cache');
    expect((await events()).map(({ type }) => type)).toEqual([]);
    const device = await context.devices.findByUserCode(userCode.replace('-', ''), clock.now());
    expect(device).toMatchObject({
      clientId: 'demo-rp',
      scope: 'openid offline_access',
      audience: ['https://drop.example.test'],
      state: 'pending',
    });
    expect(JSON.stringify(device)).not.toContain(deviceCode);
  });

  test('200 keeps what was asked for, each once, and where it came from', async () => {
    const { agent, context, clock } = createSso();
    const form =
      'client_id=demo-cli&scope=email+email+openid&aud=https%3A%2F%2Fapi.example.test&resource=https%3A%2F%2Fapi.example.test';
    const response = await agent.post('/device_authorization').set('user-agent', 'box/1.0').send(form);
    const device = await context.devices.findByUserCode(
      response.body.user_code.replace('-', ''),
      clock.now(),
    );
    expect(device).toMatchObject({
      scope: 'email openid offline_access',
      audience: ['https://api.example.test'],
      userAgent: 'box/1.0',
    });
    expect(device?.ip).not.toBe('');
  });

  test('200 keeps a User-Agent that is cut within a character as text that PostgreSQL takes', async () => {
    const { agent, context, clock } = createSso();
    const header = `${'x'.repeat(511)}${Buffer.from('😀').toString('latin1')}`;
    const { url } = agent.post('/device_authorization');
    // The test's usual client writes headers in the encoding of the text that follows.
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'user-agent': header },
      body: new URLSearchParams({ client_id: 'demo-cli' }),
    });
    const body = (await response.json()) as { user_code: string };
    const device = await context.devices.findByUserCode(body.user_code.replace('-', ''), clock.now());
    expect(device?.userAgent).toBe(`${'x'.repeat(511)}\uFFFD`);
  });

  test('200 adds offline_access only for a client that may have it', async () => {
    const { post, clients, context, clock } = createSso();
    const client = clients.get('demo-cli');
    if (client !== undefined) clients.set('demo-cli', { ...client, scopes: ['openid'] });
    const response = await post('/device_authorization', { client_id: 'demo-cli' });
    const device = await context.devices.findByUserCode(
      response.body.user_code.replace('-', ''),
      clock.now(),
    );
    expect(device?.scope).toBe('openid');
  });

  test.each([
    [900, 10, 900, 10],
    [10, 0, 60, 1],
    [86_400, 300, 1800, 30],
  ])(
    '200 keeps a client setting of %d and %d s within bounds',
    async (ttl, interval, expectedTtl, expectedInterval) => {
      const { post, clients } = createSso();
      const client = clients.get('demo-cli');
      if (client === undefined) throw new Error('no such client');
      clients.set('demo-cli', { ...client, deviceCodeTtlSeconds: ttl, pollIntervalSeconds: interval });
      const response = await post('/device_authorization', { client_id: 'demo-cli' });
      expect(response.body).toMatchObject({ expires_in: expectedTtl, interval: expectedInterval });
    },
  );

  test('200 with a free user code when the first one is taken', async () => {
    const sso = createSso();
    const codes: string[] = [];
    const devices = {
      ...sso.context.devices,
      create: (request: { userCode: string }) => Promise.resolve(codes.push(request.userCode) > 2),
    };
    const { post } = createSso({ context: { devices } });
    const response = await post('/device_authorization', { client_id: 'demo-cli' });
    expect(response.status).toBe(200);
    expect(codes).toHaveLength(3);
    expect(new Set(codes).size).toBe(3);
  });
});

describe('visitor_ip at /device_authorization', () => {
  const minute = { limit: 2, windowMs: 60_000 };
  const other = { limit: 1000, windowMs: 60_000 };

  function createNaming(settings: Partial<ReturnType<typeof createSso>['context']['settings']> = {}) {
    const sso = createSso({ settings });
    sso.clients.set('demo-rp', { ...sso.clients.get('demo-rp')!, namesVisitors: true });
    const startFor = (visitor_ip: string, headers = {}) =>
      sso.post('/device_authorization', { ...rp, visitor_ip }, headers);
    return { ...sso, startFor };
  }

  test('400 invalid_request, which names it, from a client without the flag names_visitors', async () => {
    const { post, events } = createSso();
    const { status, body } = await post('/device_authorization', { ...rp, visitor_ip: '203.0.113.7' });
    expect([status, body]).toEqual([400, oauthError(errors.visitorNotRead)]);
    expect(await events()).toEqual([]);
  });

  test.each(['203.0.113', '203.0.113.7, 198.51.100.1', 'somewhere', '203.0.113.7:80'])(
    '400 invalid_request for %j, which is no address',
    async (visitor) => {
      const { status, body } = await createNaming().startFor(visitor);
      expect([status, body]).toEqual([400, oauthError(errors.visitorNoAddress)]);
    },
  );

  test('200 for two visitors of a network in a minute, 429 for others; another network goes on', async () => {
    const { startFor, events } = createNaming({ clientRequests: minute, networkRequests: other });
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => startFor(`203.0.113.${at}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(8);
    expect((await startFor('198.51.100.7')).status).toBe(200);
    // The event names the network that was seen, not the one that was said.
    expect((await events()).find(({ type }) => type === 'device.throttled')?.data['network']).toBe(
      '127.0.0.0/24',
    );
  });

  test('it fills no budget of the network that is named, nor that of the client’s own', async () => {
    const { post, startFor } = createNaming({ clientRequests: minute, networkRequests: minute });
    const own = { 'x-forwarded-for': '198.51.100.1' };
    for (const visitor of ['203.0.113.1', '203.0.113.2', '192.0.2.1', '192.0.2.2'])
      expect((await startFor(visitor, own)).status).toBe(200);
    for (const address of ['203.0.113.9', '198.51.100.9'])
      expect((await post('/device_authorization', rp, { 'x-forwarded-for': address })).status).toBe(200);
  });

  test('200: it is kept beside the address that was seen', async () => {
    const { startFor, context, clock } = createNaming();
    const { body } = await startFor('::ffff:203.0.113.7');
    const device = await context.devices.findByDeviceCodeHash(hashSecret(body.device_code), clock.now());
    expect(device).toMatchObject({ ip: '127.0.0.1', visitorIp: '203.0.113.7' });
  });
});

describe('device_name at /device_authorization', () => {
  test.each([
    ['\u202E\u0007\u200B', errors.deviceNameEmpty],
    ['x'.repeat(65), errors.deviceNameTooLong],
    ['💻'.repeat(65), errors.deviceNameTooLong],
  ])('400 invalid_request, which says why, for %j', async (device_name, error) => {
    const { post, events } = createSso();
    const { status, body } = await post('/device_authorization', { ...rp, device_name });
    expect([status, body]).toEqual([400, oauthError(error)]);
    expect(await events()).toEqual([]);
  });

  test.each([
    ['anna’s laptop', 'anna’s laptop'],
    ['  a\r\n\tb\u001B[31m\u202Egpj ', 'a b[31mgpj'],
    ['💻'.repeat(64), '💻'.repeat(64)],
    [`${'x'.repeat(64)}\u200B`, 'x'.repeat(64)],
  ])('200 for %j, which is kept without what could deceive', async (device_name, kept) => {
    const { post, context, clock } = createSso();
    const { body } = await post('/device_authorization', { ...rp, device_name });
    const device = await context.devices.findByDeviceCodeHash(hashSecret(body.device_code), clock.now());
    expect(device?.deviceName).toBe(kept);
  });

  test.each([
    ['without one', rp],
    ['with an empty one', { ...rp, device_name: '' }],
  ])('200 %s, which is none', async (_how, form) => {
    const { post, context, clock } = createSso();
    const { body } = await post('/device_authorization', form);
    const device = await context.devices.findByDeviceCodeHash(hashSecret(body.device_code), clock.now());
    expect(device).toBeDefined();
    expect(device?.deviceName).toBeUndefined();
  });
});

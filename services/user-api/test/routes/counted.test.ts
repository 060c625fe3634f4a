import { request } from '@latchkey/testing';
import type { RelayClaims } from '@latchkey/tokens';
import { generateSync } from 'otplib';
import { accountName } from '../../src/signing-in/attempt/counters.ts';
import { networkPlace, payloadPlace } from '../../src/signing-in/attempt/place.ts';
import { acme, failUp, makeClient, totpSecret, useUp } from '../setup/accounts.ts';
import { createServiceWithAccounts, type SamplePath, type ServiceWithAccounts } from '../setup/requests.ts';

/** Whom an attempt is counted with, and how much of what is right a minute has. */

let setup: ServiceWithAccounts;
beforeEach(async () => {
  setup = await createServiceWithAccounts();
});

const path = '/auth/user/login';
const wrong = { 'auth.pass': 'wrong' };
const made = (attempt: number) => ({ ...wrong, 'auth.user': `nobody${attempt}@x.test` });
/** Without an address in the payload: the server of a client asks, always from one address. */
const byClient = (claims: object = {}) => ({ claims: { ip: undefined, user_agent: undefined, ...claims } });
const visitor = (visitor_ip: string) => byClient({ visitor_ip });

describe('a client that names no visitor', () => {
  test('200 for a right password after 66 made-up names through its server', async () => {
    for (let attempt = 0; attempt < 66; attempt += 1)
      expect((await setup.send(path, made(attempt), byClient())).status).toBe(401);
    expect((await setup.send(path, {}, byClient())).status).toBe(200);
    expect(setup.service.refusedClients).toEqual([]);
  });

  test('429 for its visitors only after 600 failures in a minute, counted, and logged once', async () => {
    for (let attempt = 0; attempt < 2; attempt += 1) await setup.send(path, made(attempt), byClient());
    const { context } = setup.service;
    expect(await failUp(context, [context.counterOf('relayClient', 'demo-backend')])).toBe(598);
    expect((await setup.send(path, {}, byClient())).status).toBe(429);
    expect((await setup.send(path, {}, byClient())).status).toBe(429);
    expect(setup.service.refusedClients).toEqual([
      ['demo-backend', true],
      ['demo-backend', false],
    ]);
    expect((await setup.send(path)).status).toBe(200);
    expect((await setup.send(path, {}, byClient({ client_id: 'other-client' }))).status).toBe(200);
  });

  test('429 for one account after 10 wrong passwords through it, and 200 on the page of sso', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) await setup.send(path, wrong, byClient());
    expect((await setup.send(path, {}, byClient())).status).toBe(429);
    expect((await setup.send(path, { 'auth.user': setup.bob.email }, byClient())).status).toBe(200);
    expect((await setup.send(path)).status).toBe(200);
  });

  test.each([
    [429, undefined],
    [200, 'a-fingerprint-of-128-bits'],
  ])('%d beyond the hundred of an account, for a device with the fingerprint %s', async (status, shown) => {
    const device = { 'auth.fingerprint': shown };
    expect((await setup.send(path, device, byClient())).status).toBe(200);
    const { context } = setup.service;
    expect(await failUp(context, [context.counterOf('account', accountName(setup.ada))])).toBe(100);
    expect((await setup.send(path, device, byClient())).status).toBe(status);
  });
});

describe('a client that names its visitors', () => {
  test.each<SamplePath>([path, '/auth/user/root-session', '/auth/signup', '/auth/user/exchange'])(
    '429 at %s for the network of the visitor who failed 60 times, and 200 for all others',
    async (at) => {
      const failing = { 'auth.client_id': 'other' };
      for (let attempt = 0; attempt < 2; attempt += 1)
        expect((await setup.send(at, failing, visitor('203.0.113.5'))).status).toBe(403);
      const { context } = setup.service;
      const shown = { client_id: 'demo-backend', visitor_ip: '203.0.113.5' } as RelayClaims;
      expect(await failUp(context, payloadPlace(context, shown).counters)).toBe(58);
      expect((await setup.send(at, {}, visitor('203.0.113.200'))).status).toBe(429);
      for (const from of [visitor('203.0.114.5'), byClient(), { ip: '203.0.113.5' }])
        expect(
          (await setup.send(at, { 'auth.user': at === '/auth/signup' ? 'n@x.test' : setup.ada.email }, from))
            .status,
        ).toBe(200);
      const other = byClient({ client_id: 'other-client', visitor_ip: '203.0.113.5' });
      expect((await setup.send(at, {}, other)).status).not.toBe(429);
    },
  );

  test('200 for a person whose password another visitor gets wrong ten times', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1) await setup.send(path, wrong, visitor('203.0.113.5'));
    expect((await setup.send(path, {}, visitor('203.0.113.5'))).status).toBe(429);
    expect((await setup.send(path, {}, visitor('198.51.100.5'))).status).toBe(200);
  });
});

test('200 for a person without an address after 61 failures of others without one, and 429 after 960', async () => {
  const { context } = setup.service;
  const nobody = { claims: { ip: 'unknown' } };
  const { counters } = networkPlace(context, 'unknown');
  expect((await setup.send(path, made(0), nobody)).status).toBe(401);
  expect(await failUp(context, counters, 60)).toBe(60);
  expect((await setup.send(path, {}, nobody)).status).toBe(200);
  for (const counter of counters) expect(await useUp(context, counter)).toBe(899);
  expect((await setup.send(path, {}, nobody)).status).toBe(429);
  expect((await setup.send(path, {}, { ip: '203.0.113.5' })).status).toBe(200);
});

test('200 for a person whose turn is next, while another account floods the hash gate with its right password', async () => {
  const { service, ada, bob, send } = setup;
  await service.accounts.add({ ...bob, passwordHash: 'hash of another' });
  const { passwords } = service.context;
  const { takePlace } = passwords;
  const [verified, waiting]: [string[], string[]] = [[], []];
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  passwords.takePlace = (shares = []) => {
    waiting.push(shares[0]?.name ?? '');
    return takePlace(shares);
  };
  service.hash.verify = async (phc) => {
    verified.push(phc);
    if (verified.length <= 2) await held;
    return true;
  };
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise((resolve) => setImmediate(resolve));
  };
  const from = (at: number) => ({ ip: `198.51.${at % 5}.1` });
  const flood = Array.from({ length: 45 }, async (_, at) => (await send(path, {}, from(at))).status);
  // More than may wait outside have been refused by then.
  await until(() => verified.length === 2 && waiting.length >= 20);
  const login = send(path, { 'auth.user': bob.email }, { ip: '203.0.113.5' });
  const answer = login.then(({ status }) => status);
  await until(() => waiting.includes(accountName(bob)));
  release();
  expect(await answer).toBe(200);
  expect(verified.slice(0, 3)).toEqual([ada.passwordHash, ada.passwordHash, 'hash of another']);
  const statuses = new Set(await Promise.all(flood));
  expect([...statuses].every((status) => [200, 429, 503].includes(status))).toBe(true);
});

test('eight of one network are at the hash gate at a time, and the others outside', async () => {
  const { service, ada, send } = setup;
  const gate = service.context.passwords;
  const emails = Array.from({ length: 12 }, (_, at) => `office${at}@x.test`);
  for (const email of emails) await service.accounts.add({ ...ada, id: crypto.randomUUID(), email });
  let [inside, most] = [0, 0];
  const { takePlace } = gate;
  gate.takePlace = async (shares) => {
    const place = await takePlace(shares);
    most = Math.max(most, (inside += 1));
    return { ...place, free: () => ((inside -= 1), place.free()) };
  };
  const sent = emails.map((email) => send(path, { 'auth.user': email }));
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(emails.map(() => 200));
  expect(most).toBeLessThanOrEqual(8);
});

describe('right sign-ins of an account', () => {
  test('429 after 30 in a minute, without a hash or a row; of others 200', async () => {
    for (let attempt = 0; attempt < 30; attempt += 1)
      expect((await setup.send(path, {}, { ip: `198.51.${attempt}.1` })).status).toBe(200);
    const rows = (await setup.service.requestLog.entries()).length;
    const { status, headers } = await setup.send('/auth/user/root-session', {}, { ip: '203.0.113.5' });
    expect([status, headers['retry-after']]).toEqual([429, '60']);
    expect(setup.service.hash.verified).toHaveLength(30);
    expect(await setup.service.requestLog.entries()).toHaveLength(rows);
    expect((await setup.send(path, { 'auth.user': setup.bob.email })).status).toBe(200);
    setup.service.clock.advance(60);
    expect((await setup.send(path)).status).toBe(200);
  });

  test('200 for 10 of 20 at once', async () => {
    Object.assign(setup.service.context, { signInsPerMinute: 10 });
    const sent = Array.from({ length: 20 }, (_, at) => setup.send(path, {}, { ip: `198.51.${at}.1` }));
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(10);
    expect(new Set(statuses)).not.toContain(500);
  });

  test('429 after 5 repetitions of one sign-in, each of which opens a session', async () => {
    Object.assign(setup.service.context, { signInsPerMinute: 5 });
    const claims = { op: 'the same form', ip: '192.0.2.1', user_agent: '' };
    const statuses = [];
    for (let attempt = 0; attempt < 7; attempt += 1)
      statuses.push((await setup.send(path, {}, { claims })).status);
    expect(statuses).toEqual([...Array<number>(5).fill(200), 429, 429]);
  });

  test('429 for an exchange beyond the writes of the account', async () => {
    Object.assign(setup.service.context, { writesPerMinute: 3 });
    const statuses = [];
    for (let attempt = 0; attempt < 4; attempt += 1)
      statuses.push((await setup.send('/auth/user/exchange')).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });
});

describe('app tokens', () => {
  const issue = (client_id: string) => {
    const relay = setup.service.siblings.relay({ purpose: 'client_credentials', client_id });
    return request(setup.service.app).post('/oauth/client_credentials/issue').send({ relay });
  };
  const app = (clientId: string, owner: object) =>
    setup.service.clients.add(
      makeClient({ clientId, type: 'confidential', grantTypes: ['client_credentials'], ...owner }),
      [],
    );

  test('429 with Retry-After after 30 in a minute of the clients of one owner, without a row', async () => {
    const owner = { ownerKind: 'user', ownerId: setup.ada.id };
    await app('one', owner);
    await app('two', owner);
    await app('other', { ownerKind: 'user', ownerId: setup.bob.id });
    for (let attempt = 0; attempt < 30; attempt += 1)
      expect((await issue(attempt % 2 === 0 ? 'one' : 'two')).status).toBe(200);
    const rows = (await setup.service.requestLog.entries()).length;
    const { status, body, headers } = await issue('one');
    expect([status, body.code, headers['retry-after']]).toEqual([429, 'throttled', '60']);
    expect(await setup.service.requestLog.entries()).toHaveLength(rows);
    expect((await issue('other')).status).toBe(200);
    setup.service.clock.advance(60);
    expect((await issue('one')).status).toBe(200);
  });

  test('429 after 5 of one client of the installation; another one goes on; 0 is no limit', async () => {
    Object.assign(setup.service.context, { appTokensPerMinute: 5 });
    const owner = { ownerKind: 'installation', ownerId: '00000000-0000-0000-0000-000000000000' };
    await app('one', owner);
    await app('two', owner);
    for (let attempt = 0; attempt < 5; attempt += 1) expect((await issue('one')).status).toBe(200);
    expect([(await issue('one')).status, (await issue('two')).status]).toEqual([429, 200]);
    Object.assign(setup.service.context, { appTokensPerMinute: 0 });
    expect((await issue('one')).status).toBe(200);
  });
});

describe('wrong codes', () => {
  const code = () =>
    generateSync({ secret: totpSecret, epoch: Math.floor(setup.service.clock.now() / 1000) });
  const bad = { 'auth.code': '000000' };
  const known = { 'auth.fingerprint': 'a-fingerprint-of-128-bits' };
  beforeEach(async () => {
    const { service, ada } = setup;
    await service.accounts.add({ ...ada, totpSecret: service.secrets.seal(totpSecret, ada.id) }, [acme]);
  });
  const status = async (fields: object, ip?: string) => {
    setup.service.clock.advance(30);
    return (await setup.send(path, { 'auth.code': code(), ...fields }, ip === undefined ? {} : { ip }))
      .status;
  };

  test('200 elsewhere after five in one network, whoever has the password there', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await status(bad, '203.0.113.5')).toBe(401);
    expect(await status({}, '203.0.113.5')).toBe(429);
    expect(await status({}, '198.51.100.1')).toBe(200);
  });

  test('200 on a known device where others have used up the five of its network; it has five of its own', async () => {
    expect(await status(known)).toBe(200);
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await status(bad)).toBe(401);
    expect(await status({ ...known, ...bad })).toBe(401);
    expect(await status(known)).toBe(200);
    for (let attempt = 0; attempt < 10; attempt += 1) expect(await status({ ...known, ...bad })).toBe(401);
    expect(await status(known)).toBe(429);
  });

  test('200 after four wrong codes, a right one, and four wrong ones again', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let attempt = 0; attempt < 4; attempt += 1) expect(await status(bad)).toBe(401);
      expect(await status({})).toBe(200);
    }
  });
});

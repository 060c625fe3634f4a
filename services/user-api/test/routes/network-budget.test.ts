import { hashSecret } from '@latchkey/secrets';
import { request } from '@latchkey/testing';
import { networkPlace } from '../../src/signing-in/attempt/place.ts';
import { failUp, issueApp, makeClient, openSession } from '../setup/accounts.ts';
import {
  confirmPaths,
  createServiceWithAccounts,
  type SamplePath,
  type ServiceWithAccounts,
} from '../setup/requests.ts';

let setup: ServiceWithAccounts;
beforeEach(async () => {
  setup = await createServiceWithAccounts();
});

let boundRoot: { 'auth.token': string } | undefined;
async function openBoundRoot(attempt: number): Promise<object> {
  if (boundRoot !== undefined && attempt > 0) return boundRoot;
  const bound = { fingerprint: 'device-0123456789abcdef01' };
  const { root } = (await setup.send('/auth/user/root-session', bound)).body.data;
  return (boundRoot = { 'auth.token': root.token });
}

/** One failure of each is of the code that is named; none of them counts against one account alone. */
const failures: readonly (readonly [SamplePath, string, (attempt: number) => object | Promise<object>])[] = [
  ['/auth/user/login', 'payload_invalid', () => ({ relay: 'forged' })],
  ['/auth/user/login', 'payload_mismatch', () => ({ 'auth.client_id': 'other' })],
  ['/auth/user/login', 'ambiguous_parameter', () => ({ 'auth.id': setup.bob.id })],
  ['/auth/user/login', 'invalid_credentials', (attempt) => ({ 'auth.user': `nobody${attempt}@x.test` })],
  ['/auth/user/root-session', 'invalid_dpop_proof', () => ({ dpop: 'nope' })],
  ['/auth/user/exchange', 'token_invalid', () => ({ 'auth.token': 'nope' })],
  ['/auth/user/exchange', 'binding_required', openBoundRoot],
  ['/auth/user/exchange', 'invalid_dpop_proof', () => ({ dpop: 'nope' })],
  ['/auth/user/exchange', 'payload_mismatch', () => ({ 'auth.method': 'session' })],
  ['/auth/member/exchange', 'payload_invalid', () => ({ relay: 'forged' })],
  ['/auth/signup', 'payload_invalid', () => ({ relay: 'forged' })],
  ['/oauth/client_credentials/issue', 'payload_invalid', () => ({ relay: 'forged' })],
  ['/oauth/client_credentials/issue', 'payload_mismatch', () => ({ scope: 'beyond' })],
];

describe('the budget of a network', () => {
  test('429 in every /64 of an IPv6 /48 after 960 failures in 16 of them, and not in another /48', async () => {
    for (let attempt = 0; attempt < 16; attempt += 1) {
      const ip = `2001:db8:0:${attempt.toString(16)}::1`;
      expect((await setup.send('/auth/user/login', { relay: 'forged' }, { ip })).status).toBe(401);
    }
    const { context } = setup.service;
    const [, ...ofSite] = networkPlace(context, '2001:db8:0:aaaa::1').counters;
    expect(await failUp(context, ofSite)).toBe(944);
    expect((await setup.send('/auth/user/login', {}, { ip: '2001:db8:0:aaaa::1' })).status).toBe(429);
    expect((await setup.send('/auth/user/login', {}, { ip: '2001:db8:1:aaaa::1' })).status).toBe(200);
  });

  test.each(failures)(
    '429 at %s after 60 answers %s, in that network alone',
    async (path, code, fieldsOf) => {
      for (let attempt = 0; attempt < 2; attempt += 1)
        expect((await setup.send(path, await fieldsOf(attempt))).body.code).toBe(code);
      const { context } = setup.service;
      expect(await failUp(context, networkPlace(context, '192.0.2.200').counters)).toBe(58);
      const { asked } = setup.service.siblings;
      const before = asked.length;
      const { status, headers } = await setup.send(path, {}, { ip: '192.0.2.200' });
      expect([status, headers['retry-after'], asked.length]).toEqual([429, '60', before]);
      expect((await setup.send(path, {}, { ip: '198.51.100.1' })).status).toBe(200);
      setup.service.clock.advance(60);
      expect((await setup.send(path)).status).toBe(200);
    },
  );

  describe('while 60 others of the network are under way', () => {
    async function holdSlots(): Promise<() => Promise<unknown>> {
      const { attempts } = setup.service.context;
      const { counters } = networkPlace(setup.service.context, '192.0.2.200');
      const slots = Array.from({ length: 60 }, (_, at) => String(at));
      for (const slot of slots) expect(await attempts.hold(counters, slot)).toBe(0);
      return () => Promise.all(slots.map((slot) => attempts.release(counters, slot)));
    }
    const login = () => setup.send('/auth/user/login', {}, { ip: '192.0.2.200' });

    test('200 as soon as one of them has ended', async () => {
      const release = await holdSlots();
      setup.service.context.pause = release;
      expect((await login()).status).toBe(200);
    });

    test('429 after 40 pauses in which none has ended', async () => {
      await holdSlots();
      let pauses = 0;
      setup.service.context.pause = async () => (pauses += 1);
      const { status, headers } = await login();
      expect([status, headers['retry-after'], pauses]).toEqual([429, '1', 40]);
    });

    test('429 at once while 128 attempts of the network wait already, and 200 elsewhere', async () => {
      const release = await holdSlots();
      const share = { name: setup.service.context.networkOf('192.0.2.200'), inside: 128, outside: 0 };
      const enter = () => setup.service.context.placeQueue.enter([share]);
      const waiting = await Promise.all(Array.from({ length: 128 }, enter));
      setup.service.context.pause = release;
      expect((await login()).status).toBe(429);
      expect((await setup.send('/auth/user/login', {}, { ip: '198.51.100.1' })).status).toBe(200);
      for (const leave of waiting) leave();
      expect((await login()).status).toBe(200);
    });
  });

  test.each(confirmPaths)(
    '401 at %s after 60 wrong passwords of somebody else, through one server',
    async (path) => {
      const { service, ada, bob } = setup;
      const factors = path.endsWith('confirm') ? { totpPending: 'sealed' } : { totpSecret: 'sealed' };
      for (const one of path.includes('totp') ? [ada, bob] : [])
        await service.accounts.add({ ...one, ...factors });
      for (let attempt = 0; attempt < 2; attempt += 1) await setup.send(path, { 'auth.pass': 'wrong' });
      const left = networkPlace(service.context, '192.0.2.1').counters;
      // Those of people who are signed in count for no network.
      expect(await failUp(service.context, left)).toBe(60);
      const ofBob = { 'auth.token': (await openSession(service, bob)).token, 'auth.pass': 'wrong' };
      expect((await setup.send(path, ofBob)).status).toBe(401);
    },
  );

  test('401 at /account/me/client_password/change after 60 wrong secrets of another client there', async () => {
    const { service } = setup;
    async function change(clientId: string, ip: string) {
      const { token } = await issueApp(service, clientId);
      return request(service.app)
        .post('/account/me/client_password/change')
        .set('x-forwarded-for', ip)
        .send({ token, 'auth.pass': 'wrong' });
    }
    for (const clientId of ['one', 'other'])
      await service.clients.add(
        makeClient({ clientId, type: 'confidential', grantTypes: ['client_credentials'] }),
        [{ hash: hashSecret(clientId), expiresAt: null }],
      );
    for (let attempt = 0; attempt < 60; attempt += 1) await change('one', '192.0.2.1');
    expect((await change('one', '198.51.100.1')).status).toBe(401);
    expect((await change('other', '192.0.2.1')).status).toBe(401);
  });
});

describe('the network of the person that a payload speaks of', () => {
  const paths = [
    '/auth/user/login',
    '/auth/member/root-session',
    '/auth/user/exchange',
    '/auth/member/exchange',
    '/auth/signup',
  ] as const satisfies readonly SamplePath[];

  test.each(paths)('429 at %s after 60 failures of theirs, whoever sends them', async (path) => {
    const of = (ip: string) => ({ claims: { ip } });
    for (let attempt = 0; attempt < 2; attempt += 1)
      await setup.send(path, { 'auth.client_id': 'other' }, of('203.0.113.5'));
    const { context } = setup.service;
    expect(await failUp(context, networkPlace(context, '203.0.113.5').counters)).toBe(58);
    const elsewhere = { ...of('203.0.113.77'), ip: '198.51.100.1' };
    expect((await setup.send(path, {}, elsewhere)).status).toBe(429);
    expect((await setup.send(path, {}, of('203.0.114.5'))).status).toBe(200);
  });

  test('429 after 10 wrong passwords of theirs, with their address in the request log', async () => {
    const theirs = { claims: { ip: '203.0.113.5', user_agent: 'Browser' } };
    for (let attempt = 0; attempt < 10; attempt += 1)
      await setup.send('/auth/user/login', { 'auth.pass': 'wrong' }, theirs);
    expect((await setup.send('/auth/user/login', {}, theirs)).status).toBe(429);
    expect((await setup.send('/auth/user/login')).status).toBe(200);
    expect((await setup.service.requestLog.entries())[0]).toMatchObject({
      ip: '203.0.113.5',
      userAgent: 'Browser',
    });
  });
});

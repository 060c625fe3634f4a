import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { errors, nameCause } from '../../src/errors.ts';
import { hashDeviceCode } from '../../src/oauth/device/start-device-authorization.ts';
import { startMs } from '../device-request.ts';
import { isFamilyRevoked } from '../is-family-revoked.ts';
import { refreshing } from '../redeem.ts';
import { createSso, oauthError, secretOf, ssoUrl } from '../sso-harness.ts';
import { decodeJwt, decodeProtectedHeader } from './decode-jwt.ts';

const urn = 'urn:ietf:params:oauth:grant-type:device_code';
const cli = { client_id: 'demo-cli' };
const rp = { client_id: 'demo-rp', client_secret: secretOf('demo-rp') };
const wrongCode = oauthError(errors.invalidDeviceCode);
const pending = {
  error: 'authorization_pending',
  error_description: 'device authorization is still pending',
};
const refused = oauthError(errors.accessDenied);
const inactive = oauthError(errors.accountInactive);

async function started(changes: Parameters<typeof createSso>[0] = {}, client: Record<string, string> = cli) {
  const sso = createSso(changes);
  dateRedemptions(sso);
  const { device_code: deviceCode } = await sso.start(client);
  const redeem = (form: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    sso.post('/token', { grant_type: 'device_code', device_code: deviceCode, ...client, ...form }, headers);
  return { ...sso, deviceCode, redeem, approve: (scope?: string) => sso.approve(deviceCode, scope) };
}

/** Redis says by its own clock how long ago a code was redeemed. Here the clock of the test says it. */
function dateRedemptions({ context: { devices }, clock }: ReturnType<typeof createSso>): void {
  const { poll, complete } = devices;
  const redeemedAtMs = new Map<string, number>();
  Object.assign(devices, {
    async complete(...[hash, ...more]: Parameters<typeof complete>) {
      const isWon = await complete(hash, ...more);
      if (isWon) redeemedAtMs.set(hash, clock.now());
      return isWon;
    },
    async poll(...[hash, ...more]: Parameters<typeof poll>) {
      const found = await poll(hash, ...more);
      const redeemedForMs = clock.now() - (redeemedAtMs.get(hash) ?? 0);
      return found.outcome === 'redeemed' ? { ...found, redeemedForMs } : found;
    },
  });
}

const typesOf = async (events: () => Promise<readonly { type: string }[]>) =>
  (await events()).map(({ type }) => type);

describe('POST /token with the device grant', () => {
  test.each([
    ['no grant_type', {}, 'invalid_request', 'grant_type is required'],
    [
      'an unknown grant_type',
      { grant_type: 'password' },
      errors.unsupportedGrantType.code,
      'the grant_type password is not supported',
    ],
    [
      'a grant_type out of the language',
      { grant_type: '__proto__' },
      errors.unsupportedGrantType.code,
      'the grant_type __proto__ is not supported',
    ],
    ['no device_code', { grant_type: 'device_code' }, 'invalid_request', 'device_code is required'],
    [
      'an unknown device_code',
      { grant_type: 'device_code', device_code: 'x' },
      'invalid_grant',
      wrongCode.error_description,
    ],
  ])('400 for %s', async (_what, form, error, description) => {
    const response = await createSso().post('/token', { ...cli, ...form });
    expect([response.status, response.body]).toEqual([400, { error, error_description: description }]);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers['pragma']).toBe('no-cache');
  });

  test.each(['device_code', urn])(
    '400 unauthorized_client for a client without the grant under %s',
    async (name) => {
      const form = { client_id: 'no-device', client_secret: secretOf('no-device') };
      const response = await createSso().post('/token', { ...form, grant_type: name, device_code: 'x' });
      expect([response.status, response.body]).toEqual([
        400,
        oauthError(
          nameCause(errors.unauthorizedClient, 'the grant_types of this client do not have device_code'),
        ),
      ]);
    },
  );

  test('400 authorization_pending until it is decided', async () => {
    const { redeem, clock } = await started();
    for (let poll = 0; poll < 3; poll += 1) {
      const response = await redeem();
      expect([response.status, response.body]).toEqual([400, pending]);
      expect(response.headers['retry-after']).toBeUndefined();
      clock.advance(5);
    }
  });

  test('400 slow_down with the new interval and Retry-After for an early poll', async () => {
    const { redeem, clock } = await started();
    await redeem();
    clock.advance(2);
    const response = await redeem();
    expect([response.status, response.body]).toEqual([
      400,
      {
        ...oauthError(errors.slowDown),
        interval: 10,
      },
    ]);
    expect(response.headers['retry-after']).toBe('10');
  });

  test.each([
    ['device_code', urn],
    [urn, 'device_code'],
  ])('400 access_denied after a denial under %s, then under %s', async (first, second) => {
    const { redeem, context, clock, deviceCode } = await started();
    await context.devices.deny(hashDeviceCode(deviceCode), 'user-1', clock.now());
    const response = await redeem({ grant_type: first });
    const again = await redeem({ grant_type: second });
    expect([response.status, response.body]).toEqual([400, refused]);
    expect([again.status, again.body]).toEqual([400, refused]);
  });

  test('400 invalid_grant for another client, which leaves the code redeemable', async () => {
    const { redeem, approve, events } = await started();
    await approve();
    const foreign = await redeem(rp);
    expect([foreign.status, foreign.body]).toEqual([400, wrongCode]);
    expect((await events()).at(-1)?.type).toBe('device.foreign_client');
    expect((await redeem()).status).toBe(200);
  });

  test.each([
    ['pending', 'device_code', wrongCode],
    ['approved', 'device_code', wrongCode],
    ['pending', urn, oauthError(errors.expiredToken)],
    ['approved', urn, oauthError(errors.expiredToken)],
  ])(
    '400 for a %s code that has expired, under %s; an approved one has one event',
    async (state, name, body) => {
      const { redeem, approve, clock, events } = await started();
      if (state === 'approved') await approve();
      clock.advance(600);
      const response = await redeem({ grant_type: name });
      const again = await redeem({ grant_type: name });
      expect([response.status, response.body]).toEqual([400, body]);
      expect([again.status, again.body]).toEqual([400, body]);
      const types = state === 'approved' ? ['device.approved', 'device.expired'] : [];
      expect(await typesOf(events)).toEqual(types);
    },
  );

  test.each(['inactive', 'unknown'])(
    '400 invalid_grant, for good, for an account %s at pickup',
    async (how) => {
      const { redeem, approve, standings, events } = await started();
      await approve();
      const standing = standings.get('user-1')!;
      standings.clear();
      if (how === 'inactive') standings.set('user-1', { ...standing, isActive: false });
      const response = await redeem();
      expect([response.status, response.body]).toEqual([400, inactive]);
      standings.set('user-1', standing);
      expect((await redeem()).body).toEqual(inactive);
      expect(await typesOf(events)).toEqual(['device.approved', 'family.revoked', 'device.denied']);
    },
  );

  test('400 invalid_grant, for good, when the account lets in no device any more', async () => {
    const { redeem, approve, standings } = await started();
    await approve();
    const standing = standings.get('user-1')!;
    standings.set('user-1', { ...standing, deviceSignIn: false });
    expect((await redeem()).body).toEqual(inactive);
    standings.set('user-1', standing);
    expect((await redeem()).body).toEqual(inactive);
  });

  test('200 by the standing at the pickup, not by a cached one', async () => {
    const { userApi } = createSso().context;
    const findRecentStanding = () => Promise.resolve(undefined);
    const { redeem, approve } = await started({ context: { userApi: { ...userApi, findRecentStanding } } });
    await approve();
    expect((await redeem()).status).toBe(200);
  });

  test.each([
    ['public', 'a public client loses a family in use', cli, true, true],
    ['public', 'a public client loses a family that was never used', cli, false, true],
    ['public', 'a confidential client keeps a family in use', rp, true, false],
    ['public', 'a confidential client keeps a family that was never used', rp, false, false],
    ['never', 'a public client keeps its family', cli, false, false],
    ['always', 'a confidential client loses its family', rp, false, true],
  ] as const)(
    '400 invalid_grant for a used code where replays revoke %s: %s; an event says so',
    async (replayRevokes, _what, client, isUsed, revokes) => {
      const sso = await started({ settings: { replayRevokes } }, client);
      const { redeem, approve, events, context, post, clock } = sso;
      await approve();
      const { body } = await redeem();
      if (isUsed) expect((await post('/token', refreshing(body, client))).status).toBe(200);
      clock.advance(11);
      const again = await redeem();
      expect([again.status, again.body]).toEqual([400, wrongCode]);
      expect(await isFamilyRevoked(context.families, body.binding_chain)).toBe(revokes);
      expect(await typesOf(events)).toContain('device.replayed');
      expect((await typesOf(events)).includes('family.revoked')).toBe(revokes);
    },
  );

  test.each(['public', 'always', 'never'] as const)(
    '400 for a code that is repeated within 10 s of the delivery, and nothing ends under %s',
    async (replayRevokes) => {
      const { redeem, approve, context, clock, events } = await started({ settings: { replayRevokes } });
      await approve();
      const { body } = await redeem();
      for (const seconds of [0, 9, 1]) {
        clock.advance(seconds);
        expect((await redeem()).body).toEqual(wrongCode);
      }
      expect(await isFamilyRevoked(context.families, body.binding_chain)).toBe(false);
      expect(await typesOf(events)).toContain('device.replayed');
    },
  );

  test('400 for a poll that began 10 s after the delivery and was answered later, and nothing ends', async () => {
    const { redeem, approve, context, clock } = await started();
    await approve();
    const { body } = await redeem();
    clock.advance(10);
    const { poll } = context.devices;
    context.devices.poll = (hash, clientId) => {
      clock.advance(5);
      return poll(hash, clientId, clock.now());
    };
    expect((await redeem()).body).toEqual(wrongCode);
    expect(await isFamilyRevoked(context.families, body.binding_chain)).toBe(false);
    expect((await redeem()).body).toEqual(wrongCode);
    expect(await isFamilyRevoked(context.families, body.binding_chain)).toBe(true);
  });

  /** Polls over a connection on which the caller does something before the delivery; what it receives. */
  async function redeemAnd(act: (socket: Socket) => unknown) {
    const sso = await started();
    await sso.approve();
    const { context, agent, deviceCode } = sso;
    const noticed = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const { findStanding } = context.userApi;
    const { release, complete } = context.devices;
    context.devices.release = (...args) => release(...args).finally(ended.resolve);
    context.devices.complete = (...args) => complete(...args).finally(ended.resolve);
    const { port, pathname } = new URL(agent.get('/token').url);
    const socket = connect({ port: Number(port), allowHalfOpen: true });
    let received = '';
    socket.on('data', (piece) => (received += String(piece))).on('error', () => undefined);
    context.userApi.findStanding = async (...args) => {
      context.userApi.findStanding = findStanding;
      act(socket);
      await noticed.promise;
      return findStanding(...args);
    };
    for (const event of ['close', 'finish'])
      socket.once(event, () => setImmediate(() => setImmediate(noticed.resolve)));
    const form = `grant_type=device_code&client_id=demo-cli&device_code=${deviceCode}`;
    socket.write(
      `POST ${pathname} HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${form.length}\r\n\r\n${form}`,
    );
    await ended.promise;
    return { ...sso, socket, received: () => received };
  }

  test.each([
    ['closes', (socket: Socket) => socket.destroy()],
    ['resets', (socket: Socket) => socket.resetAndDestroy()],
  ])('a caller that %s its connection before the delivery spends nothing', async (_what, act) => {
    const { redeem } = await redeemAnd(act);
    expect((await redeem()).status).toBe(200);
  });

  test('200 for a caller that has ended its side of the connection before the delivery', async () => {
    const { redeem, socket, received } = await redeemAnd((caller) => caller.end());
    if (!socket.closed) await once(socket, 'close');
    expect(received()).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*"access_token":/);
    expect((await redeem()).status).toBe(400);
  });

  describe.each([
    ['public', cli],
    ['confidential', rp],
  ])('for a %s client', (_what, client) => {
    /** A pickup, and whether the tokens that it answered still refresh. */
    async function approved() {
      const sso = await started({}, client);
      await sso.approve();
      const refresh = (tokens: Record<string, string>) => sso.post('/token', refreshing(tokens, client));
      return { ...sso, refresh };
    }

    test('200 with live tokens, when another poll comes between redeemed and delivered', async () => {
      const { redeem, refresh, context, events } = await approved();
      const { deliver } = context.families;
      const beside: unknown[] = [];
      context.families.deliver = async (...args) => {
        beside.push((await redeem()).body);
        return deliver(...args);
      };
      const { status, body } = await redeem();
      expect([status, beside]).toEqual([200, [wrongCode]]);
      expect((await refresh(body)).status).toBe(200);
      expect(await typesOf(events)).not.toContain('device.replayed');
    });

    test('400 for a poll that began before the delivery and was slower, and the tokens live on', async () => {
      const { redeem, refresh, context, clock, events } = await approved();
      const { poll } = context.devices;
      const delivered = Promise.withResolvers<void>();
      const began = Promise.withResolvers<void>();
      context.devices.poll = async (...args) => {
        context.devices.poll = poll;
        began.resolve();
        await delivered.promise;
        return poll(...args);
      };
      const slow = redeem().then(({ body }) => body);
      await began.promise;
      clock.advance(1);
      const { status, body } = await redeem();
      delivered.resolve();
      expect([status, await slow]).toEqual([200, wrongCode]);
      expect((await refresh(body)).status).toBe(200);
      expect(await typesOf(events)).not.toContain('device.replayed');
    });

    test('400 for a code that was redeemed and never delivered', async () => {
      const { redeem, context, clock, deviceCode } = await approved();
      context.families.deliver = () => Promise.resolve(false);
      expect((await redeem()).body).toEqual(wrongCode);
      const device = await context.devices.findByDeviceCodeHash(hashDeviceCode(deviceCode), clock.now());
      const isOver = () => isFamilyRevoked(context.families, device?.id ?? '');
      expect((await redeem()).body).toEqual(wrongCode);
      expect(await isOver()).toBe(false);
      clock.advance(11);
      expect((await redeem()).body).toEqual(wrongCode);
      expect(await isOver()).toBe(client === cli);
    });
  });

  test('200 for the poll after one that died between Postgres and Redis, with live tokens of the same family', async () => {
    const sso = createSso();
    let dies = true;
    const { devices } = sso.context;
    const chains: string[] = [];
    const dead = () => Promise.reject(new Error('Connection is closed.'));
    const { redeem, approve, context, clock, post } = await started({
      context: {
        devices: {
          ...devices,
          complete: async (hash, claim, nowMs) => {
            chains.push((await devices.findByDeviceCodeHash(hash, nowMs))?.id ?? '');
            return dies ? dead() : devices.complete(hash, claim, nowMs);
          },
          release: dead,
        },
      },
    });
    await approve();
    expect((await redeem()).status).toBe(503);
    dies = false;
    // The lease of the dead one holds for 5 s; until then the code is neither lost nor given out twice.
    expect((await redeem()).body).toEqual(pending);
    clock.advance(5);
    const { status, body } = await redeem();
    expect([status, body.binding_chain]).toEqual([200, chains[0]]);
    expect(new Set(chains).size).toBe(1);
    expect((await context.families.findById(body.binding_chain))?.generation).toBe(0);
    expect((await post('/token', refreshing(body))).status).toBe(200);
  });

  test('400 authorization_pending beside a pickup that does not end, after a second', async () => {
    let waitedMs = 0;
    const pause = (milliseconds: number) => Promise.resolve(void (waitedMs += milliseconds));
    const { redeem, approve, context, clock, deviceCode } = await started({ context: { pause } });
    await approve();
    await context.devices.poll(hashDeviceCode(deviceCode), 'demo-cli', clock.now());
    expect((await redeem()).body).toEqual(pending);
    expect(waitedMs).toBe(1000);
  });

  test.each(['device_code', urn])(
    '200 with the token package under %s, also to an early poll',
    async (name) => {
      const { redeem, approve, events, clock } = await started();
      await redeem();
      await approve();
      clock.advance(1);
      const { status, body, headers } = await redeem({ grant_type: name });
      const { access_token, id_token, refresh_token, binding_chain, binding_link, ...rest } = body;
      expect(status).toBe(200);
      expect(rest).toEqual({
        token_type: 'Bearer',
        expires_in: 900,
        refresh_expires_in: 30 * 86_400,
        scope: 'openid offline_access',
      });
      expect([refresh_token, binding_link]).toEqual([
        expect.stringMatching(/^rt_[\w-]{114}$/),
        expect.stringMatching(/^[\w-]{43}$/),
      ]);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['pragma']).toBe('no-cache');
      const iat = startMs / 1000 + 1;
      expect(decodeProtectedHeader(access_token)).toEqual({
        alg: 'RS512',
        typ: 'at+jwt',
        kid: expect.any(String),
      });
      expect(decodeJwt(access_token)).toEqual({
        iss: ssoUrl,
        aud: ['https://drop.example.test'],
        sub: 'user-1',
        client_id: 'demo-cli',
        scope: 'openid offline_access',
        sid: binding_chain,
        token_use: 'user',
        pk: 'user',
        amr: ['pwd'],
        auth_time: startMs / 1000 + 60,
        iat,
        nbf: iat,
        exp: iat + 900,
        jti: expect.any(String),
      });
      expect(decodeJwt(id_token)).toEqual({
        iss: ssoUrl,
        aud: 'demo-cli',
        sub: 'user-1',
        amr: ['pwd'],
        auth_time: startMs / 1000 + 60,
        sid: binding_chain,
        iat,
        exp: iat + 900,
      });
      expect(await typesOf(events)).toEqual(['device.approved', 'device.redeemed']);
      for (const secret of [access_token, id_token, refresh_token, binding_link])
        expect(JSON.stringify(await events())).not.toContain(secret);
    },
  );

  test.each([
    ['ends the longest unused family beyond PRINCIPAL_MAX_FAMILIES', 'user', ['limit']],
    ['ends none beyond PRINCIPAL_MAX_FAMILIES of an operator', 'admin', []],
  ] as const)('200 %s', async (_what, kind, reasons) => {
    const sso = createSso({ settings: { mostFamilies: 2 } });
    sso.standings.set('user-1', { ...sso.standings.get('user-1')!, kind });
    for (const nth of [0, 1, 2]) {
      sso.clock.advance(10 * nth);
      const { device_code } = await sso.start();
      await sso.approve(device_code);
      const form = { client_id: 'demo-cli', grant_type: 'device_code', device_code };
      expect((await sso.post('/token', form)).status).toBe(200);
    }
    const ends = (await sso.events()).filter(({ type }) => type === 'family.revoked');
    expect(ends.map(({ data }) => data['reason'])).toEqual(reasons);
  });

  test('200 counts the absolute end from the approval', async () => {
    const { redeem, approve, clock } = await started({
      settings: { refreshIdleTtlSeconds: 1000, refreshAbsoluteTtlSeconds: 1000 },
    });
    await approve();
    clock.advance(100);
    expect((await redeem()).body.refresh_expires_in).toBe(900);
  });

  test('200 with the whole idle time left, though time passes while it is answered', async () => {
    let reads = 0;
    const sso = createSso({ context: { now: () => startMs + (reads += 1) } });
    const { device_code } = await sso.start();
    await sso.approve(device_code);
    const client = { client_id: 'demo-cli' };
    const { body } = await sso.post('/token', { ...client, grant_type: 'device_code', device_code });
    expect(body.refresh_expires_in).toBe(30 * 86_400);
    expect((await sso.post('/token', refreshing(body))).body.refresh_expires_in).toBe(30 * 86_400);
  });
});

import { errors, nameCause } from '../../src/errors.ts';
import { isFamilyRevoked } from '../is-family-revoked.ts';
import { createSso, oauthError, secretOf } from '../sso-harness.ts';
import { database } from '../test-servers.ts';
import { decodeJwt } from './decode-jwt.ts';

const cli = { client_id: 'demo-cli' };
const rp = { client_id: 'demo-rp', client_secret: secretOf('demo-rp') };
const daySeconds = 86_400;
const refused = oauthError(errors.invalidRefreshToken);
const inactive = oauthError(errors.accountInactive);

interface Package {
  readonly id_token: string;
  readonly refresh_token: string;
  readonly binding_chain: string;
  readonly binding_link: string;
}

/** A service that has given `client` a token package, and a way to refresh it. */
async function redeemed(changes: Parameters<typeof createSso>[0] = {}, client: Record<string, string> = cli) {
  const sso = createSso(changes);
  const { device_code } = await sso.start({ ...client, aud: 'https://api.example.test' });
  await sso.approve(device_code, 'openid email offline_access');
  const first = await sso.post('/token', { grant_type: 'device_code', device_code, ...client });
  const refresh = (
    { refresh_token, binding_chain, binding_link }: Package,
    form: Record<string, string | string[]> = {},
  ) =>
    sso.post('/token', {
      grant_type: 'refresh_token',
      refresh_token,
      binding_chain,
      binding_link,
      ...client,
      ...form,
    });
  const typesOf = async (type: string) => (await sso.events()).filter((event) => event.type === type);
  return {
    ...sso,
    first: first.body as Package & { scope: string },
    refresh,
    isRevoked: () => isFamilyRevoked(sso.context.families, first.body.binding_chain),
    generation: async () => (await sso.context.families.findById(first.body.binding_chain))?.generation,
    typesOf,
  };
}

const unbound = { binding_chain: '', binding_link: '' };

const dropNotGranted = nameCause(
  errors.widerTarget,
  'the audience https://drop.example.test was not granted',
);

describe('POST /token with the refresh grant', () => {
  test.each(['refresh_token', 'binding_chain', 'binding_link'])(
    '400 without %s, and nothing changes',
    async (name) => {
      const { first, refresh, typesOf } = await redeemed();
      const response = await refresh(first, { [name]: '' });
      expect([response.status, response.body]).toEqual([
        400,
        { error: 'invalid_request', error_description: `${name} is required` },
      ]);
      expect(await typesOf('refresh.binding_mismatch')).toEqual([]);
      expect((await refresh(first)).status).toBe(200);
    },
  );

  test('400 without chain and link for a public client whose binding is optional, and nothing changes', async () => {
    const { first, refresh, clients, isRevoked } = await redeemed();
    clients.set('demo-cli', { ...clients.get('demo-cli')!, refreshBinding: 'optional' });
    const response = await refresh(first, unbound);
    expect([response.status, response.body]).toEqual([
      400,
      { error: 'invalid_request', error_description: 'binding_chain is required' },
    ]);
    expect(await isRevoked()).toBe(false);
    expect((await refresh(first)).status).toBe(200);
  });

  describe('for a client that authenticates, whose binding is optional', () => {
    async function optional() {
      const flow = await redeemed({}, rp);
      flow.clients.set('demo-rp', { ...flow.clients.get('demo-rp')!, refreshBinding: 'optional' });
      return flow;
    }

    test('200 without chain and link; the same request again has the same answer, and a used token ends the family', async () => {
      const { first, refresh, isRevoked, typesOf } = await optional();
      const second = await refresh(first, unbound);
      expect([second.status, second.body.binding_chain]).toEqual([200, first.binding_chain]);
      expect((await refresh(first, unbound)).body).toEqual(second.body);
      expect((await refresh(second.body, unbound)).status).toBe(200);
      expect(await isRevoked()).toBe(false);
      expect((await refresh(first, unbound)).body).toEqual(refused);
      expect(await isRevoked()).toBe(true);
      expect(await typesOf('refresh.reuse_detected')).toHaveLength(1);
    });

    test.each([
      ['binding_chain', 'binding_link'],
      ['binding_link', 'binding_chain'],
    ])('400 with %s alone', async (_sent, missing) => {
      const { first, refresh } = await optional();
      const response = await refresh(first, { [missing]: '' });
      expect(response.body).toEqual({
        error: 'invalid_request',
        error_description: `${missing} is required`,
      });
    });

    test('many callers with one token: one rotation, and no family that ends', async () => {
      const { first, refresh, isRevoked } = await optional();
      const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(first, unbound)));
      expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
      expect(await isRevoked()).toBe(false);
    });
  });

  test('400 invalid_grant for an unknown token', async () => {
    const { first, refresh, isRevoked } = await redeemed();
    const response = await refresh({ ...first, refresh_token: 'x' });
    expect([response.status, response.body]).toEqual([400, refused]);
    expect(await isRevoked()).toBe(false);
  });

  test('400 invalid_grant for another client, and nothing changes', async () => {
    const { first, refresh } = await redeemed();
    const response = await refresh(first, rp);
    expect([response.status, response.body]).toEqual([400, refused]);
    expect((await refresh(first)).status).toBe(200);
  });

  test.each([
    ['chain', { binding_chain: 'x' }],
    ['link', { binding_link: 'x' }],
  ])('400 invalid_grant for a wrong %s; the third one revokes', async (_what, wrong) => {
    const { first, refresh, isRevoked, typesOf } = await redeemed();
    for (const revoked of [false, false, true]) {
      const response = await refresh(first, wrong);
      expect([response.status, response.body]).toEqual([400, refused]);
      expect(await isRevoked()).toBe(revoked);
    }
    expect(await typesOf('refresh.binding_mismatch')).toHaveLength(3);
    expect(await typesOf('family.revoked')).toHaveLength(1);
    expect((await refresh(first)).body).toEqual(refused);
  });

  test('200 after two wrong links: nothing was rotated, and a rotation forgives them', async () => {
    const { first, refresh, isRevoked } = await redeemed();
    let current: Package = first;
    for (const _turn of [1, 2]) {
      await refresh(current, { binding_link: 'x' });
      await refresh(current, { binding_link: 'y' });
      const { status, body } = await refresh(current);
      expect(status).toBe(200);
      current = body;
    }
    expect(await isRevoked()).toBe(false);
  });

  test.each([
    ['scope', { scope: 'openid groups' }, nameCause(errors.widerScope, 'the scope groups was not granted')],
    ['aud', { aud: ['https://drop.example.test'] }, dropNotGranted],
    ['resource', { resource: 'https://drop.example.test' }, dropNotGranted],
  ])('400 for a wider %s, and the token stays current', async (_what, form, error) => {
    const { first, refresh } = await redeemed();
    const response = await refresh(first, form);
    expect([response.status, response.body]).toEqual([400, oauthError(error)]);
    expect((await refresh(first)).status).toBe(200);
  });

  test('400 invalid_grant while the account is not active, and 200 when it is again', async () => {
    const { first, refresh, standings } = await redeemed();
    const standing = standings.get('user-1');
    standings.clear();
    expect((await refresh(first)).body).toEqual(inactive);
    if (standing === undefined) throw new Error('no such account');
    standings.set('user-1', { ...standing, isActive: false });
    expect((await refresh(first)).body).toEqual(inactive);
    standings.set('user-1', standing);
    expect((await refresh(first)).status).toBe(200);
  });

  test('400 invalid_grant for a client that has lost the grant', async () => {
    const { first, refresh, clients } = await redeemed();
    const client = clients.get('demo-cli');
    if (client !== undefined) clients.set('demo-cli', { ...client, grantTypes: [] });
    expect((await refresh(first)).body).toEqual(refused);
  });

  test('400 invalid_grant at the idle end, which every refresh moves, and at the absolute end, which none does', async () => {
    const idle = await redeemed();
    idle.clock.advance(30 * daySeconds);
    expect((await idle.refresh(idle.first)).body).toEqual(refused);

    const { first, refresh, clock } = await redeemed();
    let current: Package = first;
    for (const left of [30, 30, 30, 15]) {
      clock.advance((left === 15 ? 15 : 20) * daySeconds);
      const { status, body } = await refresh(current);
      expect([status, body.refresh_expires_in]).toEqual([200, left * daySeconds]);
      current = body;
    }
    clock.advance(15 * daySeconds);
    expect((await refresh(current)).body).toEqual(refused);
  });

  test('503 while Postgres is gone, and the token stays current', async () => {
    const sso = createSso();
    let isDown = true;
    const { families } = sso.context;
    const rotate: typeof families.rotate = (rotation) =>
      isDown ? Promise.reject(new Error('Connection terminated unexpectedly')) : families.rotate(rotation);
    const { first, refresh } = await redeemed({ context: { families: { ...families, rotate } } });
    expect((await refresh(first)).status).toBe(503);
    isDown = false;
    expect((await refresh(first)).status).toBe(200);
  });

  test('200 with a new token and link, the same chain, and everything else of the package', async () => {
    const { first, refresh, generation, clock } = await redeemed();
    clock.advance(60);
    const { status, body, headers } = await refresh(first);
    const { id_token, ...expected } = first;
    expect([status, Object.keys(body).sort()]).toEqual([200, Object.keys(expected).sort()]);
    expect(decodeJwt(id_token)).toMatchObject({ aud: 'demo-cli' });
    expect(body).toMatchObject({
      token_type: 'Bearer',
      expires_in: 900,
      refresh_expires_in: 30 * daySeconds,
      binding_chain: first.binding_chain,
      scope: 'openid email offline_access',
    });
    expect(body.refresh_token).not.toBe(first.refresh_token);
    expect(body.binding_link).not.toBe(first.binding_link);
    expect(decodeJwt(body.access_token)).toMatchObject({
      sid: first.binding_chain,
      sub: 'user-1',
      aud: ['https://api.example.test'],
    });
    expect(headers['cache-control']).toBe('no-store');
    expect(await generation()).toBe(1);
    expect((await refresh(body)).status).toBe(200);
  });

  test('200 with a narrower scope and audience for this access token alone', async () => {
    const { first, refresh } = await redeemed();
    const narrowed = await refresh(first, { scope: 'email', aud: ['https://api.example.test'] });
    expect(narrowed.body.scope).toBe('email');
    expect(narrowed.body.id_token).toBeUndefined();
    expect(decodeJwt(narrowed.body.access_token)).toMatchObject({ scope: 'email' });
    expect((await refresh(narrowed.body)).body.scope).toBe('openid email offline_access');
  });
});

describe('POST /token with a superseded refresh token', () => {
  test('200 with the same answer again within 30 s, for one rotation however many ask', async () => {
    const { first, refresh, clock, typesOf, generation, isRevoked } = await redeemed();
    const scope = { scope: 'openid email' };
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(first, scope)));
    clock.advance(29);
    answers.push(await refresh(first, scope));
    expect(answers.map(({ status }) => status)).toEqual(Array(51).fill(200));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.body.id_token).toBeDefined();
    expect(await generation()).toBe(1);
    // As many as the budget of such events.
    expect(await typesOf('refresh.replayed_in_grace')).toHaveLength(20);
    expect(await isRevoked()).toBe(false);
    expect((await refresh(answers[0]?.body)).status).toBe(200);
  });

  test.each<[string, Record<string, string | string[]>, number]>([
    ['30 s later', {}, 30],
    ['with another link', { binding_link: 'x' }, 1],
    ['with another chain', { binding_chain: 'x' }, 1],
    ['with other parameters', { scope: 'openid' }, 1],
    ['by another client', rp, 1],
  ])('400 invalid_grant %s, and the family ends', async (_when, form, afterSeconds) => {
    const { first, refresh, clock, isRevoked, typesOf } = await redeemed();
    const { body } = await refresh(first);
    clock.advance(afterSeconds);
    const response = await refresh(first, form);
    expect([response.status, response.body]).toEqual([400, refused]);
    expect(await isRevoked()).toBe(true);
    expect(await typesOf('refresh.reuse_detected')).toHaveLength(1);
    expect((await refresh(body)).body).toEqual(refused);
  });

  test('400 invalid_grant for 50 at once after the window, and the family ends once', async () => {
    const { first, refresh, clock, isRevoked, typesOf } = await redeemed();
    await refresh(first);
    clock.advance(30);
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(first)));
    expect(answers.map(({ body }) => body)).toEqual(Array(50).fill(refused));
    expect(await isRevoked()).toBe(true);
    expect(await typesOf('family.revoked')).toHaveLength(1);
  });

  test('400 invalid_grant for a rotation that loses to the end of its family', async () => {
    const { context, first, refresh, clock, typesOf } = await redeemed();
    const { families } = context;
    const { rotate } = families;
    families.rotate = async (rotation) => {
      await families.revoke(first.binding_chain, 'client', clock.now());
      return rotate(rotation);
    };
    expect((await refresh(first)).body).toEqual(refused);
    expect(await typesOf('refresh.reuse_detected')).toEqual([]);
  });

  test('200 when the clock is set back by 5 s, 400 by more, and the family goes on', async () => {
    const { first, refresh, clock, isRevoked, typesOf } = await redeemed();
    const { text, body } = await refresh(first);
    clock.advance(-5);
    expect((await refresh(first)).text).toBe(text);
    clock.advance(-0.001);
    expect((await refresh(first)).body).toEqual(refused);
    expect(await isRevoked()).toBe(false);
    expect(await typesOf('refresh.reuse_detected')).toEqual([]);
    expect((await refresh(first, { binding_link: 'x' })).body).toEqual(refused);
    expect(await isRevoked()).toBe(true);
    expect((await refresh(body)).body).toEqual(refused);
  });

  test('503 when the answer of the database is lost after its rotation, and 200 for the same request', async () => {
    const { families } = createSso().context;
    const rotate: typeof families.rotate = async (rotation) => {
      await families.rotate(rotation);
      throw new Error('Connection terminated unexpectedly');
    };
    const { first, refresh, generation, isRevoked } = await redeemed({
      context: { families: { ...families, rotate } },
    });
    expect((await refresh(first)).status).toBe(503);
    expect((await refresh(first)).status).toBe(200);
    expect([await generation(), await isRevoked()]).toEqual([1, false]);
  });

  test('400 invalid_grant once its successor was used, and the family ends', async () => {
    const { first, refresh, isRevoked } = await redeemed();
    const { body } = await refresh(first);
    await refresh(body);
    expect((await refresh(first)).body).toEqual(refused);
    expect(await isRevoked()).toBe(true);
  });

  test('400 invalid_grant at once where the window is 0, and nothing is kept to be sealed', async () => {
    const { first, refresh, isRevoked } = await redeemed({ settings: { refreshGraceSeconds: 0 } });
    await refresh(first);
    const row = await database.refreshFamily.findUnique({ where: { id: first.binding_chain } });
    expect([row?.generation, row?.sealedAnswer]).toEqual([1, null]);
    expect((await refresh(first)).body).toEqual(refused);
    expect(await isRevoked()).toBe(true);
  });

  test('400 invalid_grant within the window when the account is not active any more', async () => {
    const { first, refresh, standings, isRevoked } = await redeemed();
    await refresh(first);
    standings.clear();
    expect((await refresh(first)).body).toEqual(inactive);
    expect(await isRevoked()).toBe(false);
  });

  test('400 invalid_grant within the window for a client that has lost the grant', async () => {
    const { first, refresh, clients, isRevoked } = await redeemed();
    await refresh(first);
    const client = clients.get('demo-cli');
    if (client !== undefined) clients.set('demo-cli', { ...client, grantTypes: [] });
    expect((await refresh(first)).body).toEqual(refused);
    expect(await isRevoked()).toBe(false);
  });

  test('400 invalid_grant for the second of two at once when the family ends between them', async () => {
    const { families } = createSso().context;
    const rotate: typeof families.rotate = async (rotation) => {
      await families.rotate(rotation);
      await families.revoke(rotation.familyId, 'user', rotation.nowMs);
      return false;
    };
    const { first, refresh } = await redeemed({ context: { families: { ...families, rotate } } });
    expect((await refresh(first)).body).toEqual(refused);
  });

  test('400 invalid_grant when the kept answer does not open, and the family goes on', async () => {
    const { families } = createSso().context;
    const findAnswer: typeof families.findAnswer = async (...asked) =>
      (await families.findAnswer(...asked))?.map((byte) => byte ^ 1);
    const context = { families: { ...families, findAnswer } };
    const { first, refresh, isRevoked, typesOf } = await redeemed({ context });
    const { body } = await refresh(first);
    const response = await refresh(first);
    expect([response.status, response.body]).toEqual([400, refused]);
    expect(await isRevoked()).toBe(false);
    expect(await typesOf('refresh.reuse_detected')).toHaveLength(0);
    expect(await typesOf('refresh.replayed_in_grace')).toHaveLength(0);
    expect((await refresh(body)).status).toBe(200);
  });
});

import { createHash } from 'node:crypto';
import { errors } from '../../src/errors.ts';
import { hashDeviceCode } from '../../src/oauth/device/start-device-authorization.ts';
import { addressOf, answerOf, createApp, native, verifier } from '../app.ts';
import { createDpopKey } from '../dpop-key.ts';
import { demoStanding, oauthError, realTime, secretOf, ssoUrl } from '../sso-harness.ts';
import { database } from '../test-servers.ts';
import { decodeJwt } from './decode-jwt.ts';

const invalid = oauthError(errors.invalidCode);
const offline = addressOf({ scope: 'openid offline_access' });

type Tokens = Record<'access_token' | 'refresh_token' | 'id_token' | 'binding_chain', string>;

describe('the answer', () => {
  test('has no refresh token without offline_access, and the family ends with its access token', async () => {
    const app = createApp();
    const { body } = await app.redeem(await app.getCode());
    expect(Object.keys(body as object).sort()).toEqual([
      'access_token',
      'expires_in',
      'id_token',
      'scope',
      'token_type',
    ]);
    const { sid } = decodeJwt((body as Tokens).access_token);
    const family = await app.context.families.findById(String(sid));
    expect(family?.absoluteExpiresAt).toEqual(new Date(app.clock.now() + 900_000));
    expect(family).toMatchObject({ road: 'browser', scope: 'openid' });
  });

  test('has none for a client without the grant refresh_token, and no such scope', async () => {
    const app = createApp();
    app.changeClient('demo-web', { grantTypes: ['authorization_code'] });
    const { body } = await app.redeem(await app.getCode(offline));
    expect(body).not.toHaveProperty('refresh_token');
    expect(body).toMatchObject({ scope: 'openid' });
  });

  test('has an id_token that is of the access token and of no request with another nonce', async () => {
    const app = createApp();
    const { body } = await app.redeem(await app.getCode(addressOf({ nonce: 'n-0S6' })));
    const { access_token: token, id_token: idToken } = body as Tokens;
    const half = createHash('sha512').update(token).digest().subarray(0, 32).toString('base64url');
    expect(decodeJwt(idToken)).toMatchObject({ nonce: 'n-0S6', at_hash: half, iss: ssoUrl, aud: 'demo-web' });
    const plain = await app.redeem(await app.getCode());
    expect(decodeJwt((plain.body as Tokens).id_token)).not.toHaveProperty('nonce');
  });

  test('has no id_token without openid', async () => {
    const app = createApp();
    const { body } = await app.redeem(await app.getCode(addressOf({ scope: 'email' })));
    expect(body).toMatchObject({ scope: 'email' });
    expect(body).not.toHaveProperty('id_token');
  });

  test('narrows scope and audience, and more spends nothing', async () => {
    const app = createApp();
    const code = await app.getCode(addressOf({ scope: 'openid email' }));
    const { status, body } = await app.redeem(code, { scope: 'openid profile' });
    expect([status, (body as { error: string }).error]).toEqual([400, 'invalid_scope']);
    expect((await app.redeem(code, { scope: 'openid' })).body).toMatchObject({ scope: 'openid' });
  });
});

describe('400 invalid_grant ends the code', () => {
  test.each<[string, Record<string, string>]>([
    ['without a verifier', { code_verifier: '' }],
    ['with another verifier', { code_verifier: 'w'.repeat(43) }],
    [
      'with the challenge as verifier',
      { code_verifier: createHash('sha256').update(verifier).digest('base64url') },
    ],
    ['with a verifier that is none', { code_verifier: `${verifier}\n` }],
    ['without redirect_uri', { redirect_uri: '' }],
    ['with another registered address', { redirect_uri: 'https://app.example.test/other?tenant=a%20b' }],
  ])('%s', async (_what, changes) => {
    const app = createApp();
    const code = await app.getCode();
    const wrong = await app.redeem(code, changes);
    expect([wrong.status, wrong.body]).toEqual([400, invalid]);
    const right = await app.redeem(code);
    expect([right.status, right.body]).toEqual([400, invalid]);
    expect((await app.events()).at(-1)).toMatchObject({
      type: 'device.denied',
      data: { reason: 'mismatch' },
    });
    expect(await database.deviceAuthorization.findFirst()).toMatchObject({
      road: 'browser',
      state: 'failed',
      failure: 'mismatch',
    });
  });

  test('where the client has changed its addresses since', async () => {
    const app = createApp();
    const code = await app.getCode();
    app.changeClient('demo-web', { redirectUris: ['https://app.example.test/'] });
    expect((await app.redeem(code)).body).toEqual(invalid);
  });

  test('with another key than that of dpop_jkt, or none', async () => {
    const app = createApp();
    const [key, other] = [createDpopKey(`${ssoUrl}/token`), createDpopKey(`${ssoUrl}/token`)];
    const proof = (one: typeof key) => ({ dpop: one.prove({ nowMs: app.clock.now() }) });
    const address = addressOf({ dpop_jkt: key.jkt });
    const bound = await app.redeem(await app.getCode(address), {}, proof(key));
    expect(bound.body).toMatchObject({ token_type: 'DPoP' });
    for (const headers of [{}, proof(other)]) {
      const code = await app.getCode(address);
      expect((await app.redeem(code, {}, headers)).body).toEqual(invalid);
    }
  });
});

describe('400 invalid_grant changes nothing', () => {
  test('of another client, which gets what an unknown code gets', async () => {
    const app = createApp();
    const code = await app.getCode();
    expect((await app.redeem(code, { client_id: 'strange-web' })).body).toEqual(invalid);
    expect((await app.redeem('unknown')).body).toEqual(invalid);
    expect((await app.redeem(code)).status).toBe(200);
  });

  test.each(['device_code', 'urn:ietf:params:oauth:grant-type:device_code'])(
    'where a code is presented as %s: neither verifier nor address would be asked for',
    async (grantType) => {
      const app = createApp();
      const grantTypes = ['authorization_code', 'device_code'];
      app.changeClient('demo-web', { grantTypes });
      const code = await app.getCode();
      const form = { client_id: 'demo-web', client_secret: secretOf('demo-web') };
      const { status, body } = await app.post('/token', {
        ...form,
        grant_type: grantType,
        device_code: code,
      });
      expect([status, (body as { error: string }).error]).toEqual([400, 'invalid_grant']);
      expect((await app.redeem(code)).status).toBe(200);
    },
  );

  test('where a device code is presented as a code', async () => {
    const app = createApp();
    const { device_code } = await app.start();
    await app.approve(device_code);
    const grantTypes = ['authorization_code', 'device_code'];
    app.changeClient('demo-cli', { grantTypes });
    const form = {
      client_id: 'demo-cli',
      grant_type: 'authorization_code',
      code: device_code,
      code_verifier: verifier,
    };
    expect((await app.post('/token', form)).body).toEqual(invalid);
    const right = { client_id: 'demo-cli', grant_type: 'device_code', device_code };
    expect((await app.post('/token', right)).status).toBe(200);
  });
});

test('400 unauthorized_client once the client has not the grant, and invalid_request without a code', async () => {
  const app = createApp();
  const code = await app.getCode();
  expect((await app.redeem('')).body).toMatchObject({
    error: 'invalid_request',
    error_description: 'code is required',
  });
  app.changeClient('demo-web', { grantTypes: ['device_code'] });
  expect((await app.redeem(code)).body).toMatchObject({ error: 'unauthorized_client' });
});

test('400 after 60 seconds, and 200 before', async () => {
  const app = createApp();
  const [one, two] = [await app.getCode(), await app.getCode()];
  app.clock.advance(59.999);
  expect((await app.redeem(one)).body).toMatchObject({ token_type: 'Bearer' });
  app.clock.advance(0.001);
  expect((await app.redeem(two)).body).toEqual(invalid);
  expect((await app.typesOf()).at(-1)).toBe('device.expired');
});

describe('a code again', () => {
  const rows = async () =>
    (await database.refreshFamily.findMany()).map(({ revokedReason }) => revokedReason);

  test.each([
    ['of a public client', native, 20_000, ['replay']],
    ['of a public client at once', native, 5_000, [null]],
    ['of a confidential client', {}, 20_000, [null]],
  ])('%s', async (_what, changes, laterMs, reasons) => {
    const app = createApp();
    const code = await app.getCode(addressOf(changes));
    const form = changes as Record<string, string>;
    expect((await app.redeem(code, form)).status).toBe(200);
    const hash = hashDeviceCode(code);
    const { poll } = app.context.devices;
    // Redis measures by a clock of its own.
    Object.assign(app.context.devices, {
      async poll(...asked: Parameters<typeof poll>) {
        const found = await poll(...asked);
        return found.outcome === 'redeemed' && asked[0] === hash
          ? { ...found, redeemedForMs: laterMs }
          : found;
      },
    });
    expect((await app.redeem(code, form)).body).toEqual(invalid);
    expect(await rows()).toEqual(reasons);
    expect(await app.typesOf()).toContain('device.replayed');
  });
});

test('of 50 redemptions at once one gets tokens, and they live', async () => {
  const app = createApp({ context: realTime });
  const code = await app.getCode(offline);
  const answers = await Promise.all(Array.from({ length: 50 }, () => app.redeem(code)));
  const [won, ...others] = answers.toSorted((one, other) => one.status - other.status);
  expect(others.every(({ status }) => status === 400)).toBe(true);
  const { refresh_token = '' } = (won?.body ?? {}) as Partial<Tokens>;
  const form = { client_id: 'demo-web', client_secret: secretOf('demo-web'), grant_type: 'refresh_token' };
  expect((await app.post('/token', { ...form, refresh_token })).status).toBe(200);
});

test('of 20 redemptions at once, half of them with another verifier, at most one gets tokens', async () => {
  const app = createApp({ context: realTime });
  const code = await app.getCode();
  const redeem = (_: unknown, at: number) =>
    app.redeem(code, at % 2 === 0 ? {} : { code_verifier: 'w'.repeat(43) });
  const answers = await Promise.all(Array.from({ length: 20 }, redeem));
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  expect((await app.redeem(code)).status).toBe(400);
});

describe('what ends codes that wait', () => {
  test.each<[string, (app: ReturnType<typeof createApp>) => unknown]>([
    [
      'a new password',
      ({ standings }) => standings.set('user-1', { ...demoStanding, tokensValidAfterMs: 7 }),
    ],
    ['a disabled account', ({ standings }) => standings.set('user-1', { ...demoStanding, isActive: false })],
  ])('%s', async (_what, end) => {
    const app = createApp();
    const code = await app.getCode();
    end(app);
    expect((await app.redeem(code)).body).toEqual(oauthError(errors.accountInactive));
    expect((await database.refreshFamily.findMany()).every(({ revokedAt }) => revokedAt !== null)).toBe(true);
  });

  test('not that the account lets no device in', async () => {
    const app = createApp();
    const code = await app.getCode();
    app.standings.set('user-1', { ...demoStanding, deviceSignIn: false });
    expect((await app.redeem(code)).status).toBe(200);
    expect(answerOf(await app.open())).toMatchObject({ code: expect.any(String) });
  });

  test('an archived client', async () => {
    const app = createApp();
    const code = await app.getCode();
    app.changeClient('demo-web', { isActive: false });
    expect((await app.redeem(code)).status).toBe(401);
  });
});

describe('a refresh', () => {
  async function createRefreshing(changes: Parameters<typeof addressOf>[0] = {}) {
    const app = createApp();
    const code = await app.getCode(addressOf({ ...changes, scope: 'openid offline_access' }));
    const { body } = await app.redeem(code, changes as Record<string, string>);
    const isPublic = changes['client_id'] === 'demo-native';
    const who = isPublic
      ? { client_id: 'demo-native' }
      : { client_id: 'demo-web', client_secret: secretOf('demo-web') };
    const refresh = (more: Record<string, string> = {}) =>
      app.post('/token', { ...who, grant_type: 'refresh_token', ...more });
    return { app, tokens: body as Tokens & { binding_link: string }, refresh };
  }

  test.each([
    ['a confidential client', {}],
    ['a public client', native],
  ])('of %s may leave chain and link out', async (_what, changes) => {
    const { tokens, refresh } = await createRefreshing(changes);
    const { status, body } = await refresh({ refresh_token: tokens.refresh_token });
    expect([status, (body as Tokens).binding_chain]).toEqual([200, tokens.binding_chain]);
  });

  test('is refused once the client has not the grant of the road', async () => {
    const { app, tokens, refresh } = await createRefreshing();
    const grantTypes = ['device_code', 'refresh_token'];
    app.changeClient('demo-web', { grantTypes });
    expect((await refresh({ refresh_token: tokens.refresh_token })).body).toMatchObject({
      error: 'invalid_grant',
    });
    const form = { token: tokens.access_token, client_id: 'demo-web', client_secret: secretOf('demo-web') };
    expect((await app.post('/introspect', form)).body).toEqual({ active: false });
  });
});

import { addressOf, answerOf, createApp } from '../app.ts';
import { ssoUrl } from '../sso-harness.ts';
import { decodeJwt } from './decode-jwt.ts';

test('200 from the address to the tokens', async () => {
  const app = createApp();
  const address = addressOf({ scope: 'openid email offline_access', nonce: 'nonce-1' });
  expect(await app.open(address)).toMatchObject({ outcome: 'login', account: null });
  const asked = await app.signIn(address);
  expect(asked).toMatchObject({
    outcome: 'ask',
    account: 'demo@latchkey.test',
    request: {
      client_name: 'Demo Web',
      place: 'app.example.test',
      scopes: ['openid', 'email', 'offline_access'],
      audiences: ['https://drop.example.test'],
    },
  });
  const led = await app.answer(address, 'approve', asked);
  expect(led.outcome).toBe('leaving');
  const { code = '', ...rest } = answerOf(led);
  expect(code).toMatch(/^[\w-]{43}$/);
  expect(rest).toEqual({ state: 'state of the app', iss: ssoUrl });
  const { status, body } = await app.redeem(code);
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { token_type: 'Bearer', scope: 'openid email offline_access', expires_in: 900 },
  });
  const tokens = body as Record<string, string>;
  expect(Object.keys(tokens).sort()).toEqual([
    'access_token',
    'binding_chain',
    'binding_link',
    'expires_in',
    'id_token',
    'refresh_expires_in',
    'refresh_token',
    'scope',
    'token_type',
  ]);
  expect(decodeJwt(tokens['id_token'] ?? '')).toMatchObject({
    aud: 'demo-web',
    sub: 'user-1',
    nonce: 'nonce-1',
    amr: ['password'],
    sid: tokens['binding_chain'],
    email: 'demo@latchkey.test',
  });
  expect(await app.typesOf()).toEqual(['app.signed_in', 'device.redeemed']);
});

test('Allow twice at once gives a code each, of the same request, and the one that is not redeemed ends', async () => {
  const app = createApp();
  const asked = await app.signIn();
  const led = await Promise.all(['approve', 'approve'].map((allow) => app.answer(addressOf(), allow, asked)));
  const [dropped = '', followed = ''] = led.map((one) => answerOf(one)['code']);
  expect(dropped).not.toBe(followed);
  expect((await app.redeem(followed)).status).toBe(200);
  app.clock.advance(61);
  expect(await app.redeem(dropped)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  expect(await app.typesOf()).toEqual([
    'app.signed_in',
    'app.signed_in',
    'device.redeemed',
    'device.expired',
  ]);
});

test('each step of a sign-in is counted', async () => {
  const app = createApp();
  const steps: string[] = [];
  Object.assign(app.context, { countSignIn: (step: string) => void steps.push(step) });
  await app.redeem(await app.getCode());
  expect(steps).toEqual(['started', 'started', 'asked', 'allowed', 'redeemed']);
  steps.length = 0;
  await app.open();
  expect(steps).toEqual(['started', 'allowed_before']);
});

import { errors, nameCause } from '../../src/errors.ts';
import { redeemTokens, refreshing } from '../redeem.ts';
import { createSso, oauthError, secretOf } from '../sso-harness.ts';
import { decodeJwt } from './decode-jwt.ts';

const cli = { client_id: 'demo-cli' };
const rp = { client_id: 'demo-rp', client_secret: secretOf('demo-rp') };
const drop = 'https://drop.example.test';
const api = 'https://api.example.test';
type Form = Record<string, string | string[]>;
type Sso = ReturnType<typeof createSso>;

/** Gives the public client the rights on its list, and the person a kind. */
function prepare({ clients, standings }: Sso, kind: 'user' | 'admin' | 'root') {
  const { scopes, ...client } = clients.get('demo-cli')!;
  clients.set('demo-cli', { ...client, scopes: [...scopes, 'account', 'clients', 'admin'] });
  standings.set('user-1', { ...standings.get('user-1')!, kind });
}

async function approved(scope: string, kind: 'user' | 'admin' | 'root' = 'user', form: Form = {}) {
  const sso = createSso();
  prepare(sso, kind);
  const { device_code } = await sso.start({ ...cli, ...(form as Record<string, string>) });
  await sso.approve(device_code, scope);
  const redeem = (wish: Form = {}) =>
    sso.post('/token', { ...cli, grant_type: 'device_code', device_code, ...wish });
  const refresh = (tokens: Record<string, string>, wish: Form = {}) =>
    sso.post('/token', { ...refreshing(tokens), ...wish });
  return { ...sso, redeem, refresh };
}

/** The rights of a token package: scope, pk and lifetime, which must agree with the access token. */
function rightsOf({ body }: { body: Record<string, string> }) {
  const { scope, pk, aud } = decodeJwt(body['access_token'] ?? '');
  expect(body['scope']).toBe(scope);
  return { scope, pk, aud, expiresIn: body['expires_in'] };
}

describe('admin in the device flow', () => {
  test.each(['admin', 'root'] as const)(
    '200 at the pickup of a %s, as that kind, for 10 minutes',
    async (kind) => {
      const { redeem } = await approved('openid admin', kind);
      const given = { scope: 'openid admin', pk: kind, aud: [drop], expiresIn: 600 };
      expect(rightsOf(await redeem())).toEqual(given);
    },
  );

  test('200 as kind user for an operator whose token does not hold it', async () => {
    const { redeem } = await approved('openid account', 'root');
    expect(rightsOf(await redeem())).toMatchObject({ scope: 'openid account', pk: 'user', expiresIn: 900 });
  });

  test('200 without it where the approval lacks a one-time code that is required', async () => {
    const sso = createSso({ settings: { operatorMfa: 'required' } });
    prepare(sso, 'admin');
    const { device_code } = await sso.start();
    await sso.approve(device_code, 'openid admin');
    const answer = await sso.post('/token', { ...cli, grant_type: 'device_code', device_code });
    expect(rightsOf(answer)).toMatchObject({ scope: 'openid', pk: 'user' });
  });

  test('200 at a refresh, which drops it, and 400 when the refresh asks for it', async () => {
    const { redeem, refresh } = await approved('openid admin', 'admin');
    const first = await redeem();
    const wider = await refresh(first.body, { scope: 'openid admin' });
    const refusal = nameCause(errors.widerScope, 'the scope admin was not granted');
    expect([wider.status, wider.body]).toEqual([400, oauthError(refusal)]);
    const second = await refresh(first.body);
    expect(rightsOf(second)).toEqual({ scope: 'openid', pk: 'user', aud: [drop], expiresIn: 900 });
  });
});

test('200 at a refresh without admin also when the family holds it', async () => {
  const { redeem, refresh, context } = await approved('openid admin', 'admin');
  const { open } = context.families;
  context.families.open = (pickup) =>
    open({ ...pickup, approval: { ...pickup.approval, scope: 'openid admin' } });
  const { body } = await redeem();
  expect((await context.families.findById(body.binding_chain))?.scope).toBe('openid admin');
  expect((await refresh(body, { scope: 'admin' })).status).toBe(400);
  expect(rightsOf(await refresh(body))).toMatchObject({ scope: 'openid', pk: 'user' });
});

describe('a redemption that asks for less', () => {
  const scope = 'openid account offline_access';

  test('200 with the part that it asks for, and a refresh that has all of it again', async () => {
    const { redeem, refresh } = await approved(scope);
    const first = await redeem({ scope: ' openid ', resource: drop });
    expect(rightsOf(first)).toMatchObject({ scope: 'openid', aud: [drop] });
    expect(rightsOf(await refresh(first.body))).toMatchObject({ scope });
  });

  test('200 with everything when its scope is blank', async () => {
    const { redeem } = await approved(scope);
    expect(rightsOf(await redeem({ scope: '  ' }))).toMatchObject({ scope });
  });

  test.each<[string, Form, object]>([
    [
      'a scope',
      { scope: 'openid clients' },
      nameCause(errors.widerScope, 'the scope clients was not granted'),
    ],
    [
      'an audience',
      { aud: [drop, api] },
      nameCause(errors.widerTarget, `the audience ${api} was not granted`),
    ],
  ])('400 for %s that was not granted, and the code stays good', async (_what, wish, error) => {
    const { redeem } = await approved(scope);
    const wider = await redeem(wish);
    expect([wider.status, wider.body]).toEqual([400, oauthError(error as ReturnType<typeof nameCause>)]);
    expect((await redeem()).status).toBe(200);
  });
});

describe('slashes at the end of an audience', () => {
  test('200 at the pickup and the refresh, with the audience as it was granted', async () => {
    const { redeem, refresh } = await approved('openid', 'user', { aud: [drop] });
    const first = await redeem({ aud: [`${drop}/`] });
    expect(rightsOf(first)).toMatchObject({ aud: [drop] });
    expect(rightsOf(await refresh(first.body, { resource: [`${drop}//`] }))).toMatchObject({ aud: [drop] });
  });

  test('200 when the list of the client spells it in another way by now', async () => {
    const { redeem, clients } = await approved('openid', 'user', { aud: [drop] });
    clients.set('demo-cli', { ...clients.get('demo-cli')!, audiences: [`${drop}/`] });
    expect(rightsOf(await redeem())).toMatchObject({ aud: [drop] });
  });
});

describe('what a client has lost', () => {
  test('200 at the next refresh, without the scopes and audiences that it has lost, also when it asks for them', async () => {
    const { redeem, refresh, clients } = await approved('openid account', 'user', { aud: [drop] });
    const { body } = await redeem();
    clients.set('demo-cli', { ...clients.get('demo-cli')!, scopes: ['openid'] });
    const narrowed = { scope: 'openid', aud: [drop] };
    const second = await refresh(body, { scope: 'openid account' });
    expect(rightsOf(second)).toMatchObject(narrowed);
    expect(rightsOf(await refresh(second.body))).toMatchObject(narrowed);
  });

  test.each(['scopes', 'audiences'] as const)(
    '400 at a refresh when none of its %s is left, and nothing rotates',
    async (list) => {
      const { redeem, refresh, clients } = await approved('openid account');
      const { body } = await redeem();
      const client = clients.get('demo-cli')!;
      clients.set('demo-cli', { ...client, [list]: ['other'] });
      const refused = await refresh(body);
      expect([refused.status, refused.body]).toEqual([400, oauthError(errors.nothingLeft)]);
      clients.set('demo-cli', client);
      expect((await refresh(body)).status).toBe(200);
    },
  );

  test.each<[string, object]>([
    ['is archived', { isActive: false }],
    ['has lost the device grant', { grantTypes: ['refresh_token'] }],
  ])('200 inactive at introspection, and 401 at userinfo, when it %s', async (_how, change) => {
    const { post, agent, tokens, clients } = await redeemTokens('openid');
    const introspect = async (token: string) => (await post('/introspect', { ...rp, token })).body;
    const userinfo = () => agent.get('/userinfo').set({ authorization: `Bearer ${tokens.access_token}` });
    expect(await introspect(tokens.access_token)).toMatchObject({ active: true });
    expect((await userinfo()).status).toBe(200);
    clients.set('demo-cli', { ...clients.get('demo-cli')!, ...change });
    expect(await introspect(tokens.access_token)).toEqual({ active: false });
    const denied = await userinfo();
    expect([denied.status, denied.body]).toEqual([401, oauthError(errors.accessTokenInvalid)]);
  });

  test('200 inactive at introspection of its own refresh token without the device grant', async () => {
    const sso = createSso();
    const { device_code } = await sso.start(rp);
    await sso.approve(device_code);
    const { body } = await sso.post('/token', { ...rp, grant_type: 'device_code', device_code });
    const introspect = async () => (await sso.post('/introspect', { ...rp, token: body.refresh_token })).body;
    expect(await introspect()).toMatchObject({ active: true });
    sso.clients.set('demo-rp', { ...sso.clients.get('demo-rp')!, grantTypes: ['relay'] });
    expect(await introspect()).toEqual({ active: false });
  });
});

import { serviceAccess } from '@latchkey/http-server';
import type { HeaderAuthMode } from '@latchkey/request-parser';
import request from 'supertest';
import { appTokenAccess } from '../../src/access/app-token-access.ts';
import { clientAccess } from '../../src/access/client-access.ts';
import { payloadAccess } from '../../src/access/payload-access.ts';
import { routes } from '../../src/routes.ts';
import { makeAccount, makeClient, openSession, password } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';
import { prove } from '../setup/prove.ts';
import { audience } from '../setup/signer.ts';

/** The header migration switch, family by family. Source: contract part 0 "Parsed request" 9. */
const own = routes.filter(({ access }) => access !== (serviceAccess as unknown));
const families = {
  auth: '/auth/',
  session: '/session/',
  connections: '/oauth/clients/connections/',
  oauth_clients: '/oauth/clients/',
  oauth_device: '/oauth/device/',
  oauth_credentials: '/oauth/client_credentials/',
  account: '/account/',
  admin: '/admin/',
};
const takesToken = own
  .filter(({ path, access }) => access !== (payloadAccess as unknown) || path.endsWith('/exchange'))
  .map(({ path, family = '' }) => [path, family] as const);
const ofApps = own
  .filter(({ access }) => [appTokenAccess, clientAccess].includes(access as never))
  .map(({ path }) => path);
const exchanges: Readonly<Record<string, object>> = {
  '/auth/user/exchange': { purpose: 'user_exchange' },
  '/auth/member/exchange': { purpose: 'member_exchange', org: 'acme' },
};
const acme = { orgId: '99999999-9999-4999-8999-999999999999', orgSlug: 'acme', role: 'member' } as const;

/** An app token whose issue, client and connection are in force. */
async function openApp(service: TestService): Promise<string> {
  service.clients.add(makeClient({ type: 'confidential' }));
  service.clients.add(makeClient({ clientId: 'target' }));
  service.connections.add({ id: 'c', source: 'client-a', target: 'target', scopes: [] });
  const [id, at] = [service.context.newId(), service.clock.now()];
  const times = { createdAt: new Date(at), expiresAt: new Date(at + 900_000) };
  await service.credentials.add({
    id,
    clientId: 'client-a',
    scopes: [],
    audiences: [],
    fingerprint: null,
    ...times,
  });
  const token = service.signer.signToken({ sub: 'client-a', sid: id, token_use: 'app' });
  service.siblings.active.add(token);
  return token;
}

async function makeCall(path: string, headerAuth: Readonly<Record<string, HeaderAuthMode>>) {
  const service = createTestService({ headerAuth });
  const admin = makeAccount({ kind: 'admin' });
  service.accounts.add(admin, [acme]);
  const token = ofApps.includes(path) ? await openApp(service) : (await openSession(service, admin)).token;
  const relayClaims = exchanges[path];
  const rest = () => relayClaims && { relay: service.siblings.relay(relayClaims), 'auth.org': 'acme' };
  /** The status, or `in` where the token was taken; a field that is missing is no other than the token's. */
  const call = async (fields: object, headers: Record<string, string>) => {
    const answer = await request(service.app)
      .post(path)
      .set(headers)
      .send({ ...rest(), ...fields });
    const { status, body } = answer;
    const isOut = [401, 429].includes(status) || body.code === 'ambiguous_parameter';
    const hasNoToken = body.field === 'auth.token';
    return [isOut || hasNoToken ? status : 'in', body.field];
  };
  const field = path.endsWith('/connections/verify') ? 'token' : 'auth.token';
  return { token, field, bearer: { authorization: `Bearer ${token}` }, call };
}

describe.each(takesToken)('POST %s of the family %s', (path, family) => {
  test('off, as when it is not named or only others are: a field counts, a header does not', async () => {
    const others = Object.keys(families).filter((other) => other !== family);
    const notOwn = Object.fromEntries(others.map((other) => [other, 'only' as const]));
    for (const headerAuth of [{}, { [family]: 'off' as const }, notOwn]) {
      const { call, field, token, bearer } = await makeCall(path, headerAuth);
      expect((await call({}, bearer))[0]).not.toBe('in');
      expect((await call({}, { token }))[0]).not.toBe('in');
      expect((await call({ [field]: token }, { authorization: 'Bearer other' }))[0]).toBe('in');
    }
  });

  test('accept: either counts, and a differing pair is 400', async () => {
    const make = () => makeCall(path, { [family]: 'accept' });
    // Each in a service of its own, as a call may end the session that makes it.
    for (const place of ['authorization', 'token header', 'field', 'both']) {
      const { call, field, token, bearer } = await make();
      const headers = place === 'token header' ? { token } : bearer;
      const fields = place === 'field' || place === 'both' ? { [field]: token } : {};
      expect([place, (await call(fields, place === 'field' ? {} : headers))[0]]).toEqual([place, 'in']);
    }
    const { call, bearer, field } = await make();
    expect((await call({ [field]: 'other' }, bearer))[0]).toBe(400);
  });

  test('only: the header counts, and a credential field is 400', async () => {
    const { call, token, bearer } = await makeCall(path, { [family]: 'only' });
    expect((await call({}, bearer))[0]).toBe('in');
    for (const name of ['token', 'auth.token'])
      expect(await call({ [name]: token }, {})).toEqual([400, name]);
  });
});

describe('POST /auth/user/root-session and the DPoP header', () => {
  const path = '/auth/user/root-session';

  async function openRoot(mode: HeaderAuthMode, place: 'header' | 'field') {
    const service = createTestService({ headerAuth: { auth: mode } });
    const ada = makeAccount();
    service.accounts.add(ada);
    const relay = service.siblings.relay({ purpose: 'user_root_session' });
    const dpop = prove(service, { path });
    const fields = { relay, 'auth.user': ada.email, 'auth.pass': password, htu: audience + path };
    const call = request(service.app).post(path);
    const { body } = await (place === 'header'
      ? call.set('dpop', dpop).send(fields)
      : call.send({ ...fields, dpop }));
    return body.data?.root.bound ?? body.code;
  }

  test('a proof counts where its position has it', async () => {
    expect(await openRoot('off', 'header')).toBe(false);
    expect(await openRoot('off', 'field')).toBe(true);
    for (const place of ['header', 'field'] as const) expect(await openRoot('accept', place)).toBe(true);
    expect(await openRoot('only', 'header')).toBe(true);
    expect(await openRoot('only', 'field')).toBe('ambiguous_parameter');
  });
});

test('every route is of the family that its path begins like', () => {
  for (const { path, family } of own) {
    const fitting = Object.entries(families).filter(([, prefix]) => path.startsWith(prefix));
    expect([path, family]).toEqual([path, fitting[0]?.[0]]);
  }
});

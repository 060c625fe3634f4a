import type { HeaderAuthMode } from '@latchkey/request-parser';
import { createSample, request } from '@latchkey/testing';
import { appTokenAccess } from '../../src/access/app-token-access.ts';
import { clientAccess } from '../../src/access/client-access.ts';
import { payloadAccess } from '../../src/access/payload-access.ts';
import { routes } from '../../src/routes.ts';
import { issueApp, makeAccount, makeClient, openSession, password } from '../setup/accounts.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';
import { prove } from '../setup/prove.ts';
import { audience } from '../setup/signer.ts';

/**
 * The header migration switch, family by family: the first route of each family and access is tried in every mode, the
 * others in the two that tell whether they follow it. Source: contract part 0 "Parsed request" 9.
 */
const own = routes.filter(({ path }) => !path.startsWith('/internal/'));
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
const takesToken = own.filter(
  ({ path, access }) => access !== (payloadAccess as unknown) || path.endsWith('/exchange'),
);
const accesses: readonly unknown[] = [...new Set(own.map(({ access }) => access))];
const inEveryMode = createSample(takesToken, ({ family, access }) => `${family} ${accesses.indexOf(access)}`);
const named = (routesOf: Iterable<(typeof own)[number]>) =>
  [...routesOf].map(({ path, family = '' }) => [path, family] as const);
const ofApps = own
  .filter(({ access }) => new Set<unknown>([appTokenAccess, clientAccess]).has(access))
  .map(({ path }) => path);
const exchanges: Readonly<Record<string, object>> = {
  '/auth/user/exchange': { purpose: 'user_exchange' },
  '/auth/member/exchange': { purpose: 'member_exchange', org: 'acme' },
};
const acme = { orgId: '99999999-9999-4999-8999-999999999999', orgSlug: 'acme', role: 'member' } as const;

/** An app token whose credential, client and connection are in force. */
async function openApp(service: TestService): Promise<string> {
  await service.clients.add(makeClient({ type: 'confidential', grantTypes: ['client_credentials'] }));
  await service.clients.add(makeClient({ clientId: 'target' }));
  await service.connections.add({ source: 'client-a', target: 'target', scopes: [] });
  const { token } = await issueApp(service, 'client-a');
  service.siblings.active.add(token);
  return token;
}

async function makeCall(path: string, headerAuth: Readonly<Record<string, HeaderAuthMode>>) {
  const service = createTestService({ headerAuth });
  const admin = makeAccount({ kind: 'admin' });
  await service.accounts.add(admin, [acme]);
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

test.each(named(takesToken))(
  'POST %s takes a token from a header only where its family %s is switched on',
  async (path, family) => {
    const off = await makeCall(path, {});
    expect((await off.call({}, off.bearer))[0]).not.toBe('in');
    const only = await makeCall(path, { [family]: 'only' });
    expect((await only.call({}, only.bearer))[0]).toBe('in');
  },
);

describe.each(named(inEveryMode))('POST %s of the family %s, in every mode', (path, family) => {
  const others = Object.keys(families).filter((other) => other !== family);
  test.each<[string, Readonly<Record<string, HeaderAuthMode>>]>([
    ['no family is named', {}],
    ['its family is off', { [family]: 'off' }],
    ['only other families are named', Object.fromEntries(others.map((other) => [other, 'only']))],
  ])('takes the token from a field and from no header when %s', async (_name, headerAuth) => {
    const { call, field, token, bearer } = await makeCall(path, headerAuth);
    expect((await call({}, bearer))[0]).not.toBe('in');
    expect((await call({}, { token }))[0]).not.toBe('in');
    expect((await call({ [field]: token }, { authorization: 'Bearer other' }))[0]).toBe('in');
  });

  test.each(['the Authorization header', 'the token header', 'the field', 'the header and the field'])(
    'takes the token from %s in the mode accept',
    async (place) => {
      const { call, field, token, bearer } = await makeCall(path, { [family]: 'accept' });
      const headers = place === 'the token header' ? { token } : bearer;
      const fields = place.endsWith('field') ? { [field]: token } : {};
      expect((await call(fields, place === 'the field' ? {} : headers))[0]).toBe('in');
    },
  );

  test('400 for a header and a field that differ in the mode accept', async () => {
    const { call, bearer, field } = await makeCall(path, { [family]: 'accept' });
    expect((await call({ [field]: 'other' }, bearer))[0]).toBe(400);
  });

  test.each(['token', 'auth.token'])('400 for the field %s in the mode only', async (name) => {
    const { call, token } = await makeCall(path, { [family]: 'only' });
    expect(await call({ [name]: token }, {})).toEqual([400, name]);
  });
});

test.each(['authorization', 'dpop'])(
  '400 for two %s headers, also joined and where headers are not read',
  async (name) => {
    const { app } = createTestService();
    const answer = async (sent: string | string[]) => {
      const { status, body } = await request(app)
        .post('/session/me')
        .set(name, sent as string)
        .send({});
      return [status, body.code];
    };
    const refused = [400, 'ambiguous_parameter'];
    const answers = {
      two: await answer(['Bearer a', 'Bearer a']),
      joined: await answer('Bearer a, Bearer a'),
    };
    expect(answers).toEqual({ two: refused, joined: refused });
  },
);

describe('POST /auth/user/root-session and the DPoP header', () => {
  const path = '/auth/user/root-session';

  async function openRoot(mode: HeaderAuthMode, place: 'header' | 'field') {
    const service = createTestService({ headerAuth: { auth: mode } });
    const ada = makeAccount();
    await service.accounts.add(ada);
    const relay = service.siblings.relay({ purpose: 'user_root_session' });
    const dpop = prove(service, { path });
    const fields = { relay, 'auth.user': ada.email, 'auth.pass': password, htu: audience + path };
    const call = request(service.app).post(path);
    const { body } = await (place === 'header'
      ? call.set('dpop', dpop).send(fields)
      : call.send({ ...fields, dpop }));
    return body.data?.root.bound ?? body.code;
  }

  test.each([
    ['off', 'header', false],
    ['off', 'field', true],
    ['accept', 'header', true],
    ['accept', 'field', true],
    ['only', 'header', true],
    ['only', 'field', 'ambiguous_parameter'],
  ] as const)('in the mode %s a proof in the %s binds the root: %j', async (mode, place, bound) => {
    expect(await openRoot(mode, place)).toBe(bound);
  });
});

test.each(own.map(({ path, family }) => [path, family] as const))(
  'the prefix of the path %s is that of its family %s',
  (path, family) => {
    const prefixes = [...Object.entries(families), ['account', '/org/'] as const];
    const fitting = prefixes.find(([, prefix]) => path.startsWith(prefix));
    expect(family).toBe(fitting?.[0]);
  },
);

import type { HeaderAuthMode } from '@latchkey/request-parser';
import { createSample, forgeToken, listTokenAttacks, request } from '@latchkey/testing';
import type { RelayClaims } from '@latchkey/tokens';
import { appTokenAccess } from '../../src/access/app-token-access.ts';
import { clientAccess } from '../../src/access/client-access.ts';
import { operatorAccess } from '../../src/access/operator-access.ts';
import { personAccess } from '../../src/access/person-access.ts';
import { tokenAccess } from '../../src/access/token-access.ts';
import { routes } from '../../src/routes.ts';
import { openCaller } from '../setup/callers.ts';
import { createTestService, type TestService } from '../setup/create-test-service.ts';
import { audience, issuer, startMs } from '../setup/signer.ts';

const accesses: readonly unknown[] = [
  personAccess,
  operatorAccess,
  tokenAccess,
  clientAccess,
  appTokenAccess,
];
const guarded = routes.filter(({ access }) => accesses.includes(access));
const exchanges: Readonly<Record<string, readonly [claims: Partial<RelayClaims>, fields: object]>> = {
  '/auth/user/exchange': [{ purpose: 'user_exchange' }, {}],
  '/auth/member/exchange': [{ purpose: 'member_exchange', org: 'acme' }, { 'auth.org': 'acme' }],
  '/auth/legacy/member_exchange': [{ purpose: 'member_exchange', org: 'acme' }, {}],
};

test('there are guarded routes of every kind', () => {
  const kinds = new Set<unknown>(guarded.map(({ access }) => access));
  expect(accesses.filter((access) => !kinds.has(access))).toEqual([]);
});

const places: Readonly<
  Record<string, (token: string) => { fields?: object; headers?: Record<string, string> }>
> = {
  token: (token) => ({ fields: { token } }),
  'auth.token': (token) => ({ fields: { 'auth.token': token } }),
  Authorization: (token) => ({ headers: { authorization: `Bearer ${token}` } }),
};

const rows = [
  ...guarded.map(({ path, family = '' }) => [path, family] as const),
  ...Object.keys(exchanges).map((path) => [path, 'auth'] as const),
].flatMap(([path, family]) =>
  Object.keys(places)
    .filter((place) => place !== 'auth.token' || !path.endsWith('/connections/verify'))
    .filter((place) => place !== 'token' || !path.endsWith('exchange'))
    .map((place) => [path, place, family] as const),
);

const accessOf = new Map<string, unknown>(guarded.map(({ path, access }) => [path, access]));
/** Where every attack is tried; elsewhere a twelfth of them, but all in `npm run test:all`. */
const inFull = createSample(rows, ([path, place]) => `${accesses.indexOf(accessOf.get(path))} ${place}`);
const attacks = listTokenAttacks();
/** Elsewhere the token is in one of its places. */
const placed = [...Map.groupBy(rows, ([path]) => path).values()].flatMap((own, at) =>
  own.filter((row, nth) => inFull.has(row) || nth === at % own.length),
);
const cases = placed.map(
  (row, at) =>
    [...row, inFull.has(row) ? attacks : attacks.filter((_, turn) => turn % 12 === at % 12)] as const,
);

/** Only base authentication tells a token that has expired from one that was never good. */
function codeOf(attack: string, path: string): string {
  const isOne = path === '/session/me' || path in exchanges;
  return attack === 'an exp of the past' && !isOne ? 'token_expired' : 'token_invalid';
}

function call(service: TestService, path: string, place: string, token: string) {
  const [claims, required] = exchanges[path] ?? [];
  const relay = claims && { relay: service.siblings.relay(claims) };
  const { fields, headers = {} } = places[place]?.(token) ?? {};
  return request(service.app)
    .post(path)
    .set(headers)
    .send({ ...relay, ...required, ...fields });
}

test.each(cases)(
  '401 for each attack on the token of POST %s in %s, and not for the token that they start from',
  async (path, place, family, tried) => {
    const mode: HeaderAuthMode = place === 'Authorization' ? 'accept' : 'off';
    const service = createTestService({ headerAuth: { [family]: mode }, legacyAuth: 'on' });
    const iat = startMs / 1000;
    const said = {
      iss: issuer,
      aud: audience,
      jti: 'j',
      scope: 'account clients orgs admin',
      iat,
      nbf: iat,
      exp: iat + 900,
    };
    const claims = { ...said, ...(await openCaller(service, path)) };
    const answers = [];
    for (const { name, forge } of tried) {
      const { status, body } = await call(service, path, place, forge(claims));
      answers.push([name, status, body.code, body.data]);
    }
    expect(answers).toEqual(tried.map(({ name }) => [name, 401, codeOf(name, path), null]));
    const good = forgeToken(claims);
    service.siblings.active.add(good);
    const { status } = await call(service, path, place, good);
    expect(path in exchanges ? status === 200 : ![401, 403].includes(status)).toBe(true);
  },
);

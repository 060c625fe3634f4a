import { createSample, request } from '@latchkey/testing';
import { hashFingerprint, type AccessTokenClaims } from '@latchkey/tokens';
import { errors } from '../../src/errors.ts';
import { placements, type Fields } from '../fields/placements.ts';
import { guardedRoutes, openToken } from '../setup/callers.ts';
import { createTestService } from '../setup/create-test-service.ts';
import { proofJkt, prove } from '../setup/prove.ts';
import { audience } from '../setup/signer.ts';

/** Where base authentication finds its fields. Source: requirement 2 "Parsed request object", contract part 0 1 to 5. */

interface Sent {
  readonly rest: Fields;
  readonly value: string;
}

const another = `${audience}/another/path`;
const toDevice = { fpr: hashFingerprint('device') };
const toKey = { cnf: { jkt: proofJkt } };

const wrongNames = [
  'access_token',
  'auth.access_token',
  'Token',
  'auth.Token',
  'authToken',
  'deadDrop.token',
];
/** Names that no route knows are tried at one. */
const inFull = createSample(
  guardedRoutes.map(([path]) => path),
  () => 'knows no other name',
);

describe.each(guardedRoutes)('POST %s', (path, fields) => {
  const service = createTestService();
  const isVerify = path.endsWith('/connections/verify');
  const missing = path === '/session/me' ? 'token_invalid' : 'token_missing';
  const proof = (token: string) => prove(service, { path, token });
  const tokenAlone = async (): Promise<Sent> => ({ rest: fields, value: await openToken(service, path) });

  /** The answer to each spelling of a field. What is sent is made for each, as a call may end its own session. */
  async function answersTo(field: string, make: () => Promise<Sent>) {
    const answers: [name: string, status: number, code: string | undefined][] = [];
    for (const { name, send } of placements) {
      const { rest, value } = await make();
      const answer = await send(service.app, path, rest, field, value);
      if (answer !== undefined) answers.push([name, answer.status, answer.body.code]);
    }
    return answers;
  }
  const counts = (field: string, name: string) =>
    placements.some((placement) => placement.name === name && placement.counts(field));

  test.each(isVerify ? ['token'] : ['auth.token', 'token'])(
    '200 for its token in %s in the spellings that count, 401 in any other',
    async (field) => {
      const answers = await answersTo(field, tokenAlone);
      expect(answers).toEqual(
        answers.map(([name]) => (counts(field, name) ? [name, 200, undefined] : [name, 401, missing])),
      );
      expect(new Set(answers.map(([, status]) => status))).toEqual(new Set([200, 401]));
    },
  );

  test.each([
    ...(isVerify ? ['auth.token'] : []),
    ...(inFull.has(path) ? wrongNames : wrongNames.slice(0, 2)),
  ])('401 for its token in %s, however it is spelled', async (field) => {
    const answers = await answersTo(field, tokenAlone);
    // Of all auth.* fields only auth.token may be as long as a token.
    const isTooLong = (name: string) =>
      field !== 'auth.token' && field.startsWith('auth.') && counts(field, name);
    expect(answers).toEqual(
      answers.map(([name]) => (isTooLong(name) ? [name, 400, 'invalid_type'] : [name, 401, missing])),
    );
    expect(answers.length).toBeGreaterThan(3);
  });

  test('401 for its token in a cookie or in the Authorization header', async () => {
    const token = await openToken(service, path);
    const cookies = ['token', 'auth.token', 'auth_token', 'access_token'].map((name) => `${name}=${token}`);
    const answer = async (headers: Record<string, string>) => {
      const { status, body } = await request(service.app).post(path).set(headers).send(fields);
      return [status, body.code, body.message === errors.tokenInHeader.message];
    };
    expect({
      cookie: await answer({ cookie: cookies.join('; ') }),
      header: await answer({ authorization: `Bearer ${token}` }),
    }).toEqual({ cookie: [401, missing, false], header: [401, missing, !isVerify] });
  });

  test.each<[string, Partial<AccessTokenClaims>, (token: string) => Sent, [read: number, not: number]]>([
    ['auth.fingerprint', toDevice, () => ({ rest: {}, value: 'device' }), [200, 401]],
    ['auth.dpop', toKey, (token) => ({ rest: {}, value: proof(token) }), [200, 401]],
    ['auth.htu', toKey, (token) => ({ rest: { 'auth.dpop': proof(token) }, value: another }), [401, 200]],
  ])('reads %s in the spellings that count, and in no other', async (field, claims, bind, [read, not]) => {
    const answers = await answersTo(field, async () => {
      const token = await openToken(service, path, claims);
      const { rest, value } = bind(token);
      return { rest: { ...fields, token, ...rest }, value };
    });
    expect(answers.map(([name, status]) => [name, status])).toEqual(
      answers.map(([name]) => [name, counts(field, name) ? read : not]),
    );
    expect(new Set(answers.map(([, status]) => status))).toEqual(new Set([200, 401]));
  });

  const name = isVerify ? 'token' : 'auth.token';
  type Places = Readonly<Record<'query' | 'form' | 'json', object | string | undefined>>;
  type Row = [title: string, places: (one: string) => Partial<Places>, code?: string];
  const twice = 'ambiguous_parameter';
  const ofOneField: Row[] = [
    ['200 for a JSON body over the query', (one) => ({ query: { [name]: 'x' }, json: { [name]: one } })],
    ['200 for a form over the query', (one) => ({ query: { [name]: 'x' }, form: { [name]: one } })],
    [
      '401 for another one in a JSON body over the query',
      (one) => ({ query: { [name]: one }, json: { [name]: 'x' } }),
      'token_invalid',
    ],
    [
      '401 for another one in a form over the query',
      (one) => ({ query: { [name]: one }, form: { [name]: 'x' } }),
      'token_invalid',
    ],
    [
      '401 for a blank one in a JSON body over the query',
      (one) => ({ query: { [name]: one }, json: { [name]: '' } }),
      missing,
    ],
    ['200 for one twice in the query', (one) => ({ query: `${name}=${one}&${name}=${one}` })],
    ['400 for two in the query', (one) => ({ query: `${name}=${one}&${name}=x` }), twice],
    ['400 for two in a form', (one) => ({ form: `${name}=${one}&${name}=x` }), twice],
  ];
  const ofTwoFields: Row[] = [
    ['200 for one in auth.token and token', (one) => ({ json: { 'auth.token': one, token: one } })],
    ['200 beside an empty token', (one) => ({ json: { auth: { token: one }, token: '' } })],
    ['200 in token beside an empty auth.token', (one) => ({ json: { auth: { token: '' }, token: one } })],
    ['400 for another one in token', (one) => ({ json: { 'auth.token': one, token: 'x' } }), twice],
    ['400 for another one in auth.token', (one) => ({ json: { 'auth.token': 'x', token: one } }), twice],
    [
      '400 for another one in token, in a lower source',
      (one) => ({ query: { token: 'x' }, json: { 'auth.token': one } }),
      twice,
    ],
    [
      '400 for two in two spellings of auth.token',
      (one) => ({ json: { auth: { token: one }, auth_token: 'x' } }),
      twice,
    ],
    ['200 for one in two spellings', (one) => ({ form: { 'auth[token]': one, auth_token: one } })],
    [
      '200 for another spelling of auth.token in a lower source, which is replaced',
      (one) => ({ query: { auth_token: 'x' }, json: { auth: { token: one } } }),
    ],
  ];

  test.each([...ofOneField, ...(isVerify ? [] : ofTwoFields)])('%s', async (...[title, place, code]) => {
    const { query, form, json } = place(await openToken(service, path));
    const call = request(service.app)
      .post(path)
      .query(fields)
      .query(query ?? {});
    const { status, body } = await (form === undefined
      ? call.send(json ?? {})
      : call.type('form').send(form));
    expect([status, body.code]).toEqual([Number(title.slice(0, 3)), code]);
  });
});

import { errors } from '../../src/errors.ts';
import { basicAuth, createSso, oauthError, secretOf } from '../sso-harness.ts';

const invalidClient = oauthError(errors.invalidClient);
const withoutSecret = (clientId: string) => ({
  error: 'invalid_client',
  error_description: `${clientId} is no active public client, and the request has no secret of another client`,
});
const rp = { client_id: 'demo-rp' };
const basicRp = basicAuth('demo-rp-basic', secretOf('demo-rp-basic'));

const basic = { client_id: 'demo-rp-basic', client_secret: secretOf('demo-rp-basic') };
const header = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` });
const otherMethod = 'the client did not use its authentication method';
const malformed = 'the Authorization header or the client_id is malformed';

/** The last of each says why in the log. */
const failures: readonly [string, Record<string, string>, Record<string, string>, string][] = [
  ['is unknown', { client_id: 'nobody', client_secret: 'x' }, {}, 'the client is unknown'],
  [
    'is not active',
    { client_id: 'retired', client_secret: secretOf('retired') },
    {},
    'the client is not active',
  ],
  ['sends a wrong secret', { ...rp, client_secret: basic.client_secret }, {}, 'the secret is wrong'],
  ['sends a wrong secret in the header', {}, basicAuth('demo-rp-basic', 'wrong'), 'the secret is wrong'],
  ['is public and sends a secret', { client_id: 'demo-cli', client_secret: 'x' }, {}, otherMethod],
  ['is public and uses the header', {}, basicAuth('demo-cli', ''), otherMethod],
  ['is to use the header and uses the body', basic, {}, otherMethod],
  ['is to use the body and uses the header', {}, basicAuth('demo-rp', secretOf('demo-rp')), otherMethod],
  ['sends a header of another scheme', rp, { authorization: 'Bearer abc' }, malformed],
  ['sends a header that is no base64', {}, { authorization: 'Basic %%%' }, malformed],
  ['sends a header without a colon', {}, header('demo'), malformed],
  ['sends a header with broken percent signs', {}, header('a:%zz'), malformed],
];
const everywhere = failures.flatMap(([how, ...failure]) =>
  (how.endsWith('wrong secret') ? ['/device_authorization', '/relay', '/token'] : ['/token']).map(
    (path) => [path, how, ...failure] as const,
  ),
);

test.each(everywhere)(
  '401 invalid_client at %s for a client that %s; why is logged and not sent',
  async (path, _how, form, headers, detail) => {
    const { post, events, details } = createSso();
    const response = await post(path, { grant_type: 'device_code', ...form }, headers);
    expect([response.status, response.body, details]).toEqual([401, invalidClient, [detail]]);
    expect(response.headers['www-authenticate']).toBe(
      headers['authorization'] === undefined ? undefined : 'Basic realm="latchkey", charset="UTF-8"',
    );
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers['pragma']).toBe('no-cache');
    expect((await events()).map(({ type }) => type)).toEqual(['client.auth_failed']);
    expect(JSON.stringify(await events())).not.toContain('secret');
  },
);

// Whoever asks does not learn which ids are clients with secrets.
test.each(['nobody', 'retired-cli', 'demo-rp'])(
  '401 invalid_client with one sentence, which has the id, when %s sends no secret',
  async (clientId) => {
    const { post, clients, events } = createSso();
    const { 'demo-cli': cli } = Object.fromEntries(clients);
    if (cli) clients.set('retired-cli', { ...cli, clientId: 'retired-cli', isActive: false });
    const response = await post('/token', { grant_type: 'device_code', client_id: clientId });
    expect([response.status, response.body]).toEqual([401, withoutSecret(clientId)]);
    expect((await events()).map(({ type }) => type)).toEqual(['client.auth_failed']);
  },
);

describe('a client whose credentials contradict themselves', () => {
  test.each<[string, Record<string, string>, Record<string, string>, string]>([
    ['the secret in both places', { client_secret: 'x' }, basicRp, errors.twoClientSecrets.message],
    ['another client_id than the header', rp, basicRp, errors.differentClientIds.message],
    ['no client_id', {}, {}, errors.clientIdMissing.message],
    ['a blank client_id', { client_id: '' }, {}, errors.clientIdMissing.message],
  ])('400 invalid_request for %s', async (_what, form, headers, description) => {
    const { post } = createSso();
    const response = await post('/token', { grant_type: 'device_code', ...form }, headers);
    expect([response.status, response.body]).toEqual([
      400,
      { error: 'invalid_request', error_description: description },
    ]);
  });
});

describe('a client that authenticates', () => {
  const pastAuthentication = { error: 'invalid_request', error_description: 'device_code is required' };

  test.each<[string, Record<string, string>, Record<string, string>]>([
    ['public, by its id', { client_id: 'demo-cli' }, {}],
    ['by the secret in the body', { ...rp, client_secret: secretOf('demo-rp') }, {}],
    ['by Basic with percent-encoded values', {}, basicRp],
    ['by Basic beside the same client_id', { client_id: 'demo-rp-basic' }, basicRp],
    ['by basic in lower case', {}, { authorization: basicRp.authorization.replace('Basic', 'basic') }],
  ])('400 past authentication: %s', async (_how, form, headers) => {
    const { post } = createSso();
    const response = await post('/token', { grant_type: 'device_code', ...form }, headers);
    expect([response.status, response.body]).toEqual([400, pastAuthentication]);
  });

  test('400 past authentication with either of two live secrets', async () => {
    const { post, clients } = createSso();
    const client = clients.get('demo-rp');
    if (client === undefined) throw new Error('no such client');
    clients.set('demo-rp', { ...client, secretHashes: [...client.secretHashes].reverse() });
    const response = await post('/token', {
      grant_type: 'device_code',
      ...rp,
      client_secret: secretOf('demo-rp'),
    });
    expect(response.body).toEqual(pastAuthentication);
  });

  test('400 past authentication in either place where both are allowed, but never as a public client', async () => {
    const { post } = createSso({ settings: { clientAuthMatch: 'any' } });
    const form = { grant_type: 'device_code' };
    const inHeader = await post('/token', form, basicAuth('demo-rp', secretOf('demo-rp')));
    expect(inHeader.body).toEqual(pastAuthentication);
    expect((await post('/token', { ...form, ...basic })).body).toEqual(pastAuthentication);
    expect((await post('/token', { ...form, ...rp })).body).toEqual(withoutSecret('demo-rp'));
    expect((await post('/token', form, basicAuth('demo-cli', 'x'))).body).toEqual(invalidClient);
  });
});

test.each<[string, Record<string, string>, Record<string, string>]>([
  ['a NUL in the header', {}, basicAuth('demo\0', 'x')],
  ['another script in the header', {}, basicAuth('démo', 'x')],
  ['control characters in the body', { client_id: '\u0001'.repeat(3) }, {}],
  ['more characters than any id has', { client_id: 'a'.repeat(257) }, {}],
])(
  '401 invalid_client for a client_id with %s, which user-api is not asked about',
  async (_what, form, headers) => {
    const sso = createSso();
    const findClient = () => Promise.reject(new Error('asked'));
    const { post, events } = createSso({ context: { userApi: { ...sso.context.userApi, findClient } } });
    const response = await post('/token', { grant_type: 'device_code', ...form }, headers);
    expect([response.status, response.body]).toEqual([401, invalidClient]);
    expect((await events()).map(({ data }) => data['client_id'])).toEqual(['']);
  },
);

test('503 with Retry-After while user-api is out of reach', async () => {
  const down = () => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));
  const { post, context } = createSso();
  Object.assign(context.userApi, { findClient: down });
  const response = await post('/token', { grant_type: 'device_code', client_id: 'demo-cli' });
  expect([response.status, response.body]).toEqual([
    503,
    { error: 'temporarily_unavailable', error_description: 'A dependency is not available' },
  ]);
  expect(response.headers['retry-after']).toBe('2');
});

import { request } from '@latchkey/testing';
import { fresh, makeAccount, makeClient, openSession } from '../setup/accounts.ts';
import { createTestService, serviceKey, type TestService } from '../setup/create-test-service.ts';
import { makeLogEntry } from '../setup/make-log-entry.ts';
import { dropAudience, issuer, audience as userApi } from '../setup/signer.ts';

const root = makeAccount({ id: '22222222-2222-4222-8222-222222222222', kind: 'root' });
const ada = makeAccount({ email: 'b@example.test' });
const audience = 'https://payments.example.test';
const scopes = [{ name: 'payments.read', words: { en: 'See your payments', de: 'Ihre Zahlungen sehen' } }];
const unknown = '00000000-0000-4000-8000-000000009999';

/** One address in its own spelling and in others. */
const spellings = (address: string) => [
  address,
  `${address}//`,
  `${address}?`,
  address.toUpperCase(),
  address.replace('.test', '.test:443'),
  address.replace('.test', '.test.'),
  address.replace('.test', '.%74est'),
  `${address}/a/..`,
];

let service: TestService;
beforeEach(async () => {
  service = createTestService();
  await service.accounts.add(root);
  await service.accounts.add(ada);
  const confidential = { type: 'confidential', tokenEndpointAuthMethod: 'client_secret_basic' } as const;
  await service.clients.add(makeClient({ clientId: 'payments', ...confidential }));
  await service.clients.add(makeClient({ clientId: 'public' }));
});

async function call(act: string, fields: object = {}, account = root) {
  const { token } = await openSession(service, account);
  return request(service.app)
    .post(`/admin/api/${act}`)
    .send({ token, ...fresh, ...fields });
}
const register = (fields: object = {}) => call('create', { audience, name: 'Payments', scopes, ...fields });
const refusalOf = ({ status, body }: Awaited<ReturnType<typeof call>>) => [status, body.code, body.field];
const found = async (one: string) => (await call('search', { audience: one })).body.data.items;
const lookUp = async (...audiences: string[]) => {
  const answer = await request(service.app)
    .post('/internal/v1/apis/find-many')
    .set({ authorization: `Bearer ${serviceKey}` })
    .send({ audiences });
  return answer.body.data.apis;
};

describe('POST /admin/api/create', () => {
  test('403 for who is no operator', async () => {
    expect((await call('create', { audience, name: 'Payments' }, ada)).body.code).toBe('forbidden');
  });

  test.each<[object, string, string]>([
    [{ audience: 'payments' }, 'audience', 'invalid_value'],
    [{ audience: `${audience}#a` }, 'audience', 'invalid_value'],
    [{ audience: 'https://a b.test' }, 'audience', 'invalid_value'],
    [{ audience: undefined }, 'audience', 'missing_field'],
    [{ name: '!' }, 'name', 'invalid_value'],
    [{ client_id: 'public' }, 'client_id', 'invalid_value'],
    [{ scopes: [{ name: 'a b', words: { en: 'A' } }] }, 'scopes', 'invalid_value'],
    [{ scopes: [{ name: 'admin', words: { en: 'Nothing much' } }] }, 'scopes', 'invalid_value'],
    [{ scopes: [{ name: 'openid', words: { en: 'A' } }] }, 'scopes', 'invalid_value'],
    [{ scopes: [...scopes, ...scopes] }, 'scopes', 'invalid_value'],
    [{ scopes: [{ name: 'a', words: { de: 'A' } }] }, 'scopes', 'invalid_value'],
    [{ scopes: [{ name: 'a', words: { en: ' ' } }] }, 'scopes', 'invalid_value'],
    [{ scopes: [{ name: 'a', words: { en: 'A', 'not a tag': 'A' } }] }, 'scopes', 'invalid_value'],
    [{ scopes: [{ name: 'a', words: { en: 7 } }] }, 'scopes', 'invalid_type'],
    [{ scopes: [{ name: 'a' }] }, 'scopes', 'invalid_value'],
  ])('400 for %j', async (fields, field, code) => {
    expect(refusalOf(await register(fields))).toEqual([400, code, field]);
    expect(await lookUp(audience)).toEqual([]);
  });

  test('404 for a client that there is not', async () => {
    expect(refusalOf(await register({ client_id: 'nobody' }))).toEqual([404, 'not_found', 'client_id']);
  });

  test('409 for an archived client; an API keeps a client that is archived later', async () => {
    const archive = (isArchived: boolean) =>
      service.clients.setArchived('payments', isArchived, makeLogEntry());
    await archive(true);
    expect(refusalOf(await register({ client_id: 'payments' }))).toEqual([409, 'state_conflict', undefined]);
    await archive(false);
    const { id } = (await register({ client_id: 'payments' })).body.data;
    await archive(true);
    const renamed = await call('update', { api_id: id, name: 'Pay' });
    expect([renamed.status, renamed.body.data]).toMatchObject([200, { name: 'Pay', client_id: 'payments' }]);
  });

  test.each(spellings(audience))('409 for an audience that is registered, spelled %s', async (spelling) => {
    expect((await register()).status).toBe(200);
    expect(refusalOf(await register({ audience: spelling }))).toEqual([409, 'already_exists', 'audience']);
    expect(await found(spelling)).toHaveLength(1);
  });

  test.each([userApi, dropAudience, issuer].flatMap(spellings))(
    '400 for %s, where Latchkey itself is',
    async (own) => {
      const refused = await register({ audience: own, client_id: 'payments' });
      expect(refusalOf(refused)).toEqual([400, 'invalid_value', 'audience']);
    },
  );

  test('200 with the API, and sso is answered what it is', async () => {
    const { status, body } = await register({ audience: `${audience}/`, client_id: 'payments' });
    const made = { audience, name: 'Payments', client_id: 'payments', scopes };
    expect([status, body.data]).toMatchObject([200, { ...made, archived: false }]);
    expect(await lookUp(audience, 'https://other.test')).toEqual([made]);
  });
});

test('POST /admin/api/search: 200 with the one of an audience, also with a slash at its end', async () => {
  const { id } = (await register()).body.data;
  await register({ audience: 'https://other.example.test' });
  const { body: exact } = await call('search', { audience });
  const { body: withSlash } = await call('search', { audience: `${audience}/` });
  const data = { total_count: 1, items: [{ id, audience }] };
  expect({ exact, withSlash }).toMatchObject({ exact: { data }, withSlash: { data } });
});

describe('POST /admin/api/update', () => {
  test('404 for an unknown one, 409 for an archived one', async () => {
    expect(refusalOf(await call('update', { api_id: unknown, name: 'New' }))).toEqual([
      404,
      'not_found',
      'api_id',
    ]);
    const { id } = (await register()).body.data;
    await call('archive', { api_id: id });
    expect(refusalOf(await call('update', { api_id: id, name: 'New' })).slice(0, 2)).toEqual([
      409,
      'state_conflict',
    ]);
  });

  test.each<[object, string, number]>([
    [{ client_id: 'public' }, 'client_id', 400],
    [{ client_id: 'nobody' }, 'client_id', 404],
    [{ scopes: [{ name: 'admin', words: { en: 'Nothing much' } }] }, 'scopes', 400],
    [{ name: '!' }, 'name', 400],
  ])('refuses %j, and nothing is changed', async (fields, field, expected) => {
    const { id } = (await register()).body.data;
    const { status, body } = await call('update', { api_id: id, ...fields });
    expect([status, body.field]).toEqual([expected, field]);
    expect(await lookUp(audience)).toEqual([{ audience, name: 'Payments', client_id: null, scopes }]);
  });

  test('409 for one that somebody else has changed since it was read', async () => {
    const { id } = (await register()).body.data;
    const read = await service.apis.find(id);
    await call('update', { api_id: id, name: 'Theirs' });
    Object.assign(service.apis, { find: () => Promise.resolve(read) });
    const late = await call('update', { api_id: id, name: 'Mine' });
    expect(refusalOf(late).slice(0, 2)).toEqual([409, 'state_conflict']);
    expect(await lookUp(audience)).toMatchObject([{ name: 'Theirs' }]);
  });

  test('200 with what is named changed, and the rest as it was', async () => {
    const { id } = (await register({ client_id: 'payments' })).body.data;
    const renamed = await call('update', { api_id: id, name: 'New' });
    expect(renamed.body.data).toMatchObject({ audience, name: 'New', client_id: 'payments', scopes });
    await call('update', { api_id: id, client_id: null, scopes: [] });
    expect(await lookUp(audience)).toEqual([{ audience, name: 'New', client_id: null, scopes: [] }]);
  });
});

describe('POST /admin/api/archive', () => {
  test('404 for an unknown one, 200 once, 409 then', async () => {
    expect((await call('archive', { api_id: unknown })).status).toBe(404);
    const { id } = (await register()).body.data;
    expect((await call('archive', { api_id: id })).body.data).toMatchObject({ archived: true });
    expect(refusalOf(await call('archive', { api_id: id })).slice(0, 2)).toEqual([409, 'state_conflict']);
    expect(await lookUp(audience)).toEqual([]);
    expect((await register()).status).toBe(200);
  });
});

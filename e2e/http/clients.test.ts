import { setTimeout as wait } from 'node:timers/promises';
import { demo } from '../../infra/local/person.ts';
import { postForm, postJson, type Answer } from '../../infra/local/raw-requests.ts';
import { openDevice } from '../client/sign-in.ts';
import { openStack, type OpenStack } from '../open-stack.ts';
import { dataOf, loginFields, takeRelay } from '../process/user-api-calls.ts';

/** Clients that are made over the API, as the three services together treat them. */

interface Made {
  readonly client_id: string;
  readonly client_secret: string;
}

let stack: OpenStack;
let token: string;
beforeAll(async () => {
  stack = await openStack();
  // An admin, who may list what others may not.
  token = String(dataOf(await signIn({ 'auth.user': 'admin@latchkey.test' }))['access_token']);
});
afterAll(() => stack.stop());

const signIn = async (fields: object) =>
  postJson(`${stack.urls.userApi}/auth/user/login`, await loginFields(stack.urls, fields));
const manage = (action: string, fields: object) =>
  postJson(`${stack.urls.userApi}/oauth/clients/${action}`, { token, 'auth.pass': demo.password, ...fields });

async function make(fields: object): Promise<Made> {
  const answer = await manage('create', { name: 'Backend', type: 'confidential', ...fields });
  expect(answer.status).toBe(200);
  return dataOf(answer) as unknown as Made; // The tests judge what is in it.
}

const issue = ({ client_id, client_secret }: Made) =>
  postForm(`${stack.urls.sso}/token`, { grant_type: 'client_credentials', client_id, client_secret });

/** Asks until it is answered so: sso knows a client for 5 s. */
async function becomes(status: number, ask: () => Promise<Answer>): Promise<Answer> {
  for (let asked = 0; asked < 100; asked += 1) {
    const answer = await ask();
    if (answer.status === status) return answer;
    await wait(200);
  }
  throw new Error(`It was never answered with ${status}`);
}

const app = { grant_types: ['client_credentials'], token_endpoint_auth_method: 'client_secret_post' };

type Change = readonly [action: string, fields: object, status: number, error?: string];

test('sso lets in clients that were just made, and follows each change of them', async () => {
  const follow = async (...changes: readonly Change[]) => {
    const made = await make(app);
    expect((await issue(made)).status).toBe(200);
    for (const [action, fields, status, error] of changes) {
      await manage(action, { client_id: made.client_id, ...fields });
      expect((await becomes(status, () => issue(made))).body['error']).toBe(error);
    }
  };
  await Promise.all([
    follow(['update', { grant_types: ['device_code'] }, 400, 'unauthorized_client'], ['update', app, 200]),
    follow(['archive', {}, 401, 'invalid_client'], ['restore', {}, 200]),
    follow(['update', { status: 'inactive' }, 401, 'invalid_client']),
  ]);
});

test('nothing of an archived client works, of a device at sso after 5 s, until it is restored', async () => {
  const made = await make({
    ...app,
    grant_types: ['relay', 'client_credentials', 'device_code', 'refresh_token'],
    scopes: ['openid', 'account'],
    default_scopes: ['openid', 'account'],
  });
  const client = { client_id: made.client_id, client_secret: made.client_secret };
  const appToken = String((await issue(client)).body['access_token']);
  const party = { clientId: made.client_id, clientSecret: made.client_secret };
  const device = await (await openDevice(stack.urls, party, { scope: 'openid' })).accessToken();
  const login = await signIn({ relay: await takeRelay(stack.urls, 'user_login', client) });
  const session = String(dataOf(login)['access_token']);
  const root = dataOf(login)['root'] as { token: string };
  const source = { 'auth.token': root.token };
  const exchange = async () =>
    postJson(`${stack.urls.userApi}/auth/user/exchange`, {
      relay: await takeRelay(stack.urls, 'user_exchange'),
      ...source,
    });
  const me = (of: string) => postJson(`${stack.urls.userApi}/session/me`, { token: of });
  const isActive = async (of: string) => {
    const asked = { ...demo.backend, token: of };
    return (await postForm(`${stack.urls.sso}/introspect`, asked)).body['active'];
  };
  const look = async () => [
    (await me(session)).status,
    (await me(device)).status,
    (await exchange()).status,
    await isActive(session),
    await isActive(appToken),
  ];
  const deviceBecomes = async (active: boolean) => {
    while ((await isActive(device)) !== active) await wait(200);
  };
  const relay = await takeRelay(stack.urls, 'user_login', client);
  const works = [200, 200, 200, true, true];
  expect(await look()).toEqual(works);
  await manage('archive', client);
  expect(await look()).toEqual([401, 401, 401, false, false]);
  await deviceBecomes(false);
  expect((await signIn({ relay })).status).toBe(403);
  await manage('restore', client);
  await deviceBecomes(true);
  expect(await look()).toEqual(works);
});

test('of 10 that spend a payload out of the real drop one gets an app token', async () => {
  const form = { ...demo.backend, purpose: 'client_credentials', delivery: 'dead_drop' };
  const { status, body } = await postForm(`${stack.urls.sso}/relay`, form);
  expect([status, body]).toEqual([
    200,
    { dead_drop: { id: expect.any(String), key: expect.any(String) }, expires_in: 120 },
  ]);
  const fields = { deadDrop: body['dead_drop'] };
  const spend = () => postJson(`${stack.urls.userApi}/oauth/client_credentials/issue`, fields);
  const answers = await Promise.all(Array.from({ length: 10 }, spend));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  const codes = answers.filter((answer) => answer.status !== 200).map((answer) => answer.body['code']);
  expect(new Set(codes)).toEqual(new Set(['payload_invalid']));
});

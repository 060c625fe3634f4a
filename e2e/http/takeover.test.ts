import { randomUUID } from 'node:crypto';
import { approve, demo, type Person } from '../../infra/local/person.ts';
import {
  postForm,
  postJson,
  redemption,
  refreshing,
  startDevice,
  tokensOf,
  type Answer,
} from '../../infra/local/raw-requests.ts';
import type { TokenPackage } from '../../services/sso/src/oauth/token/token-package.ts';
import { openStack, type OpenStack } from '../open-stack.ts';
import { dataOf, takeRelay } from '../process/user-api-calls.ts';

/** What a stranger prepares under an address before its owner comes, over the three services together. */

let stack: OpenStack;
beforeAll(async () => {
  stack = await openStack();
});
afterAll(() => stack.stop());

async function signUp(person: Person, proof: Record<string, string>): Promise<Answer> {
  const fields = { 'auth.user': person.email, 'auth.pass': person.password, name: 'Somebody' };
  const relay = await takeRelay(stack.urls, 'signup', proof);
  return postJson(`${stack.urls.userApi}/auth/signup`, { ...fields, relay });
}

/** The tokens that demo-rp is given for a person. */
async function logIn(person: Person): Promise<TokenPackage> {
  const { user_code: userCode, device_code } = await startDevice(stack.urls, demo.rp);
  await approve(stack.urls, { userCode }, person);
  const { body } = await postForm(`${stack.urls.sso}/token`, redemption(demo.rp, device_code));
  return tokensOf({ body });
}

const claimsOf = (jwt = '') =>
  JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
const atDrop = (action: string, token: string, fields: object = {}) =>
  postJson(`${stack.urls.drop}/v1/drop/${action}`, { token, ...fields });

test('the owner of an address gets another sub, and shares no drop with who took the address before', async () => {
  const email = `cfo-${randomUUID()}@latchkey.test`;
  const stranger = { email, password: `stranger ${randomUUID()}` };
  const owner = { email, password: `owner ${randomUUID()}` };
  expect(dataOf(await signUp(stranger, {}))).toEqual({ accepted: true });
  const theirs = await logIn(stranger);
  expect(claimsOf(theirs.id_token)).toMatchObject({ email, email_verified: false });
  const trap = dataOf(await atDrop('store', theirs.access_token, { payload: 'a trap' }))['id'];

  const { id } = dataOf(await signUp(owner, { email_verified: email }))['user'] as { id: string };
  const mine = await logIn(owner);
  expect(claimsOf(mine.id_token)).toMatchObject({ sub: id, email, email_verified: true });
  expect(claimsOf(theirs.id_token)['sub']).not.toBe(id);

  const list = async ({ access_token: token }: TokenPackage) => JSON.stringify(await atDrop('list', token));
  expect(await list(mine)).not.toContain(trap);
  const drop = dataOf(await atDrop('store', mine.access_token, { payload: 'a secret' }))['id'];
  expect(await list(mine)).toContain(drop);
  expect(await list(theirs)).not.toContain(drop);
  const statusOf = async (action: string) => (await atDrop(action, theirs.access_token, { id: drop })).status;
  const statuses = { status: await statusOf('status'), delete: await statusOf('delete') };
  expect(statuses).toEqual({ status: 404, delete: 404 });
  expect(await list(mine)).toContain(drop);

  const refreshed = await postForm(`${stack.urls.sso}/token`, refreshing(demo.rp, theirs));
  expect([refreshed.status, refreshed.body['error']]).toEqual([400, 'invalid_grant']);
  const me = await postJson(`${stack.urls.userApi}/session/me`, { token: theirs.access_token });
  expect(me.status).toBe(401);
});

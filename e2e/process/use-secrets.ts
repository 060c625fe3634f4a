import { randomBytes } from 'node:crypto';
import { createMemoryStore } from '@latchkey/client';
import { approve, decide, demo } from '../../infra/local/person.ts';
import { postForm, postJson, type Answer } from '../../infra/local/raw-requests.ts';
import type { Stack } from '../../infra/local/stack.ts';
import { confidential, createRelyingParty, pickUp, scope } from '../client/sign-in.ts';
import { totpCode } from './totp-code.ts';
import { dataOf, takeRelay } from './user-api-calls.ts';

export const canaryEmail = 'canary@latchkey.test';
let stack: Stack;
/** What nothing may show that leaves a service, by what it is. */
const secrets = new Map<string, string>();

/** A person, a device, an admin and an app use all kinds of secrets at a stack. Answers what it was not to show. */
export async function useSecrets(at: Stack): Promise<ReadonlyMap<string, string>> {
  stack = at;
  const token = await signUpAndIn();
  await presentTokens(token);
  await useOneTimeCodes(token);
  await actAsAdmin(token);
  holdTheirKeys();
  await useDrops(await approveDevice());
  await actAsApp();
  return secrets;
}

/** Remembers a secret and answers it. */
function secret(what: string, value: unknown): string {
  if (typeof value !== 'string' || value.length < 6)
    throw new Error(`${what} is no secret: ${String(value)}`);
  secrets.set(what, value);
  return value;
}
const canary = (what: string) => secret(what, `canary-${randomBytes(12).toString('hex')}`);

async function expectStatus(calling: Promise<Answer>, status: number): Promise<Record<string, unknown>> {
  const answer = await calling;
  if (answer.status !== status) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
  return 'data' in answer.body ? dataOf(answer) : answer.body;
}

const userApi = (path: string, fields: object, status = 200) =>
  expectStatus(postJson(stack.urls.userApi + path, fields), status);
const drop = (path: string, fields: object, status = 200) =>
  expectStatus(postJson(stack.urls.drop + path, fields), status);
const relay = async (purpose: string, more: Record<string, string> = {}) =>
  secret(`relay for ${purpose} ${secrets.size}`, await takeRelay(stack.urls, purpose, more));

async function signUpAndIn(): Promise<string> {
  const pass = canary('password');
  const person = { 'auth.user': canaryEmail, 'auth.pass': pass };
  const payload = await relay('signup', { email_verified: canaryEmail });
  await userApi('/auth/signup', { relay: payload, ...person, name: 'Canary' });
  const wrong = { ...person, 'auth.pass': canary('wrong password') };
  await userApi('/auth/user/login', { relay: await relay('user_login'), ...wrong }, 401);
  const bound = { ...person, 'auth.fingerprint': canary('fingerprint') };
  const login = await userApi('/auth/user/login', { relay: await relay('user_login'), ...bound });
  secret('bound access token', login['access_token']);
  const root = secret('root token', (login['root'] as { token: string }).token);
  const exchange = { 'auth.token': root, 'auth.fingerprint': secrets.get('fingerprint') };
  await userApi('/auth/user/exchange', { relay: await relay('user_exchange'), ...exchange });
  const plain = await userApi('/auth/user/login', { relay: await relay('user_login'), ...person });
  const token = secret('access token', plain['access_token']);
  const change = { token, 'auth.pass': pass, new_password: canary('new password') };
  return secret('renewed token', (await userApi('/account/me/password/change', change))['access_token']);
}

async function useOneTimeCodes(token: string): Promise<void> {
  const begun = await userApi('/account/me/totp/begin', { token });
  const totp = secret('TOTP secret', begun['secret']);
  const pass = secrets.get('new password');
  const code = secret('one-time code', totpCode(totp, Date.now() / 1000));
  const confirmed = await userApi('/account/me/totp/confirm', {
    token,
    'auth.pass': pass,
    'auth.code': code,
  });
  const [first = '', second = ''] = confirmed['recovery_codes'] as string[];
  const shown = { token, 'auth.pass': pass, 'auth.code': secret('recovery code', first) };
  await userApi('/account/me/recovery_codes/replace', shown);
  const person = { 'auth.user': canaryEmail, 'auth.pass': pass };
  await userApi('/auth/user/login', { relay: await relay('user_login'), ...person, 'auth.code': code }, 401);
  const replaced = secret('replaced recovery code', second);
  await userApi(
    '/auth/user/login',
    { relay: await relay('user_login'), ...person, 'auth.code': replaced },
    401,
  );
}

async function presentTokens(token: string): Promise<void> {
  const { userApi: base } = stack.urls;
  await userApi('/session/me', { token });
  await userApi('/session/me', { 'auth.token': canary('bad token') }, 401);
  await userApi('/session/me', { token, 'auth.dpop': canary('bad proof') }, 401);
  const query = new URLSearchParams({ token, search: canary('query') });
  await expectStatus(postJson(`${base}/oauth/clients/search?${query.toString()}`, {}), 200);
  await fetch(`${base}/nowhere/at/all?x=${canary('query of no route')}`);
  const truncated = `{"auth":{"pass":"${canary('password in a broken body')}"`;
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${canary('header')}` };
  await fetch(`${base}/auth/user/login`, { method: 'POST', headers, body: truncated });
}

async function actAsApp(): Promise<void> {
  const payload = await relay('client_credentials', { scope: 'email' });
  const issued = await userApi('/oauth/client_credentials/issue', { relay: payload });
  const token = secret('app token', issued['access_token']);
  await userApi('/oauth/clients/connections/verify', { token, scope: 'email' });
  const wrong = { token, 'auth.pass': canary('wrong client secret') };
  await userApi('/account/me/client_password/change', wrong, 401);
  const current = { token, 'auth.pass': secret('client secret', demo.backend.client_secret) };
  const changed = await userApi('/account/me/client_password/change', current);
  secret('new client secret', changed['client_secret']);
}

async function approveDevice(): Promise<string> {
  const { urls } = stack;
  const latchkey = createRelyingParty(urls, confidential);
  const started = await latchkey.startDeviceLogin({ scope });
  secret('device code', started.deviceCode);
  secret('user code', started.userCode);
  secret('user code without its dash', started.userCode.replace('-', ''));
  secret('demo password', demo.password);
  secret('demo client secret', confidential.clientSecret);
  await decide(urls, started.userCode, 'approve', { password: canary('wrong password on the page') });
  await approve(urls, started);
  const login = await pickUp(latchkey, started);
  for (const name of ['accessToken', 'refreshToken', 'bindingLink', 'idToken'] as const)
    secret(`${name} of a device`, login.tokens?.[name]);
  const store = createMemoryStore();
  const session = await latchkey.openSession(store, login);
  const token = await session.accessToken({ minValiditySeconds: Infinity });
  const kept = await store.read();
  secret('second refresh token', kept?.status === 'active' ? kept.tokens.refreshToken : '');
  return secret('second access token of a device', token);
}

async function useDrops(token: string): Promise<void> {
  const id = 'canary-drop';
  const key = canary('drop key');
  const stored = { token, id, key, payload: canary('payload'), data: { note: canary('data') } };
  await drop('/v1/drop/store', stored);
  await drop('/v1/drop/get', { token, id, key: canary('wrong drop key') }, 403);
  await drop('/v1/drop/consume', { token, id, key });
  const made = await drop('/v1/drop/store', { token, id: 'made-key', payload: canary('second payload') });
  await drop('/v1/drop/consume', { token, id: 'made-key', key: secret('made key', made['key']) });
}

/** Signs an admin in with a deadDrop, who resets a password and makes a client. */
async function actAsAdmin(token: string): Promise<void> {
  const form = { ...demo.backend, purpose: 'user_login', delivery: 'dead_drop' };
  const minted = await expectStatus(postForm(`${stack.urls.sso}/relay`, form), 200);
  const { id, key } = minted['dead_drop'] as { id: string; key: string };
  secret('key of a dead drop', key);
  const fields = { 'auth.user': 'admin@latchkey.test', 'auth.pass': demo.password };
  const login = await userApi('/auth/user/login', { deadDrop: { id, key }, ...fields });
  const admin = secret('access token of an admin', login['access_token']);
  const { principal } = await userApi('/session/me', { token });
  const user_id = (principal as { id: string }).id;
  const shown = { 'auth.pass': demo.password };
  const reset = await userApi('/admin/user/reset_password', { ...shown, token: admin, user_id });
  secret('password that was made', reset['password']);
  const client = { ...shown, token: admin, name: 'Canary', type: 'confidential' };
  const made = await userApi('/oauth/clients/create', client);
  secret('secret of a made client', made['client_secret']);
  const { client_id } = made;
  const rotated = await userApi('/oauth/clients/rotate_secret', { ...shown, token: admin, client_id });
  secret('rotated client secret', rotated['client_secret']);
}

/** What the services are started with. */
function holdTheirKeys(): void {
  for (const [name, environment] of Object.entries(stack.environments))
    for (const key of ['SERVICE_MASTER_KEY', 'CURSOR_KEYS', 'SEALING_KEYS', 'LINK_KEYS'])
      secret(`${key} of ${name}`, environment[key]?.replace(/^local:/, ''));
}

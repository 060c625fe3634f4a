/** What a program prints that serves Express 5 without an error handler and asks itself. */
const serve = (setUp: string, requests: string) => `
import express from 'express';
${setUp}
const server = app.listen(0);
const ask = async (path, init) => {
  const answer = await fetch('http://localhost:' + server.address().port + path, init);
  console.log(answer.status, answer.ok ? JSON.stringify(await answer.json()) : '');
};
${requests}
server.close();
`;

export const programs = {
  client: `
import { createLatchkey, createMemoryStore, LatchkeyError } from '@latchkey/client';
import { createFileStore } from '@latchkey/client/file-store';
import { login } from '@latchkey/client/login';
import { listStoreChecks } from '@latchkey/client/store-contract';
const latchkey = createLatchkey({ sso: 'http://localhost:1', clientId: 'rp' });
const session = await latchkey.openSession(createMemoryStore());
const error = await session.accessToken().catch((error) => error);
for (const { check } of listStoreChecks(async (name) => createFileStore(name + '/s.json'))) await check();
const refused = await login(latchkey).catch((error) => error);
console.log(error instanceof LatchkeyError, error.code, refused.code);
`,
  pagination: serve(
    `import { createCursorSealer, definePageSpec, parseKeyList, readPageInputs, slicePage, toPageable } from '@latchkey/pagination';
import { randomBytes } from 'node:crypto';
const spec = definePageSpec({ key: 'posts', defaultLimit: 2, cursorScope: [] });
const keys = parseKeyList('a:' + Buffer.alloc(32, 1).toString('base64url'));
const sealer = createCursorSealer({ keys, now: Date.now, randomBytes });
const posts = [1, 2, 3].map((id) => ({ id: String(id), createdAtMs: id }));
const app = express().set('env', 'test');
app.get('/posts', ({ query }, response) => {
  const plan = readPageInputs(query, { spec, sealer, filters: {}, scope: {} });
  response.json(toPageable(slicePage(posts, plan, (post) => post), plan, sealer).items.map(({ id }) => id));
});`,
    `await ask('/posts');
await ask('/posts?limit=9&offset=1');
await ask('/posts?cursor=bad');`,
  ),
  'request-parser': serve(
    `import { parseRequest } from '@latchkey/request-parser';
const app = express().set('env', 'test');
app.post('/login', express.raw({ type: () => true }), (request, response) => {
  const fields = parseRequest({
    query: request.url.split('?')[1] ?? '',
    contentType: request.headers['content-type'],
    contentEncoding: request.headers['content-encoding'],
    headers: request.headersDistinct,
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  });
  response.json(fields.string('auth.user') ?? null);
});`,
    `const type = { 'content-type': 'application/json' };
await ask('/login?auth_user=ann', { method: 'POST' });
await ask('/login', { method: 'POST', headers: type, body: '{"auth":{"user":"bob"}}' });
await ask('/login', { method: 'POST', headers: type, body: '{"auth":' });
await ask('/login', { method: 'POST', headers: { 'content-type': 'text/html' }, body: 'x' });`,
  ),
  'resource-server': serve(
    `import { createResourceServer } from '@latchkey/resource-server';
import { generateKeyPair, SignJWT, exportJWK } from 'jose';
const { publicKey, privateKey } = await generateKeyPair('RS512');
const keys = [{ ...(await exportJWK(publicKey)), kid: 'k' }];
const [issuer, audience] = ['https://sso.test', 'https://api.test'];
const api = createResourceServer({
  issuer,
  audience,
  publicUrl: audience,
  fetch: async (url) => Response.json(url.endsWith('/jwks') ? { keys } : { issuer, jwks_uri: issuer + '/jwks' }),
});
const iat = Math.floor(Date.now() / 1000);
const claims = { iss: issuer, aud: audience, sub: 'ann', client_id: 'c', jti: 'j', sid: 's', token_use: 'user', pk: 'user' };
const token = await new SignJWT({ ...claims, scope: 'profile', iat, nbf: iat, exp: iat + 60 })
  .setProtectedHeader({ alg: 'RS512', typ: 'at+jwt', kid: 'k' })
  .sign(privateKey);
const app = express().set('env', 'test');
app.get('/who', api.need('profile'), (request, response) => void response.json(api.token(request).sub));
app.get('/admin', api.need('admin'), (request, response) => void response.json(''));
const headers = { authorization: 'Bearer ' + token };`,
    `await ask('/who', { headers });
await ask('/admin', { headers });
await ask('/who');`,
  ),
};
export const printed = {
  client: 'true no_session no_answer\n',
  pagination: '200 ["3","2"]\n200 ["2","1"]\n400 \n',
  'request-parser': '200 "ann"\n200 "bob"\n400 \n415 \n',
  'resource-server': '200 "ann"\n403 \n401 \n',
};
/** What the types of a library allow and refuse. */
export const typed = {
  client: `
import { createLatchkey, drop, pages, userApi, type LatchkeyError, type Session } from '@latchkey/client';
import type { createFileStore } from '@latchkey/client/file-store';
export type Store = ReturnType<typeof createFileStore>;
export async function list(session: Session): Promise<string[]> {
  const api = userApi(session);
  const ids: string[] = [];
  for await (const page of pages((fields) => api('/account/me/session/search', fields), { limit: 5 }))
    for (const item of page.items) ids.push(item.id);
  const { key } = await drop(session)('/v1/drop/store', { payload: 'x' });
  return [...ids, String(key)];
}
export const latchkey = createLatchkey({ sso: 'https://sso.test', clientId: 'rp', dpop: true });
// @ts-expect-error A drop is not consumed without its fields.
export const bare = (session: Session) => drop(session)('/v1/drop/consume');
// @ts-expect-error A number is no way to write a payload.
export const wrong = (session: Session) => drop(session)('/v1/drop/store', { payload_format: 7 });
export const code = (error: LatchkeyError) => error.code === 'session_ended' || error.code === 'one of a service';
// @ts-expect-error No such route.
export const none = (session: Session) => userApi(session)('/no/such/route');
`,
  pagination: `
import { buildPageQuery, definePageSpec, pageableSchema, readPageRows, type PagePlan, type PageRow } from '@latchkey/pagination';
export const spec = definePageSpec({ key: 'posts', defaultLimit: 20, cursorScope: ['owner'] });
export const query = (plan: PagePlan) =>
  buildPageQuery({ table: 'post', columns: 't.id', idType: 'bigint', where: { text: 'true', values: [] }, plan });
export const read = (rows: PageRow<{ id: number }>[], plan: PagePlan) => readPageRows(rows, plan, ({ id }) => id).items;
export const schema = pageableSchema({ title: 'Post', type: 'object' });
// @ts-expect-error A number is no name of a scope.
definePageSpec({ key: 'posts', defaultLimit: 20, cursorScope: [1] });`,
  'request-parser': `
import { ApiError, parseRequest, type ParsedRequest, type RawRequest } from '@latchkey/request-parser';
export const read = (raw: RawRequest): ParsedRequest => parseRequest(raw, { headerAuth: 'accept' });
export const status = (error: unknown): number => (error instanceof ApiError ? error.status : 500);
// @ts-expect-error No such mode.
export const none = (raw: RawRequest) => parseRequest(raw, { headerAuth: 'sometimes' });`,
  'resource-server': `
import { createResourceServer, type AccessToken } from '@latchkey/resource-server';
import express from 'express';
const api = createResourceServer({ issuer: 'https://sso.test', audience: 'a', publicUrl: 'https://api.test' });
export const app = express().use(api.need()).get('/', api.need('a', 'b'), (request, response) => {
  const { sub, org }: AccessToken = api.token(request);
  response.json({ sub, org });
});
// @ts-expect-error A number is no scope.
api.need(1);`,
};

/** What the sample of a README leaves to its reader. */
export const surroundings: Readonly<Record<string, string>> = {
  pagination: `declare const app: import('express').Express;
declare const prisma: { $queryRawUnsafe<T>(text: string, ...values: unknown[]): Promise<T> };
`,
};

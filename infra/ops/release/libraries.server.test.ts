import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBlocks } from '../../../e2e/process/guide.ts';
import { rootDir } from '../../local/paths.ts';
import { findLowestNode, packLibrary, type PackedLibrary } from './packed-library.ts';
import { folderOf } from './published.ts';

const express = join(rootDir, 'node_modules/express');
const jose = join(folderOf('resource-server'), 'node_modules/jose');

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

const programs = {
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
const printed = {
  pagination: '200 ["3","2"]\n200 ["2","1"]\n400 \n',
  'request-parser': '200 "ann"\n200 "bob"\n400 \n415 \n',
  'resource-server': '200 "ann"\n403 \n401 \n',
};
const typed = {
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
const surroundings: Readonly<Record<string, string>> = {
  pagination: `declare const app: import('express').Express;
declare const prisma: { $queryRawUnsafe<T>(text: string, ...values: unknown[]): Promise<T> };
`,
};

describe.each(['pagination', 'request-parser', 'resource-server'] as const)('@latchkey/%s', (name) => {
  let library: PackedLibrary;
  beforeAll(
    () => (library = packLibrary(name, name === 'resource-server' ? { express, jose } : { express })),
  );
  afterAll(() => library.remove());

  test(`publint finds nothing in ${name}`, () => {
    const said = library.tool('publint', 'src/cli.js', [library.tarball, '--strict']);
    expect(said).toContain('All good!');
  });

  test(`arethetypeswrong finds nothing in ${name}`, () => {
    library.tool('@arethetypeswrong/cli', 'dist/index.js', [library.tarball, '--profile', 'esm-only']);
  });

  test(`the tarball of ${name} holds what is used, and no test`, () => {
    const files = library.run('tar', ['-tzf', library.tarball]).trim().split('\n');
    const used = /^package\/(.*\.(d\.ts|js)|package\.json|README\.md|LICENSE)$/;
    expect(files.filter((file) => !used.test(file) || file.includes('test'))).toEqual([]);
  });

  test.each([
    ['this Node', process.execPath],
    ['the lowest that is promised', findLowestNode(name)],
  ])(
    `a program of Express 5 uses ${name} on %s, and a bad request is answered with its status`,
    (_which, node) => {
      writeFileSync(join(library.app, 'program.mjs'), programs[name]);
      expect(library.run(node, ['program.mjs'], library.app)).toBe(printed[name]);
    },
  );

  test(`TypeScript, which is strict, compiles the sample of the README of ${name} and checks what a caller does`, () => {
    const [sample = ''] = readBlocks(join(folderOf(name), 'README.md'), 'ts').map(({ commands }) => commands);
    expect(sample).not.toBe('');
    writeFileSync(join(library.app, 'sample.mts'), `${surroundings[name] ?? ''}${sample}`);
    writeFileSync(join(library.app, 'typed.mts'), typed[name]);
    const options = ['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--target', 'es2022'];
    const files = ['--types', 'node', '--module', 'nodenext', 'sample.mts', 'typed.mts'];
    library.tool('typescript', 'bin/tsc', [...options, ...files], library.app);
  });

  if (name !== 'request-parser') return;
  test('the sample of request-parser refuses a body that was parsed before, and answers what it refuses', () => {
    const [sample = ''] = readBlocks(join(folderOf(name), 'README.md'), 'ts').map(({ commands }) => commands);
    const types = {
      'type ErrorRequestHandler': '',
      ': ErrorRequestHandler': '',
      ' as { body?: unknown }': '',
    };
    const plain = Object.entries(types).reduce((text, [from, to]) => text.replace(from, to), sample);
    for (const [file, before] of [
      ['good', ''],
      ['late', 'app.use(express.json());'],
    ] as const) {
      const program = plain.replace(
        'const app = express();',
        `const app = express().set('env', 'test');${before}`,
      );
      writeFileSync(
        join(library.app, `${file}.mjs`),
        `${program}
  const server = app.listen(0, async () => {
    for (const body of ['{"auth":{"user":"bob"},"remember":true}', '{"auth":']) {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
      const answer = await fetch('http://localhost:' + server.address().port + '/login', init);
      console.log(answer.status, (await answer.text()).replace(/\\s+/g, ' '));
    }
    server.close();
  });`,
      );
    }
    expect(library.run(process.execPath, ['good.mjs'], library.app)).toBe(
      '200 {"user":"bob","remember":true}\n400 {"code":"malformed_body","message":"The body is not valid JSON"}\n',
    );
    expect(library.run(process.execPath, ['late.mjs'], library.app)).toMatch(/^500 .*\n400 /);
  });
});

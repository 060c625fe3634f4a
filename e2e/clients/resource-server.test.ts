import express from 'express';
import { auth, requiredScopes } from 'express-oauth2-jwt-bearer';
import supertest from 'supertest';
import { shareStack } from '../../infra/local/share-stack.ts';
import type { Stack } from '../../infra/local/stack.ts';
import { openDevice, type Wishes } from '../client/sign-in.ts';

/** A resource server that knows nothing but the issuer's name and its own. */
const audience = 'https://api.example.test';
let stack: Stack;
let token: string;
let foreign: string;

beforeAll(async () => {
  stack = await shareStack();
  token = await getToken({ audience });
  foreign = await getToken({});
});
afterAll(() => stack.stop());

const getToken = async (wishes: Wishes) => (await openDevice(stack.urls, {}, wishes)).accessToken();

/** The same token with another first letter in its signature. */
const forge = (jwt: string) =>
  jwt.replace(/\.([\w-])([\w-]+)$/, (_all, first, rest) => `.${first === 'A' ? 'B' : 'A'}${rest}`);

describe('express-oauth2-jwt-bearer as a resource server', () => {
  function createServer() {
    const app = express();
    app.use(auth({ issuerBaseURL: stack.urls.sso, audience, tokenSigningAlg: 'RS512', strict: true }));
    app.get('/me', requiredScopes('email'), (request, response) => {
      response.json({ client: request.auth?.payload['client_id'] });
    });
    app.get('/admin', requiredScopes('admin'), (_request, response) => {
      response.json({});
    });
    app.use(
      (
        error: { status?: number; code?: string },
        _request: express.Request,
        response: express.Response,
        _next: express.NextFunction,
      ) => {
        response.status(error.status ?? 500).json({ code: error.code });
      },
    );
    return supertest(app);
  }
  const get = (path: string, jwt: string) => createServer().get(path).set('authorization', `Bearer ${jwt}`);

  test('200 with an access token for it, 403 without the scope', async () => {
    const me = await get('/me', token);
    expect([me.status, me.body]).toEqual([200, { client: 'demo-cli' }]);
    expect((await get('/admin', token)).body).toEqual({ code: 'insufficient_scope' });
  });

  test.each([
    ['one for somebody else', () => foreign],
    ['one with another signature', () => forge(token)],
    ['one without a signature', () => token.replace(/[^.]+$/, '')],
  ])('401 with %s', async (_name, make) => {
    const { status, body } = await get('/me', make());
    expect([status, body]).toEqual([401, { code: 'invalid_token' }]);
  });
});

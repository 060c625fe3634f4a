import request from 'supertest';
import {
  createApp,
  createEnvelopeProtocol,
  createPageProtocol,
  defineRoute,
  publicAccess,
} from '../src/index.ts';
import { createListLogger, isDependencyLost, service } from './example-app.ts';

const act = defineRoute({
  path: '/act',
  summary: 'Acts',
  access: publicAccess,
  input: { properties: {} },
  output: { properties: {} },
  errors: [],
  handle: (_context: undefined) => ({}),
});
const frontDoor = {
  protocol: createPageProtocol({
    contentSecurityPolicy: "default-src 'none'",
    fail: ({ code }) => ({ html: () => `<p>${code}</p>`, json: { code } }),
  }),
  pictures: new Map([
    ['/favicon.ico', { type: 'image/svg+xml', bytes: '<svg/>', cacheControl: 'public, max-age=9' }],
  ]),
  leadTo: (path: string) => (path === '/' || path === '/Page' ? 'https://a.test/page' : undefined),
};
const settings = { service, context: undefined, logger: createListLogger([]), health: {}, isDependencyLost };
const groups = [{ protocol: createEnvelopeProtocol(), routes: [act] }] as const;
const app = createApp({ ...settings, groups: [...groups], frontDoor });
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

test.each(['*/*', 'application/json', 'application/json, text/html', 'image/avif,*/*;q=0.8'])(
  '404 and 405 as JSON for Accept: %s',
  async (accept) => {
    for (const path of ['/nothing', '/act', '/%'])
      expect((await request(app.express).get(path).set({ accept })).type).toBe('application/json');
  },
);

test('404 and 405 as JSON for a caller without Accept, and where there is no front door', async () => {
  expect((await request(app.express).get('/nothing').unset('accept')).type).toBe('application/json');
  const { express } = createApp({ ...settings, groups: [...groups] });
  expect((await request(express).get('/nothing').set(browser)).type).toBe('application/json');
  expect((await request(express).get('/favicon.ico')).status).toBe(404);
});

test.each([
  ['GET', '/nothing', 404, 'not_found'],
  ['POST', '/nothing', 404, 'not_found'],
  ['GET', '/%', 404, 'not_found'],
  ['GET', '/act', 405, 'method_not_allowed'],
  ['DELETE', '/act', 405, 'method_not_allowed'],
] as const)('%s %s is %d as a page for a browser', async (method, path, status, code) => {
  const agent = request(app.express);
  const send = { GET: () => agent.get(path), POST: () => agent.post(path), DELETE: () => agent.delete(path) };
  const answer = await send[method]().set(browser);
  expect([answer.status, answer.type, answer.text]).toEqual([status, 'text/html', `<p>${code}</p>`]);
  expect(answer.headers['allow'] !== undefined).toBe(status === 405);
});

test('the internal listener shows no pages', async () => {
  const answer = await request(app.internal).get('/').set(browser);
  expect([answer.status, answer.type]).toEqual([404, 'application/json']);
});

test.each([
  ['/', 'https://a.test/page'],
  ['/Page?user_code=A%20B&x=%22', 'https://a.test/page?user_code=A%20B&x=%22'],
  ['/?next=//evil.test', 'https://a.test/page?next=//evil.test'],
])('303 from %s to the page that is meant, with its query', async (path, location) => {
  for (const method of ['get', 'head'] as const) {
    const answer = await request(app.express)[method](path);
    expect([answer.status, answer.headers['location']]).toEqual([303, location]);
  }
  expect((await request(app.express).post(path)).status).toBe(404);
});

test('200 with the icon, for every caller', async () => {
  const answer = await request(app.express).get('/favicon.ico').set(browser);
  expect([answer.status, answer.type, (answer.body as Buffer).toString()]).toEqual([
    200,
    'image/svg+xml',
    '<svg/>',
  ]);
  expect(answer.headers).toMatchObject({
    'cache-control': 'public, max-age=9',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  });
});

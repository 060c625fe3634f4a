import { ApiError } from '@latchkey/contracts';
import request from 'supertest';
import { createEnvelopeProtocol, defineRoute, type Access, type Checks } from '../src/index.ts';
import { createExampleApp, type LogLine } from './example-app.ts';

const tokenMissing = { code: 'token_missing', message: 'A token is required' } as const;
const notFound = { code: 'not_found', message: 'There is no such thing' } as const;
const expired = { code: 'expired', message: 'It has expired' } as const;

interface Shelf {
  readonly things: Readonly<Record<string, { readonly owner: string; readonly weight: number }>>;
}

const owner: Access<unknown, { readonly id: string }> = {
  name: 'owner',
  signIn: ['tokenField'],
  errors: [tokenMissing],
  admit(_context, parsed) {
    const id = parsed.string('token');
    if (id === undefined) throw new ApiError(tokenMissing);
    return { id };
  },
};

const ownThing: Checks<Shelf, { readonly id: string }, { readonly weight: number; readonly by: string }> = {
  errors: [notFound],
  async run({ things }, parsed, info, caller) {
    const thing = things[String(parsed.value('id'))];
    if (thing?.owner !== caller.id) throw new ApiError(notFound, { field: 'id' });
    if (thing.weight === 0) throw new ApiError(expired);
    return { weight: thing.weight, by: `${caller.id} with ${info.method}` };
  },
};

const take = defineRoute({
  path: '/v1/take',
  summary: 'Takes a thing of the caller',
  access: owner,
  checks: ownThing,
  input: { required: ['id', 'count'], properties: { id: { type: 'string' }, count: { type: 'integer' } } },
  output: { properties: { weight: { type: 'integer' }, by: { type: 'string' }, note: { type: 'string' } } },
  errors: [],
  handle(_context, { count }, thing) {
    // @ts-expect-error the handler gets what the checks found, not the caller
    const caller: string = thing.id;
    return { weight: thing.weight * count, by: thing.by, note: caller };
  },
});

const things = {
  a: { owner: 'me', weight: 3 },
  b: { owner: 'you', weight: 1 },
  empty: { owner: 'me', weight: 0 },
};

function createShelfApp(lines: LogLine[] = []) {
  return createExampleApp<Shelf>(lines, {
    context: { things },
    groups: [{ protocol: createEnvelopeProtocol(), routes: [take] }],
  });
}
const send = (body: object) => request(createShelfApp().express).post('/v1/take').send(body);

test.each([
  ['401 of the access before the checks', { id: 'nope', count: 'x' }, 401, 'token_missing'],
  ['404 of the checks before the 400 of a field', { token: 'me', id: 'b', count: 'x' }, 404, 'not_found'],
  ['404 of the checks before the 400 of a missing field', { token: 'me' }, 404, 'not_found'],
  ['400 of a field after the checks', { token: 'me', id: 'a', count: 'x' }, 400, 'invalid_type'],
])('a route with checks: %s', async (_name, body, status, code) => {
  const answer = await send(body);
  expect([answer.status, answer.body.code]).toEqual([status, code]);
});

test('a failure of the checks that they do not list is reported', async () => {
  const lines: LogLine[] = [];
  const { express } = createShelfApp(lines);
  await request(express).post('/v1/take').send({ token: 'me', id: 'empty', count: 1 });
  expect(lines).toContainEqual(
    expect.objectContaining({
      message: 'unlisted failure',
      fields: expect.objectContaining({ code: 'expired' }),
    }),
  );
});

test('200: the handler gets the result of the checks, and an undefined field is not sent', async () => {
  const answer = await send({ token: 'me', id: 'a', count: '2' });
  expect([answer.status, answer.body.data]).toEqual([200, { weight: 6, by: 'me with POST' }]);
});

test('OpenAPI lists the failures of the checks', async () => {
  const { body } = await request(createShelfApp().express).get('/openapi.json');
  expect(body.paths['/v1/take'].post.responses['404'].description).toBe(
    '- not_found: There is no such thing',
  );
});

import { exampleValues } from '@latchkey/contracts';
import { version } from '@latchkey/process/version';
import { createEnvelopeProtocol } from '../envelope.ts';
import { createOAuthProtocol } from '../oauth.ts';
import { defineRoute, publicAccess } from '../route.ts';
import { describeApi } from './openapi.ts';
import { unknownSite } from './site.ts';

const service = { name: 'example', title: 'Example', description: 'For tests' };
const { id: exampleId } = exampleValues;
const gone = { code: 'expired', message: 'It is gone' } as const;
const alsoGone = { code: 'expired', message: 'It is gone for good' } as const;
const denied = { code: 'token_missing', message: 'A token is required' } as const;
const notFound = { code: 'not_found', message: 'There is no such thing' } as const;

const take = defineRoute({
  path: '/v1/take',
  summary: 'Takes a thing',
  access: { name: 'user token', signIn: ['tokenField'], errors: [denied], admit: () => undefined },
  checks: { errors: [notFound], run: () => undefined },
  input: { required: ['id'], properties: { id: { type: 'string' } } },
  output: { properties: { weight: { type: 'integer' } } },
  errors: [gone, alsoGone],
  handle: () => ({}),
});
const look = defineRoute({
  method: 'GET',
  path: '/v1/take',
  summary: 'Looks for a thing',
  access: publicAccess,
  input: { required: ['id'], properties: { id: { type: 'string' }, deep: { type: 'boolean' } } },
  output: { properties: {} },
  errors: [],
  handle: () => ({}),
});

const { paths, components, ...document } = describeApi(service, [
  { protocol: createEnvelopeProtocol(), routes: [take, look] },
  { protocol: createOAuthProtocol(), routes: [{ ...take, path: '/token' }] },
]);

test('failures of access, checks and handler stand by status', () => {
  const responses = paths['/v1/take']?.['post']?.responses ?? {};
  expect(Object.keys(responses)).toEqual(['200', '401', '404', '410', '503', '4XX']);
  expect(responses['410']).toEqual({
    description: '- expired: It is gone\n- expired: It is gone for good',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
  });
});

test('codes with one sentence are one line', () => {
  const errors = [denied, { code: 'token_expired', message: denied.message } as const];
  const { paths: there } = describeApi(service, [
    { protocol: createEnvelopeProtocol(), routes: [{ ...take, access: { ...take.access, errors } }] },
  ]);
  expect(there['/v1/take']?.['post']?.responses['401']).toMatchObject({
    description: '- token_missing, token_expired: A token is required',
  });
});

test('a request that cannot be read has one answer in all operations', () => {
  expect(paths['/v1/take']?.['post']?.responses['4XX']).toEqual({
    $ref: '#/components/responses/Unreadable',
  });
  expect(components.responses['Unreadable']).toMatchObject({
    description: expect.stringMatching(/^The request cannot be read:\n- 400: malformed_body, .*\n- 413: /),
  });
});

test('the schema of failures has every code, and one example', () => {
  const { properties, examples } = components.schemas['Failure'] as {
    properties: { code: { enum: string[] } };
    examples: object[];
  };
  const mine = ['expired', 'token_missing', 'not_found', 'malformed_body', 'overloaded', 'internal'];
  expect(properties.code.enum).toEqual(expect.arrayContaining(mine));
  expect(properties.code.enum).toEqual([...new Set(properties.code.enum)].toSorted());
  expect(examples).toEqual([expect.objectContaining({ status: 0, code: 'token_missing' })]);
});

test('failures stand as their protocol words them', () => {
  expect(paths['/token']?.['post']?.responses['401']).toMatchObject({
    description: '- invalid_request: A token is required',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/OAuthError' } } },
  });
});

test('a POST takes its input as a body of each type that its protocol reads, with one example', () => {
  expect(components.schemas['TakeInput']).toMatchObject({ type: 'object', ...take.input });
  const bodyOf = (name: string) => ({
    schema: { $ref: `#/components/schemas/${name}` },
    example: { id: exampleId },
  });
  const body = bodyOf('TakeInput');
  expect(paths['/v1/take']?.['post']).toMatchObject({
    summary: 'Takes a thing',
    operationId: 'take',
    tags: ['take'],
    'x-access': 'user token',
    requestBody: {
      required: true,
      content: { 'application/json': body, 'application/x-www-form-urlencoded': { schema: body.schema } },
    },
  });
  expect(paths['/token']?.['post']?.['requestBody']).toEqual({
    required: true,
    content: { 'application/x-www-form-urlencoded': bodyOf('TokenInput') },
  });
});

test('a GET takes its input as parameters of the query', () => {
  expect(paths['/v1/take']?.['get']).toMatchObject({
    operationId: 'getTake',
    'x-access': 'public',
    parameters: [
      { name: 'id', in: 'query', required: true, schema: { type: 'string' } },
      { name: 'deep', in: 'query', required: false, schema: { type: 'boolean' } },
    ],
  });
  expect(paths['/v1/take']?.['get']).not.toHaveProperty('requestBody');
});

test('the success shows the output inside the envelope, or bare', () => {
  const schemaOf = (path: string) => {
    const responses = paths[path]?.['post']?.['responses'] as Record<string, unknown> | undefined;
    const success = responses?.['200'] as { content: Record<string, { schema: unknown }> } | undefined;
    return success?.content['application/json']?.schema;
  };
  const output = { type: 'object', ...take.output };
  expect(schemaOf('/v1/take')).toEqual({
    allOf: [
      { $ref: '#/components/schemas/Success' },
      { type: 'object', required: ['data'], properties: { data: output } },
    ],
  });
  expect(schemaOf('/token')).toEqual(output);
});

test('each operation says how its caller signs in', () => {
  expect(paths['/v1/take']?.['post']).toMatchObject({
    security: [{ tokenField: [] }],
    description: 'Sign-in: user token.',
  });
  expect(paths['/v1/take']?.['get']).toMatchObject({ security: [], description: 'Sign-in: none.' });
  expect(Object.keys(components.securitySchemes)).toEqual(['tokenField']);
});

test('the token that a route reads is a field of its body, once', () => {
  const named = { properties: { token: { type: 'string' } } } as const;
  const schemasOf = (changes: object) => {
    const routes = [{ ...take, ...changes }];
    return describeApi(service, [{ protocol: createEnvelopeProtocol(), routes }]).components.schemas;
  };
  expect(schemasOf({})['TakeInput']).toMatchObject({ allOf: [{ $ref: '#/components/schemas/AccessToken' }] });
  expect(schemasOf({})['AccessToken']).toMatchObject({ properties: { 'auth.token': { type: 'string' } } });
  expect(schemasOf({ input: named })['TakeInput']).toEqual({ type: 'object', ...named });
  expect(schemasOf({ access: publicAccess })['AccessToken']).toBeUndefined();
});

test.each([
  [['tokenField'], true, [{ tokenField: [] }, {}]],
  [['basic', 'clientForm'], false, [{ basic: [] }, {}]],
  [['payload'], false, []],
  [['dpop'], false, [{ dpopToken: [], dpopProof: [] }]],
] as const)('the ways %p (optional: %p) are what OpenAPI has schemes for', (signIn, isOptional, security) => {
  const access = { ...take.access, signIn, isOptional };
  const made = describeApi(service, [{ protocol: createEnvelopeProtocol(), routes: [{ ...take, access }] }]);
  expect(made.paths['/v1/take']?.['post']?.security).toEqual(security);
  const named = security.flatMap((one) => Object.keys(one));
  expect(Object.keys(made.components.securitySchemes)).toEqual(named);
});

test('the client of the installation is the example of a request, and a placeholder where none is known', () => {
  const input = { required: ['client_id'], properties: { client_id: { type: 'string' } } } as const;
  const groups = [{ protocol: createOAuthProtocol(), routes: [{ ...take, input }] }];
  const exampleIn = (made: object) => JSON.stringify(made).match(/"example":(\{"client_id":"[^"]*"\})/)?.[1];
  const site = { ...unknownSite, clientId: 'demo-cli' };
  expect(exampleIn(describeApi(service, groups, { site }))).toBe('{"client_id":"demo-cli"}');
  expect(exampleIn(describeApi(service, groups))).toBe('{"client_id":"your-client-id"}');
});

test('503 stands where a dependency is asked or a body is read', () => {
  const outages = (operation: Record<string, unknown> | undefined) => {
    const responses = operation?.['responses'] as Record<string, { description: string }>;
    return responses['503']?.description;
  };
  const noRoom = 'Too many request bodies are arriving; try again later';
  expect(outages(paths['/v1/take']?.['post'])).toBe(
    `- upstream_unavailable: A dependency is not available\n- overloaded: ${noRoom}`,
  );
  expect(outages(paths['/v1/take']?.['get'])).toBeUndefined();
});

test('an example of the route itself is shown in place of one that is made', () => {
  const routes = [{ ...take, path: '/shown', example: { weight: 7 } }];
  const shown = describeApi(service, [{ protocol: createEnvelopeProtocol(), routes }]);
  const answer = shown.paths['/shown']?.['post']?.responses['200'] as Record<string, object>;
  expect(answer['content']).toMatchObject({
    'application/json': { example: { status: 1, data: { weight: 7 } } },
  });
});

test('the document names the service', () => {
  const info = { title: 'Example', version, summary: 'For tests', license: { name: 'MIT' } };
  expect(document).toMatchObject({ openapi: '3.1.0', info });
});

test('the tags are the families of the routes, in the order and the words of the service', () => {
  const families = { unused: 'Nothing', second: 'The second', first: 'The first' };
  const routes = ['first', 'second'].map((family) => ({ ...take, path: `/${family}`, family }));
  const { tags } = describeApi({ ...service, families }, [{ protocol: createEnvelopeProtocol(), routes }]);
  expect(tags).toEqual([
    { name: 'second', description: 'The second' },
    { name: 'first', description: 'The first' },
  ]);
});

test('an answer that most routes have with a status stands once', () => {
  const other = { ...take, path: '/other', errors: [] };
  const more = { ...take, path: '/more', errors: [alsoGone] };
  const shared = describeApi(service, [
    { protocol: createEnvelopeProtocol(), routes: [take, more, other, { ...other, path: '/another' }] },
  ]);
  const answersOf = (path: string) => shared.paths[path]?.['post']?.responses;
  expect(answersOf('/other')).toMatchObject({ 401: { $ref: '#/components/responses/Unauthorized' } });
  expect(shared.components.responses['Unauthorized']).toMatchObject({
    description: '- token_missing: A token is required',
  });
  // Each of the two has another list of failures.
  expect(shared.components.responses['Gone']).toBeUndefined();
  expect(answersOf('/more')).toMatchObject({ 410: { description: '- expired: It is gone for good' } });
});

test('a second answer that several routes have with a status stands once, under a name of its own', () => {
  const more = { ...take, errors: [alsoGone] };
  const routes = [take, more, more, take, take].map((route, at) => ({ ...route, path: `/route${at}` }));
  const shared = describeApi(service, [{ protocol: createEnvelopeProtocol(), routes }]);
  const nameAt = (at: number) => shared.paths[`/route${at}`]?.['post']?.responses['410'];
  const [first, second] = ['Gone', 'Gone2'].map((name) => ({ $ref: `#/components/responses/${name}` }));
  expect([0, 1, 2, 3, 4].map(nameAt)).toEqual([first, second, second, first, first]);
  expect(shared.components.responses['Gone2']).toMatchObject({
    description: '- expired: It is gone for good',
  });
});

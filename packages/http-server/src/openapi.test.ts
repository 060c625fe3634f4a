import { createEnvelopeProtocol } from './envelope.ts';
import { createOAuthProtocol } from './oauth.ts';
import { describeApi } from './openapi.ts';
import { defineRoute, publicAccess } from './route.ts';

const service = { name: 'example', title: 'Example', description: 'For tests', version: '1.2.3' };
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

const { paths, ...document } = describeApi(service, [
  { protocol: createEnvelopeProtocol(), routes: [take, look] },
  { protocol: createOAuthProtocol(), routes: [{ ...take, path: '/token', method: 'ANY' as const }] },
]);

test('failures of access, checks and handler stand by status, one example for each', () => {
  const responses = paths['/v1/take']?.['post']?.['responses'] as Record<string, unknown>;
  expect(Object.keys(responses)).toEqual(['200', '400', '401', '404', '410', '413', '415', '503']);
  expect(responses['410']).toEqual({
    description: 'It is gone; It is gone for good',
    content: {
      'application/json': {
        examples: {
          'expired: It is gone': {
            value: { status: 0, comment: 'It is gone', message: 'It is gone', code: 'expired', data: null },
          },
          'expired: It is gone for good': {
            value: expect.objectContaining({ message: 'It is gone for good' }),
          },
        },
      },
    },
  });
});

test('failures stand as their protocol words them', () => {
  const responses = paths['/token']?.['post']?.['responses'] as Record<string, { content: unknown }>;
  expect(responses['401']?.content).toEqual({
    'application/json': {
      examples: {
        'token_missing: A token is required': {
          value: { error: 'invalid_request', error_description: 'A token is required' },
        },
      },
    },
  });
});

test('a POST takes its input as a body of each type that its protocol reads', () => {
  const body = { schema: { type: 'object', ...take.input } };
  expect(paths['/v1/take']?.['post']).toMatchObject({
    summary: 'Takes a thing',
    tags: ['v1'],
    'x-access': 'user token',
    requestBody: { content: { 'application/json': body, 'application/x-www-form-urlencoded': body } },
  });
  expect(paths['/token']?.['post']?.['requestBody']).toEqual({
    content: { 'application/x-www-form-urlencoded': body },
  });
});

test('a GET takes its input as parameters of the query', () => {
  expect(paths['/v1/take']?.['get']).toMatchObject({
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
  expect(schemaOf('/v1/take')).toMatchObject({
    required: ['status', 'comment', 'data'],
    properties: { data: output },
  });
  expect(schemaOf('/token')).toEqual(output);
});

test('each operation says how its caller signs in', () => {
  expect(paths['/v1/take']?.['post']).toMatchObject({
    security: [{ tokenField: [] }],
    description: 'Sign-in: an access token in the field auth.token or token, of the query, a form or JSON.',
  });
  expect(paths['/v1/take']?.['get']).toMatchObject({ security: [], description: 'Sign-in: none.' });
  expect(Object.keys(document.components.securitySchemes)).toEqual(['tokenField']);
});

test('a caller that need not sign in may leave it out', () => {
  const access = { ...take.access, signIn: ['basic', 'clientForm'] as const, isOptional: true };
  const { paths: there } = describeApi(service, [
    { protocol: createEnvelopeProtocol(), routes: [{ ...take, access }] },
  ]);
  const { security, description } = there['/v1/take']?.['post'] ?? {};
  expect(security).toEqual([{ basic: [] }, { clientForm: [] }, {}]);
  expect(description).toMatch(/^Sign-in: .*; or nothing\.$/);
});

test('503 stands where a dependency is asked or a body is read', () => {
  const outages = (operation: Record<string, unknown> | undefined) => {
    const responses = operation?.['responses'] as Record<string, { description: string }>;
    return responses['503']?.description;
  };
  const noRoom = 'Too many request bodies are arriving; try again later';
  expect(outages(paths['/v1/take']?.['post'])).toBe(`A dependency is not available; ${noRoom}`);
  expect(outages(paths['/v1/take']?.['get'])).toBeUndefined();
});

test('the document names the service', () => {
  const info = { title: 'Example', version: '1.2.3', description: 'For tests' };
  expect(document).toMatchObject({ openapi: '3.1.0', info });
});

import { createEnvelopeProtocol } from '../envelope.ts';
import { createOAuthProtocol } from '../oauth.ts';
import { defineRoute, publicAccess } from '../route.ts';
import { describeApi } from './openapi.ts';
import { unknownSite } from './site.ts';

const service = { name: 'example', title: 'Example', description: 'For tests' };
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
  handle: () => ({ weight: 1 }),
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

test('the tags are the families of the routes, in the order and the words of the service', () => {
  const families = { unused: 'Nothing', second: 'The second', first: 'The first' };
  const routes = ['first', 'second'].map((family) => ({ ...take, path: `/${family}`, family }));
  const { tags } = describeApi({ ...service, families }, [{ protocol: createEnvelopeProtocol(), routes }]);
  expect(tags).toEqual([
    { name: 'second', description: 'The second' },
    { name: 'first', description: 'The first' },
  ]);
});

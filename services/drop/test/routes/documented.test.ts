import { describePublicApi } from '@latchkey/http-server';
import { createRouteGroups } from '../../src/routes.ts';
import { service } from '../../src/service.ts';
import { createTestApp, house } from '../app/create-test-app.ts';
import { adminAndListCases } from '../messages/admin-and-list-cases.ts';
import { depositCases } from '../messages/deposit-cases.ts';
import { fillCases } from '../messages/fill-cases.ts';
import { ownCases } from '../messages/own-cases.ts';
import { takeCases } from '../messages/take-cases.ts';

/** What the API document promises is what drop says: each failure is one that a test plays, each example can occur. */

const { paths, components } = describePublicApi(service, createRouteGroups({}, house));
type Data = Record<string, unknown>;
interface Described {
  readonly description: string;
  readonly content: { readonly 'application/json': { readonly example: { readonly data: Data } } };
}

/** The answers of an endpoint by status, references followed. */
function answersOf(path: string): [status: string, answer: Described][] {
  return Object.entries(paths[path]?.['post']?.responses ?? {}).map(([status, answer]) => {
    const { $ref = '' } = answer as { $ref?: string };
    return [status, (components.responses[$ref.split('/').at(-1) ?? ''] ?? answer) as Described];
  });
}

/** Each `code: sentence` of a list of failures. */
function readFailures(description: string): string[] {
  return description.split('\n').flatMap((line) => {
    const [, codes = '', sentence = ''] = /^- ([a-z_, ]+): (.+)$/.exec(line) ?? [];
    return codes === ''
      ? [`not a failure: ${line}`]
      : codes.split(', ').map((code) => `${code}: ${sentence}`);
  });
}

/** What `messages.test.ts` plays at each endpoint. */
const played = Map.groupBy(
  [...ownCases, ...depositCases, ...takeCases, ...fillCases, ...adminAndListCases],
  ({ path }) => path,
);
/** What other tests of this folder play: budgets, limits, credentials, lost-writes, and those of the edge. */
const elsewhere: Readonly<Record<string, string>> = {
  attempts_limited: 'Invalid',
  quota_exceeded: 'Invalid',
  too_large: 'Invalid',
  malformed_body: 'Invalid',
  too_deep: 'Invalid',
  invalid_type: 'Invalid',
  ambiguous_parameter: 'Invalid',
  too_many_parameters: 'Invalid',
  unsupported_media_type: 'Invalid',
  unsupported_charset: 'Invalid',
  unsupported_encoding: 'Invalid',
  upstream_unavailable: 'A dependency is not available',
  overloaded: 'Too many request bodies are arriving; try again later',
  outcome_unknown: 'Whether the drop was changed is not known: ask for its status',
};
const ofCredentials = new Set([
  'token_missing',
  'token_invalid',
  'token_expired',
  'session_revoked',
  'binding_required',
  'invalid_dpop_proof',
  'use_dpop_nonce',
]);

const endpoints = Object.keys(paths).filter((path) => path.startsWith('/v1/'));

test.each(endpoints)('each failure that the document lists for %s is one that drop answers', (path) => {
  const gate = path.startsWith('/v1/admin/') ? 'Authentication required' : 'Principal id is unavailable';
  const said = new Set(played.get(path)?.map(({ code, message }) => `${code}: ${message}`));
  if (path.startsWith('/v1/admin/')) said.add('insufficient_scope: Admin access required');
  const promised = answersOf(path)
    .filter(([status]) => /^[45]\d\d$/.test(status))
    .flatMap(([, { description }]) => readFailures(description));
  const empty = promised.filter((failure) => {
    const [code = '', sentence = ''] = failure.split(': ');
    if (said.has(failure) || failure === `${code}: ${elsewhere[code]}`) return false;
    return !(ofCredentials.has(code) && sentence === gate);
  });
  expect(empty).toEqual([]);
  // What cannot be read is one answer of the document, 4XX, without sentences.
  const isUnread = (failure: string) =>
    failure === 'invalid_type: Invalid' || failure === 'ambiguous_parameter: Invalid';
  expect([...said].filter((failure) => !promised.includes(failure) && !isUnread(failure))).toEqual([]);
});

/** Brings a drop to where each endpoint answers as its example does, and calls the endpoint. */
async function answerLikeExample(path: string): Promise<Data> {
  const { postAs } = await createTestApp();
  const details = { anonymous: true, kind: 'backup.key', metadata: { host: 'nas-2' } };
  const given = { payload: 'the quick brown fox', content_type: 'text/plain' };
  const post = async (to: string, body: object = {}) => {
    const who = to.startsWith('/v1/admin/') ? 'admin-1' : 'owner';
    const send = postAs(who, to, body).set('x-request-id', 'take-17');
    return (await send.expect(200)).body.data as Data;
  };
  if (path.endsWith('/reserve')) return post(path, details);
  if (path.endsWith('/store')) return post(path, { ...details, ...given });
  if (path.endsWith('/activate')) {
    const { id } = await post('/v1/drop/reserve', details);
    return post(path, { id, ...given });
  }
  if (path.endsWith('/fill')) {
    const { id, key } = await post('/v1/drop/reserve', { fillable: true });
    return post(path, { id, key, payload: 'hello' });
  }
  const { id, key } = await post('/v1/drop/store', { ...details, ...given });
  if (path.endsWith('/status')) await post('/v1/consume', { id, key });
  return post(path, /\/(list|cleanup)$/.test(path) ? {} : { id, key });
}

/** Fields, states and what is null; every other value is its type. */
const formOf = (data: Data): unknown =>
  JSON.parse(
    JSON.stringify(data, (name, value: unknown) => {
      if (value === null || typeof value === 'object' || name === 'status') return value;
      return typeof value;
    }),
  );

test.each(endpoints)('the example of %s is an answer that can occur', async (path) => {
  const [, success] = answersOf(path).find(([status]) => status === '200') ?? [];
  const { data = {} } = success?.content['application/json'].example ?? {};
  expect(formOf(data)).toEqual(formOf(await answerLikeExample(path)));
});

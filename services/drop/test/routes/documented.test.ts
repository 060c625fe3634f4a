import { describePublicApi } from '@latchkey/http-server';
import { createRouteGroups } from '../../src/routes.ts';
import { service } from '../../src/service.ts';
import { createTestApp, house } from '../app/create-test-app.ts';

/** Each example of the API document can occur. */

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

const endpoints = Object.keys(paths).filter((path) => path.startsWith('/v1/'));

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

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { needOf } from '@latchkey/tokens';
import { rootDir } from '../../infra/local/paths.ts';
import { services, type ServiceName } from '../../infra/local/service-list.ts';
import { schema as ofDrop } from '../../services/drop/src/config.ts';
import { schema as ofSso } from '../../services/sso/src/config.ts';
import { schema as ofUserApi } from '../../services/user-api/src/config.ts';
import { openStack, readAddresses, type OpenStack } from '../open-stack.ts';
import { isCounter, listBudgets } from './walk/budgets.ts';
import { dropCases } from './walk/drop-cases.ts';
import { createDropWorld, type DropWorld } from './walk/drop-world.ts';
import { createPeople, type People } from './walk/people.ts';
import { codeOf, type RouteCases } from './walk/route-case.ts';
import { callRoute, sendText } from './walk/send.ts';
import { signTokens } from './walk/sign-tokens.ts';
import { ssoCases } from './walk/sso-cases.ts';
import { userApiCases } from './walk/user-api-cases.ts';
import { watchCounters, type CounterWatch } from './walk/watch-counters.ts';

/**
 * Every public route of the services: answered well once, and a body that cannot be read refused. A service that is named
 * alone is walked as far as it goes without the others. The walk makes its own people, orgs, clients and drops, and
 * changes nobody else's.
 */

const settingsOf = { sso: ofSso.properties, 'user-api': ofUserApi.properties, drop: ofDrop.properties };
const addresses = readAddresses();
const named = services.filter(({ name }) => addresses[name] !== undefined);
const isWhole = named.length === 0 || named.length === services.length;
let stack: OpenStack;
let people: People;
let drops: DropWorld;
let watch: CounterWatch | undefined;
beforeAll(async () => {
  stack = await openStack();
  watch = stack.environments && (await watchCounters(stack.environments.sso['REDIS_URL'] ?? ''));
  people = createPeople(stack.urls);
  const { ann, operator } = people;
  drops = createDropWorld(
    stack.urls.drop,
    isWhole
      ? {
          owner: async () => (await ann()).token,
          admin: async () => (await operator()).token,
        }
      : signTokens(stack.urls.drop),
  );
});
afterAll(async () => {
  watch?.stop();
  try {
    await drops.tidy();
    await people.tidy();
  } finally {
    await stack.stop();
  }
});

interface Walk<World> {
  readonly cases: RouteCases<World>;
  readonly world: () => World;
  readonly url: () => string;
  readonly format: 'json' | 'form';
  /** What a route answers to a request that shows nothing. */
  readonly bare?: (path: string) => readonly [status: number, code: string];
}

/** The public routes that the service itself lists; where it shows them to nobody, those of this version. */
async function listRoutes(name: ServiceName, url: string): Promise<string[]> {
  const answer = await fetch(`${url}/openapi.json`);
  const text = answer.ok
    ? await answer.text()
    : await readFile(join(rootDir, 'docs/openapi', `${name}.json`), 'utf8');
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, unknown>> };
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  // The retained handlers are there with LEGACY_AUTH=on alone, and behave as login and exchange do.
  return routes.filter((route) => !route.includes('/auth/legacy/')).toSorted();
}

function walk<World>(name: ServiceName, { cases, world, url, format, bare }: Walk<World>): void {
  if (!isWhole && addresses[name] === undefined) return;
  const all = Object.entries(cases);
  const budgets = new Map(listBudgets(name));
  const formatOf = (route: string) => cases[route as keyof typeof cases]?.format ?? format;
  const badBodies = { json: ['{"a":', 'malformed_body'], form: ['{}', 'invalid_request'] } as const;

  describe(`the walk over ${name}`, () => {
    test('has a case for every public route, and no other', async () => {
      expect(Object.keys(cases).toSorted()).toEqual(await listRoutes(name, url()));
    });

    test('every route that writes a row, sends a mail or computes a hash is under a budget', async () => {
      const listed = listBudgets(name).map(([route]) => route);
      const posts = (await listRoutes(name, url())).filter((route) => route.startsWith('POST '));
      expect(listed.toSorted()).toEqual(posts);
      const settings = [...new Set([...budgets.values()].flat())].filter((one) => !isCounter(one));
      expect(settings.filter((setting) => !(setting in settingsOf[name]))).toEqual([]);
    });

    test.each(all.filter(([, { isAlone }]) => isWhole || isAlone === true))(
      '200 for %s, which asks the budgets that it is under',
      async (route, { well, data, isPossible = async () => true }) => {
        if (!(await isPossible(world()))) return;
        const asked = new Set<string>();
        const call = callRoute(url(), route, formatOf(route));
        const answer = await well(watch?.listen(call, asked) ?? call, world());
        const isEnvelope = answer.body['status'] === 1 && !('outcome' in answer.body);
        expect([answer.status, isEnvelope ? answer.body['data'] : answer.body]).toMatchObject([
          200,
          data ?? {},
        ]);
        if (watch === undefined || !route.startsWith('POST ')) return;
        const expected = budgets.get(route)?.filter(isCounter) ?? [];
        expect([...asked]).toEqual(expect.arrayContaining(expected));
        // What has no budget is no write.
        if (expected.length === 0) expect([...asked]).not.toContain('writes');
      },
    );

    const posts = all.filter(([route]) => route.startsWith('POST '));
    test.each(posts)('400 for a body that %s cannot read', async (route) => {
      const headers = { 'content-type': 'application/json' };
      const [body, code] = badBodies[formatOf(route)];
      const answer = await sendText(url() + route.replace('POST ', ''), body, headers);
      expect([answer.status, codeOf(answer)]).toEqual([400, code]);
    });

    if (bare !== undefined)
      test.each(posts)('a refusal for %s with nothing in it', async (route) => {
        const answer = await callRoute(url(), route, formatOf(route))();
        expect([answer.status, codeOf(answer)]).toEqual(bare(route.replace('POST ', '')));
      });

    test('200 for its health, and nothing of its internal listener', async () => {
      const statusOf = async (path: string, method = 'GET') => (await fetch(url() + path, { method })).status;
      expect({
        'GET /health/live': await statusOf('/health/live'),
        'POST /health/live': await statusOf('/health/live', 'POST'),
        'GET /health/ready': await statusOf('/health/ready'),
        'POST /health/ready': await statusOf('/health/ready', 'POST'),
        'POST /metrics': await statusOf('/metrics', 'POST'),
        'POST tokens/verify': await statusOf('/internal/v1/tokens/verify', 'POST'),
        'POST clients/find-many': await statusOf('/internal/v1/clients/find-many', 'POST'),
      }).toEqual({
        'GET /health/live': 200,
        'POST /health/live': 405,
        'GET /health/ready': 200,
        'POST /health/ready': 405,
        'POST /metrics': 404,
        'POST tokens/verify': 404,
        'POST clients/find-many': 404,
      });
    });
  });
}

walk('sso', {
  cases: ssoCases,
  world: () => ({ url: stack.urls.sso, people }),
  url: () => stack.urls.sso,
  format: 'form',
});
walk('user-api', {
  cases: userApiCases,
  world: () => people,
  url: () => stack.urls.userApi,
  format: 'json',
  bare: bareUserApi,
});
const bareDrop: Readonly<Record<string, readonly [number, string]>> = {
  '/v1/consume': [400, 'missing_field'],
  '/v1/fill': [400, 'missing_field'],
  '/d/{id}': [403, 'csrf_failed'],
  '/fill/{id}': [403, 'csrf_failed'],
};
walk('drop', {
  cases: dropCases,
  world: () => drops,
  url: () => stack.urls.drop,
  format: 'json',
  bare: (path) => bareDrop[path] ?? [401, 'token_missing'],
});

function bareUserApi(path: string): readonly [number, string] {
  if (path === '/session/me') return [401, 'token_invalid'];
  return [401, needOf('user-api', path) === 'payload' ? 'payload_invalid' : 'token_missing'];
}

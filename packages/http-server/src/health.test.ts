import express from 'express';
import request from 'supertest';
import { createHealth, type HealthChecks } from './health.ts';
import type { OwnPaths } from './types.ts';

async function ask(paths: OwnPaths, path: string) {
  const app = express();
  for (const [own, show] of Object.entries(paths)) app.get(own, show);
  const { status, body } = await request(app).get(path);
  return { status, body: body as unknown };
}

async function readiness(checks: HealthChecks, { draining = false } = {}) {
  const health = createHealth(checks, { limitMs: 1 });
  if (draining) health.drain();
  return ask(health.internalPaths, '/health/ready');
}

const up = () => Promise.resolve();

test.each<[string, () => Promise<unknown>]>([
  ['rejects', () => Promise.reject(new Error('away'))],
  ['never answers', () => new Promise(() => undefined)],
  [
    'throws at once',
    () => {
      throw new Error('away');
    },
  ],
])('503 and the name of the dependency whose check %s', async (_what, check) => {
  expect(await readiness({ postgres: up, redis: check })).toEqual({
    status: 503,
    body: { status: 'unavailable', down: ['redis'] },
  });
});

test('503 while draining, although every dependency is up', async () => {
  const body = { status: 'draining', down: [] };
  expect(await readiness({ postgres: up }, { draining: true })).toEqual({ status: 503, body });
});

test('200 when every dependency is up, and without dependencies', async () => {
  const ready = { status: 200, body: { status: 'ready', down: [] } };
  expect(await readiness({ postgres: up })).toEqual(ready);
  expect(await readiness({})).toEqual(ready);
});

test.each(['internalPaths', 'publicPaths'] as const)(
  '200 on /health/live of %s while a dependency is down',
  async (paths) => {
    const health = createHealth({ postgres: () => Promise.reject(new Error('away')) });
    expect(await ask(health[paths], '/health/live')).toEqual({ status: 200, body: { status: 'live' } });
  },
);

test('each change of a dependency is reported once, with its reason', async () => {
  const said: unknown[] = [];
  let failure: Error | undefined = new Error('password authentication failed');
  const check = () => (failure === undefined ? up() : Promise.reject(failure));
  const health = createHealth(
    { postgres: check, redis: up },
    {
      onDown: (name, reason) => said.push([name, (reason as Error).message]),
      onUp: (name) => said.push([name]),
    },
  );
  for (const next of [failure, undefined, undefined, new Error('gone')]) {
    await health.ask();
    failure = next;
  }
  await health.ask();
  expect(said).toEqual([['postgres', 'password authentication failed'], ['postgres'], ['postgres', 'gone']]);
});

test('the public /health/ready names no dependency', async () => {
  const { publicPaths, drain } = createHealth({ postgres: () => Promise.reject(new Error('away')) });
  expect(await ask(publicPaths, '/health/ready')).toEqual({ status: 503, body: { status: 'unavailable' } });
  drain();
  expect(await ask(publicPaths, '/health/ready')).toEqual({ status: 503, body: { status: 'draining' } });
  expect(await ask(createHealth({}).publicPaths, '/health/ready')).toEqual({
    status: 200,
    body: { status: 'ready' },
  });
});

test.each<[string, HealthChecks, string | undefined]>([
  ['a 503 says when to ask again', { postgres: () => Promise.reject(new Error('away')) }, '1'],
  ['a 200 does not', {}, undefined],
])('an answer of readiness: %s', async (_what, checks, after) => {
  const app = express();
  for (const [own, show] of Object.entries(createHealth(checks).publicPaths)) app.get(own, show);
  expect((await request(app).get('/health/ready')).headers['retry-after']).toBe(after);
});

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
  const { internalPaths } = createHealth({ postgres: () => Promise.resolve(), redis: check }, { limitMs: 1 });
  expect(await ask(internalPaths, '/health/ready')).toEqual({
    status: 503,
    body: { status: 'unavailable', down: ['redis'] },
  });
});

test.each(['internalPaths', 'publicPaths'] as const)(
  '200 on /health/live of %s while a dependency is down',
  async (paths) => {
    const health = createHealth({ postgres: () => Promise.reject(new Error('away')) });
    expect(await ask(health[paths], '/health/live')).toEqual({ status: 200, body: { status: 'live' } });
  },
);

test.each<[string, HealthChecks, string | undefined]>([
  ['a 503 says when to ask again', { postgres: () => Promise.reject(new Error('away')) }, '1'],
  ['a 200 does not', {}, undefined],
])('an answer of readiness: %s', async (_what, checks, after) => {
  const app = express();
  for (const [own, show] of Object.entries(createHealth(checks).publicPaths)) app.get(own, show);
  expect((await request(app).get('/health/ready')).headers['retry-after']).toBe(after);
});

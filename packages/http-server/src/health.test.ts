import express from 'express';
import request from 'supertest';
import { mountHealth, type HealthChecks } from './health.ts';

async function readiness(checks: HealthChecks, { draining = false } = {}) {
  const app = express();
  const health = mountHealth(app, checks, 1);
  if (draining) health.drain();
  const { status, body } = await request(app).get('/health/ready');
  return { status, body: body as unknown };
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

test('200 on /health/live while a dependency is down', async () => {
  const app = express();
  mountHealth(app, { postgres: () => Promise.reject(new Error('away')) });
  expect((await request(app).get('/health/live')).body).toEqual({ status: 'live' });
});

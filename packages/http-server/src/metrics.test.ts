import { METHODS } from 'node:http';
import { createBodyBudget } from './body-budget.ts';
import { createMetrics } from './metrics.ts';

test('a request counts under its route, method and status', async () => {
  const metrics = createMetrics();
  metrics.countRequest('/hello', 'GET', 200, 0.02);
  metrics.countRequest('/hello', 'GET', 200, 0.04);
  metrics.countRequest('/hello', 'GET', 503, 3);
  const text = await metrics.registry.metrics();
  expect(text).toContain('http_request_duration_seconds_count{route="/hello",method="GET",status="200"} 2');
  expect(text).toContain('http_request_duration_seconds_count{route="/hello",method="GET",status="503"} 1');
  const bucket = 'http_request_duration_seconds_bucket';
  expect(text).toContain(`${bucket}{le="0.025",route="/hello",method="GET",status="200"} 1`);
  expect(text).toContain(`${bucket}{le="2.5",route="/hello",method="GET",status="503"} 0`);
  expect(text).toMatch(/^build_info\{version="\d+\.\d+\.\d+"\} 1$/m);
});

test('methods that no route takes share one label', async () => {
  const metrics = createMetrics();
  for (const method of METHODS) metrics.countRequest('/hello', method, 405, 0.02);
  const text = await metrics.registry.metrics();
  const labels = [...text.matchAll(/^http_request_duration_seconds_count\{.*method="(\w+)"/gm)].map(
    ([, label]) => label,
  );
  expect(new Set(labels)).toEqual(new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'other']));
});

test('two services in one process share no counter', async () => {
  const [one, other] = [createMetrics(), createMetrics()];
  one.countRequest('/hello', 'GET', 200, 0.02);
  expect(await other.registry.metrics()).not.toContain('/hello');
});

test('what is down is 0, and comes back', async () => {
  const { registry, watchDependencies } = createMetrics();
  let redis = false;
  watchDependencies(async () => new Map(Object.entries({ postgres: true, redis })));
  expect(await registry.metrics()).toContain('dependency_up{dependency="redis"} 0');
  redis = true;
  const text = await registry.metrics();
  expect(text).toContain('dependency_up{dependency="redis"} 1');
  expect(text).toContain('dependency_up{dependency="postgres"} 1');
});

test('bytes that bodies hold, and bodies without room, by listener', async () => {
  const { registry, watchBodies } = createMetrics();
  const budgets = { public: createBodyBudget(80_000), internal: createBodyBudget() };
  watchBodies(budgets);
  const booking = budgets.public.open('a', 200_000);
  expect([booking.book(1_000), booking.book(20_000)]).toEqual([true, false]);
  const text = await registry.metrics();
  expect(text).toContain('http_body_bytes_held{listener="public"} 2024');
  expect(text).toContain('http_bodies_refused_total{listener="public"} 1');
  expect(text).toContain('http_bodies_refused_total{listener="internal"} 0');
  booking.release();
  expect(await registry.metrics()).toContain('http_body_bytes_held{listener="public"} 0');
});

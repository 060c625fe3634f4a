import { createMetrics } from './metrics.ts';

test('a request counts under its route, method and status', async () => {
  const metrics = createMetrics();
  metrics.countRequest('/hello', 'GET', 200, 0.02);
  metrics.countRequest('/hello', 'GET', 200, 0.04);
  metrics.countRequest('/hello', 'GET', 503, 3);
  const text = await metrics.registry.metrics();
  expect(text).toContain('http_requests_total{route="/hello",method="GET",status="200"} 2');
  expect(text).toContain('http_requests_total{route="/hello",method="GET",status="503"} 1');
  const bucket = 'http_request_duration_seconds_bucket';
  expect(text).toContain(`${bucket}{le="0.025",route="/hello",method="GET",status="200"} 1`);
  expect(text).toContain(`${bucket}{le="2.5",route="/hello",method="GET",status="503"} 0`);
  expect(text).toContain('process_cpu_seconds_total');
});

test('two services in one process share no counter', async () => {
  const [one, other] = [createMetrics(), createMetrics()];
  one.countRequest('/hello', 'GET', 200, 0.02);
  expect(await other.registry.metrics()).not.toContain('/hello');
});

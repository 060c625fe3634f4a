import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { Gauge } from 'prom-client';
import request from 'supertest';
import { createMetrics } from '../src/index.ts';
import { createExampleApp, type LogLine } from './example-app.ts';

test('/metrics counts by route, never by what strangers type', async () => {
  const { express, internal } = createExampleApp();
  await request(express).post('/v1/echo').send({});
  await request(express).get('/made/up');
  await request(express).post('/docs');
  const { text } = await request(internal).get('/metrics');
  expect(text).toContain('http_request_duration_seconds_count{route="/docs",method="POST",status="405"} 1');
  expect(text).toContain(
    'http_request_duration_seconds_count{route="/v1/echo",method="POST",status="401"} 1',
  );
  expect(text).toContain(
    'http_request_duration_seconds_count{route="unmatched",method="GET",status="404"} 1',
  );
});

test('one log line a request: who, what and how it went', async () => {
  const lines: LogLine[] = [];
  await request(createExampleApp(lines).express)
    .post('/v1/echo?word=hushhush')
    .set('traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01')
    .send({ token: 'me' });
  expect(lines).toEqual([
    {
      level: 'info',
      message: 'request',
      fields: expect.objectContaining({
        route: '/v1/echo',
        status: 200,
        principal_id: 'me',
        trace_id: '0af7651916cd43dd8448eb211c80319c',
      }),
    },
  ]);
  expect(JSON.stringify(lines)).not.toContain('hushhush');
});

test('the log line names the request by its own id, and the caller’s plain one beside it', async () => {
  const lines: LogLine[] = [];
  const send = (sent: string) =>
    request(createExampleApp(lines).express).post('/v1/echo').set('x-request-id', sent).send({});
  for (const sent of ['of-the-caller', '<script>', 'x'.repeat(65)]) await send(sent);
  expect(lines.map(({ fields }) => [fields['request_id'], fields['caller_request_id']])).toEqual([
    ['r-1', 'of-the-caller'],
    ['r-1', undefined],
    ['r-1', undefined],
  ]);
});

test('a request whose sender left is no success in log and metrics, and no fault of ours', async () => {
  const lines: LogLine[] = [];
  const { express, internal } = createExampleApp(lines);
  const server = createServer(express).listen(0);
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port }, () =>
    socket.write('POST /v1/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{'),
  );
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  socket.destroy();
  await once(response, 'close');
  const { text } = await request(internal).get('/metrics');
  server.close();
  expect(lines.map(({ level, fields }) => [level, fields['status']])).toEqual([['info', 499]]);
  expect(text).toContain(
    'http_request_duration_seconds_count{route="/v1/echo",method="POST",status="499"} 1',
  );
});

test.each([
  ['refused', 'debug'],
  ['database', 'warn'],
  ['broken', 'error'],
])('what lies behind a failure (%s) is logged as %s', async (how, level) => {
  const lines: LogLine[] = [];
  await request(createExampleApp(lines).express).post('/v1/fail').send({ how });
  expect(lines.map((line) => line.level)).toEqual([level, 'info']);
});

test('500 outside of a route is logged with its cause', async () => {
  const lines: LogLine[] = [];
  const metrics = createMetrics();
  const fault = new Error('no number');
  const collect = () => Promise.reject(fault);
  metrics.registry.registerMetric(new Gauge({ name: 'broken', help: 'x', registers: [], collect }));
  const answer = await request(createExampleApp(lines, { metrics }).internal).get('/metrics');
  expect([answer.status, answer.body.code]).toEqual([500, 'internal']);
  expect(lines).toContainEqual(
    expect.objectContaining({ level: 'error', fields: expect.objectContaining({ error: fault }) }),
  );
});

test('the network address is the socket’s unless a proxy is trusted', async () => {
  const lines: LogLine[] = [];
  const send = (settings: object) =>
    request(createExampleApp(lines, settings).express).post('/v1/fail').set('x-forwarded-for', '203.0.113.9');
  await send({});
  await send({ trustProxy: 'loopback' });
  const ips = lines.filter((line) => line.message === 'request').map((line) => line.fields['ip']);
  expect(ips[0]).toBe('127.0.0.1');
  expect(ips[1]).toBe('203.0.113.9');
});

test('a caller whom a trusted proxy does not name is unknown, with one warning, and counted', async () => {
  const lines: LogLine[] = [];
  const metrics = createMetrics();
  const { express } = createExampleApp(lines, { trustProxy: 'loopback', metrics });
  const send = (forwarded: string) => request(express).post('/v1/fail').set('x-forwarded-for', forwarded);
  for (const forwarded of ['<script>', 'unknown', ',,,']) await send(forwarded);
  await send('203.0.113.9:443');
  const ips = lines.filter((line) => line.message === 'request').map((line) => line.fields['ip']);
  expect(ips).toEqual(['unknown', 'unknown', 'unknown', '203.0.113.9']);
  expect(lines.filter(({ level }) => level === 'warn')).toHaveLength(1);
  expect(await metrics.registry.getSingleMetricAsString('http_unknown_callers_total')).toMatch(/ 3$/m);
});

import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

/** Starts the app in a process of its own, whose log is only asked what is waited for. */
async function start(...args: string[]) {
  const child = fork(new URL('serving-app.ts', import.meta.url), args, {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  started.push(child);
  const heard: unknown[] = [];
  child.on('message', (message) => heard.push(message));
  const hear = async (wanted: (message: unknown) => boolean) => {
    while (!heard.some(wanted)) await once(child, 'message');
    return heard.find(wanted);
  };
  const hello = await hear((message) => typeof message === 'object' && message !== null && 'port' in message);
  return { child, hear, ended: once(child, 'exit'), ...(hello as { port: number; internalPort: number }) };
}

async function post(port: number, path: string, headers: Record<string, string> = {}, agent?: Agent) {
  const sent = request({
    host: '127.0.0.1',
    port,
    path,
    method: 'POST',
    headers,
    ...(agent ? { agent } : {}),
  }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  return answer;
}

test('SIGTERM: the last answer on a kept connection closes it, so that nothing follows and the process ends with 0', async () => {
  const { child, hear, ended, port } = await start();
  const agent = new Agent({ keepAlive: true });
  const answered = post(port, '/slow', {}, agent);
  await hear((message) => message === 'started');
  child.kill('SIGTERM');
  await hear((message) => message === 'stopping');
  child.send('finish');
  const { statusCode, headers } = await answered;
  expect([statusCode, headers.connection]).toEqual([200, 'close']);
  expect(await ended).toEqual([0, null]);
});

test('SIGTERM: until the pause is over, new and kept connections are answered and then closed', async () => {
  const { child, hear, ended, port } = await start('pause');
  const agent = new Agent({ keepAlive: true });
  await post(port, '/hello', {}, agent);
  child.kill('SIGTERM');
  await hear((message) => message === 'pausing');
  const answers = [await post(port, '/hello', {}, agent), await post(port, '/hello')];
  expect(answers.map(({ statusCode, headers }) => [statusCode, headers.connection])).toEqual([
    [200, 'close'],
    [200, 'close'],
  ]);
  child.send('go on');
  expect(await ended).toEqual([0, null]);
  await expect(post(port, '/hello')).rejects.toThrow('ECONNREFUSED');
});

test('each listener serves its own, what is internal is a 404 on the public one, and a token and a proof of 8 KB fit', async () => {
  const { port, internalPort } = await start();
  const statusOf = async (at: number, path: string) => (await post(at, path)).statusCode;
  expect([await statusOf(port, '/internal/v1/quick'), await statusOf(internalPort, '/slow')]).toEqual([
    404, 404,
  ]);
  expect([await statusOf(port, '/hello'), await statusOf(internalPort, '/internal/v1/quick')]).toEqual([
    200, 200,
  ]);
  const longest = 'x'.repeat(8 * 1024);
  const answer = await post(port, '/hello', { authorization: `Bearer ${longest}`, dpop: longest });
  expect(answer.statusCode).toBe(200);
});

test('SIGTERM: siblings are answered until the last public request is', async () => {
  const { child, hear, ended, port, internalPort } = await start();
  const answered = post(port, '/slow');
  await hear((message) => message === 'started');
  child.kill('SIGTERM');
  await hear((message) => message === 'stopping');
  await expect(post(port, '/hello')).rejects.toThrow(/ECONN|socket hang up/);
  expect((await post(internalPort, '/internal/v1/quick')).statusCode).toBe(200);
  child.send('finish');
  expect((await answered).statusCode).toBe(200);
  expect(await ended).toEqual([0, null]);
  await expect(post(internalPort, '/internal/v1/quick')).rejects.toThrow('ECONNREFUSED');
});

test('SIGTERM: what cannot be closed is logged, and the process ends with 1', async () => {
  const { child, hear, ended } = await start('stuck');
  child.kill('SIGTERM');
  await hear((message) => message === 'closing failed');
  expect(await ended).toEqual([1, null]);
});

test('an answer that nobody reads is cut off', async () => {
  const { hear, port } = await start('stall');
  const socket = connect(port, '127.0.0.1').pause();
  socket.write('POST /long HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n');
  await hear((message) => message === 'connection closed');
  socket.destroy();
});

/** Sends bytes as they are, and answers all that is received. */
async function exchange(port: number, bytes: string, ends = false): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let received = '';
  socket.on('data', (piece) => (received += String(piece))).on('error', () => undefined);
  socket.on('end', () => socket.end());
  socket.write(bytes);
  if (ends) socket.end();
  await once(socket, 'close');
  return received;
}

test('what Node cannot read is answered in the envelope, with a request id, logged and counted', async () => {
  const { hear, port, internalPort } = await start();
  const line = 'POST /slow HTTP/1.1\r\nhost: x\r\n';
  const close = 'connection: close\r\n';
  const cases: readonly [status: number, code: string, bytes: string, ends?: boolean][] = [
    [400, 'malformed_request', 'no request\r\n\r\n'],
    [400, 'malformed_request', `GET / HTTP/1.1\r\n${close}\r\n`],
    [400, 'malformed_request', `${line}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n`],
    [400, 'malformed_body', `${line}content-length: 9\r\n\r\nhalf`, true],
    [400, 'malformed_body', `${line}transfer-encoding: chunked\r\n\r\nno size\r\n`],
    [417, 'expectation_failed', `${line}${close}expect: the-moon\r\ncontent-length: 0\r\n\r\n`],
    [431, 'headers_too_large', `${line}x-long: ${'x'.repeat(33 * 1024)}\r\n\r\n`],
    [431, 'headers_too_large', `GET /${'x'.repeat(33 * 1024)} HTTP/1.1\r\nhost: x\r\n\r\n`],
  ];
  for (const [status, code, bytes, ends] of cases) {
    const [head = '', body = ''] = (await exchange(port, bytes, ends)).split('\r\n\r\n');
    const [, answered, id = ''] = /^HTTP\/1\.1 (\d+) [\s\S]*x-request-id: (\S+)/i.exec(head) ?? [];
    expect([answered, head]).toEqual([String(status), expect.stringMatching(/cache-control: no-store/i)]);
    expect(JSON.parse(body)).toMatchObject({ status: 0, code, data: null, request_id: id });
    await hear((message) => (message as { fields?: { request_id?: string } }).fields?.request_id === id);
  }
  const metrics = await (await fetch(`http://127.0.0.1:${internalPort}/metrics`)).text();
  for (const [status] of cases)
    expect(metrics).toMatch(new RegExp(`http_request_duration_seconds_count{[^}]*status="${status}"`));
});

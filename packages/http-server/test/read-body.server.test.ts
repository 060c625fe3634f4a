import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { ApiError } from '@latchkey/contracts';
import type { Request, Response } from 'express';
import { createBodyBudget, type BodyBudget } from '../src/body-budget.ts';
import { createBodyReader, noBody } from '../src/read-body.ts';

const limitBytes = 400 * 1024;
const half = 300 * 1024;
/** One network may hold one large body of these tests, and no second one. */
const roomForOne = 8 * 450 * 1024;
const servers: Server[] = [];
const sockets: Socket[] = [];

afterEach(() => {
  sockets.splice(0).forEach((socket) => socket.destroy());
  servers.splice(0).forEach((server) => server.close());
});

/** A server that answers how many bytes it read, or the code of the failure. `opened` is called for each body. */
async function listen(options: { budget?: BodyBudget; graceMs?: number } = {}) {
  const budget = options.budget ?? createBodyBudget(roomForOne);
  const expectBody = createBodyReader({ budget, limitBytes, graceMs: options.graceMs });
  const released: (() => void)[] = [];
  const server = createServer((request, response) => {
    const arrival = expectBody(request as Request, response as Response, 'n1');
    void (arrival?.read() ?? Promise.resolve(noBody))
      .then(
        (body) => response.end(`read ${body.length}`),
        ({ code, headers, retryAfterSeconds }: ApiError) => {
          for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
          response.end(`${code} ${retryAfterSeconds ?? ''}`);
        },
      )
      .finally(() => {
        arrival?.release();
        released.splice(0).forEach((tell) => tell());
      });
  }).listen(0);
  servers.push(server);
  await once(server, 'listening');
  const nextRelease = () => new Promise<void>((resolve) => released.push(resolve));
  return { port: (server.address() as AddressInfo).port, server, nextRelease };
}

/** A request that has begun; `answer` resolves with what the server said. */
function begin(port: number, headers: string, body = '') {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n${body}`);
  let text = '';
  socket.on('data', (piece) => (text += piece.toString()));
  socket.on('error', () => undefined);
  const answer = async () => {
    while (!text.includes('\r\n\r\n') || text.endsWith('\r\n\r\n')) await once(socket, 'data');
    return text.slice(text.lastIndexOf('\r\n\r\n') + 4).replace(/^[0-9a-f]+\r\n/, '');
  };
  return { socket, answer, text: () => text };
}

const sized = (bytes: number) => `Content-Length: ${bytes}`;
const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`;

/** Sends the half of a large body, and waits until the server has booked it. */
async function holdHalf(port: number, server: Server) {
  const held = begin(port, sized(limitBytes));
  const [request] = (await once(server, 'request')) as [Request];
  let arrived = 0;
  const whole = new Promise<void>((resolve) => {
    request.on('data', (piece: Buffer) => {
      arrived += piece.length;
      if (arrived === half) resolve();
    });
  });
  held.socket.write('x'.repeat(half));
  await whole;
  return held;
}

test('a body that arrives in time is read whole', async () => {
  const { port } = await listen();
  const { socket, answer } = begin(port, sized(limitBytes));
  socket.write('x'.repeat(limitBytes));
  expect(await answer()).toBe(`read ${limitBytes}`);
});

test.each([
  ['with its length', sized(5), 'hello', 'read 5'],
  ['in chunks', 'Transfer-Encoding: chunked', `${chunk(2)}${chunk(3)}0\r\n\r\n`, 'read 5'],
  ['of no bytes', sized(0), '', 'read 0'],
  ['encoded', `Content-Encoding: gzip\r\n${sized(5)}`, 'hello', 'unsupported_encoding '],
])('a body that comes with its headers, %s', async (_how, headers, body, expected) => {
  const { port } = await listen();
  expect(await begin(port, headers, body).answer()).toBe(expected);
});

test('overloaded for a body that comes with its headers and has no room', async () => {
  const budget = createBodyBudget();
  const others = budget.open('n1', 1);
  while (others.book(1_000));
  const { port } = await listen({ budget });
  const { socket, text, answer } = begin(port, sized(60_000), 'x'.repeat(60_000));
  expect(await answer()).toBe('overloaded 2');
  others.release();
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${sized(2)}\r\n\r\nok`);
  while (!text().endsWith('read 2')) await once(socket, 'data');
});

test.each([
  ['with its length', sized(limitBytes), 'x'.repeat(half)],
  ['in chunks of unknown length', 'Transfer-Encoding: chunked', chunk(half)],
])('overloaded for a body without room, %s, and others are served meanwhile', async (_how, headers, body) => {
  const { port, server } = await listen();
  const first = await holdHalf(port, server);
  const second = begin(port, headers);
  second.socket.write(body);
  expect(await second.answer()).toBe('overloaded 2');
  const small = begin(port, sized(5));
  small.socket.write('hello');
  expect(await small.answer()).toBe('read 5');
  first.socket.write('x'.repeat(limitBytes - half));
  expect(await first.answer()).toBe(`read ${limitBytes}`);
});

test('a sender that is refused gets its answer, and may use the connection again', async () => {
  const { port, server } = await listen();
  await holdHalf(port, server);
  const refused = begin(port, sized(limitBytes));
  refused.socket.write('x'.repeat(limitBytes));
  expect(await refused.answer()).toBe('overloaded 2');
  refused.socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${sized(2)}\r\n\r\nok`);
  while (!refused.text().endsWith('read 2')) await once(refused.socket, 'data');
});

test('a sender that leaves gives its bytes back', async () => {
  const { port, server, nextRelease } = await listen();
  const first = await holdHalf(port, server);
  const gone = nextRelease();
  first.socket.destroy();
  await gone;
  const second = begin(port, sized(limitBytes));
  second.socket.write('x'.repeat(limitBytes));
  expect(await second.answer()).toBe(`read ${limitBytes}`);
});

test('many bodies at once: each is read or refused, and then there is room again', async () => {
  const { port } = await listen({ budget: createBodyBudget(8 * 900 * 1024) });
  const many = Array.from({ length: 12 }, () => begin(port, sized(limitBytes)));
  for (const { socket } of many) socket.write('x'.repeat(limitBytes));
  const answers = await Promise.all(many.map(({ answer }) => answer()));
  expect(new Set([...answers, `read ${limitBytes}`, 'overloaded 2']).size).toBe(2);
  expect(answers).toContain(`read ${limitBytes}`);
  const last = begin(port, sized(limitBytes));
  last.socket.write('x'.repeat(limitBytes));
  expect(await last.answer()).toBe(`read ${limitBytes}`);
});

test('malformed_body for one that is late, and the connection ends', async () => {
  const { port } = await listen({ graceMs: 50 });
  const { socket, answer, text } = begin(port, sized(20));
  socket.write('begun');
  expect(await answer()).toBe('malformed_body ');
  expect(text().toLowerCase()).toContain('connection: close');
});

test.each([
  ['with its length', sized(limitBytes + 1), 'x'.repeat(limitBytes + 1)],
  ['in chunks', 'Transfer-Encoding: chunked', `${chunk(limitBytes)}${chunk(limitBytes)}0\r\n\r\n`],
])('too_large for one beyond the limit, %s, and it holds nothing', async (_how, headers, body) => {
  const { port } = await listen();
  const { socket, answer } = begin(port, headers);
  socket.write(body);
  expect(await answer()).toBe('too_large ');
  const next = begin(port, sized(limitBytes));
  next.socket.write('x'.repeat(limitBytes));
  expect(await next.answer()).toBe(`read ${limitBytes}`);
});

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { createEnvelopeProtocol, defineRoute, publicAccess } from '../src/index.ts';
import { keepHalfOpen } from '../src/watch-caller.ts';
import { createExampleApp } from './example-app.ts';

/** Where the handler of /v1/wait is, and what lets it go on. */
let began: PromiseWithResolvers<void>;
let goesOn: PromiseWithResolvers<void>;
let gone: PromiseWithResolvers<boolean>;

const waiting = defineRoute({
  path: '/v1/wait',
  summary: 'Waits until it is let go on, and asks whether the caller has gone',
  access: publicAccess,
  input: { properties: { asks: { type: 'boolean' } } },
  output: { properties: { asked: { type: 'boolean' } } },
  errors: [],
  async handle(_context: unknown, { asks = true }, _caller, request) {
    began.resolve();
    await goesOn.promise;
    if (asks) gone.resolve(await request.isGone());
    return { asked: asks };
  },
});

let server: Server;
/** The server's side of the last connection. */
let accepted: Socket;
beforeAll(async () => {
  const { express } = createExampleApp([], {
    groups: [{ protocol: createEnvelopeProtocol(), routes: [waiting] }],
  });
  server = createServer(express);
  keepHalfOpen(server);
  server.on('connection', (socket) => (accepted = socket));
  await once(server.listen(0), 'listening');
});
afterAll(() => void server.close());
beforeEach(() => {
  began = Promise.withResolvers();
  goesOn = Promise.withResolvers();
  gone = Promise.withResolvers();
});

/** Calls the route, lets the caller do something, and then lets the handler go on. */
async function callAnd(act: ((socket: Socket) => unknown) | undefined, query = '', times = 1) {
  const socket = connect({ port: (server.address() as AddressInfo).port, allowHalfOpen: true });
  const received: Buffer[] = [];
  socket.on('data', (piece) => received.push(piece)).on('error', () => undefined);
  socket.write(`POST /v1/wait${query} HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n`.repeat(times));
  await began.promise;
  const noticed = new Promise((resolve) => accepted.once('end', resolve).once('close', resolve));
  if (act !== undefined) {
    act(socket);
    await noticed;
  }
  goesOn.resolve();
  return { socket, answer: async () => (await once(socket, 'close'), String(Buffer.concat(received))) };
}
/** An answer without what every answer to a connection that stays has else. */
const contentOf = (answer: string) =>
  answer.replace(/^(Date|Connection|Keep-Alive|date|connection|keep-alive): .*\r\n/gm, '');

test.each([
  ['that has ended its side', (socket: Socket) => socket.end(), false],
  ['that has closed its connection', (socket: Socket) => socket.destroy(), true],
  ['that has reset its connection', (socket: Socket) => socket.resetAndDestroy(), true],
])('a caller %s is seen as such', async (_who, act, isGone) => {
  await callAnd(act);
  expect(await gone.promise).toBe(isGone);
});

test.each([
  ['asked whether the caller is there', ''],
  ['answered at once', '?asks=false'],
])('a caller that has ended its side gets the whole answer where the route %s', async (_how, query) => {
  const { socket, answer } = await callAnd(undefined, query);
  await once(socket, 'data');
  socket.end();
  const usual = contentOf(await answer());
  expect(usual).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\n\{"status":1,"comment":"OK","data":\{"asked":/);
  goesOn = Promise.withResolvers();
  began = Promise.withResolvers();
  const ended = await callAnd((caller) => caller.end(), query);
  expect(contentOf(await ended.answer())).toBe(usual);
});

test('a caller that has ended its side after two requests gets both answers whole', async () => {
  const { answer } = await callAnd((socket) => socket.end(), '?asks=false', 2);
  const whole = /HTTP\/1\.1 200 OK\r\n[^{]*\{"status":1,"comment":"OK","data":\{"asked":false\}\}/g;
  const answers = await answer();
  expect(answers.replace(whole, '')).toBe('');
  expect(answers.match(whole)).toHaveLength(2);
});

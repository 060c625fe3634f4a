import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createTestDatabase } from '@latchkey/testing';
import { waitUntil } from '../../infra/local/ports.ts';
import { createTeardown, type Teardown } from '../../infra/local/teardown.ts';
import { startDropFleet, type DropFleet } from './drop-fleet.ts';

const mebibyte = 1024 * 1024;
/** The memory limit of a drop process in Kubernetes. */
const limitBytes = 640 * mebibyte;
const bodyBytes = 1.5 * mebibyte;
const senders = 300;
/** A network holds an eighth of 64 MiB, and eight of them everything. */
const networks = 10;
const mostHeld = Math.floor((64 * mebibyte) / bodyBytes);
const leastHeld = 8 * Math.floor((8 * mebibyte) / bodyBytes);

let teardown: Teardown;
let fleet: DropFleet;
let token: string;

// Each with a process of its own, whose memory was not asked for before.
beforeEach(async () => {
  teardown = createTeardown();
  const database = await createTestDatabase({ service: 'drop' });
  teardown.add(database.drop);
  const environment = { LOG_LEVEL: 'info', TRUST_PROXY: '1' };
  fleet = await startDropFleet({ databaseUrl: database.url, size: 1, environment }, teardown);
  token = fleet.tokenOf('owner');
});
afterEach(() => teardown.run());

interface Sender {
  readonly socket: Socket;
  /** What the service has answered so far. */
  answer: string;
}

/** The largest drop that there may be, in the largest body. One sign beyond Latin-1 makes its text take twice the memory. */
function writeLargest(): Buffer {
  const payload = `€${'x'.repeat(mebibyte - 3)}`;
  const fields = { token, payload, unknown: '' };
  const unknown = 'x'.repeat(bodyBytes - Buffer.byteLength(JSON.stringify(fields)));
  return Buffer.from(JSON.stringify({ ...fields, unknown }));
}

/** Sends a body but for its last byte; resolves when all of that has left. */
async function sendHalf(port: number, body: Buffer, network: number): Promise<Sender> {
  const socket = connect(port, '127.0.0.1');
  teardown.add(() => void socket.destroy());
  const sender: Sender = { socket, answer: '' };
  socket.on('data', (piece) => (sender.answer += piece.toString()));
  await once(socket, 'connect');
  socket.write(`POST /v1/drop/store HTTP/1.1\r\nHost: drop\r\nContent-Type: application/json\r\n`);
  socket.write(`X-Forwarded-For: 203.0.${network}.1\r\nContent-Length: ${bodyBytes}\r\n\r\n`);
  await new Promise((resolve) => socket.write(body.subarray(0, -1), resolve));
  return sender;
}

async function serveOthers(): Promise<void> {
  expect((await fleet.post(0, '/hello', {})).status).toBe(200);
  const stored = await fleet.post(0, '/v1/drop/store', { token, payload: 'x'.repeat(50_000) });
  expect(stored.status).toBe(200);
  const { id, key } = stored.data;
  expect((await fleet.post(0, '/v1/drop/consume', { token, id, key })).status).toBe(200);
}

test('2,900 requests with the longest headers, whose bodies are not whole: the process lives, and others are served', async () => {
  const port = Number(new URL(fleet.urls[0] ?? '').port);
  const head = `POST /v1/drop/store HTTP/1.1\r\nHost: drop\r\nContent-Length: 9\r\nX-Forwarded-For: 203.0.200.1\r\nX-Long: ${'x'.repeat(31_000)}\r\n\r\n{`;
  const sockets = Array.from({ length: 2_900 }, () => connect(port, '127.0.0.1'));
  teardown.add(() => sockets.forEach((socket) => socket.destroy()));
  await Promise.all(
    sockets.map(async (socket) => {
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      await new Promise((resolve) => socket.write(head, resolve));
    }),
  );
  await serveOthers();
  for (const socket of sockets) socket.destroy();
  expect(fleet.readPeakBytes(0)).toBeLessThan(limitBytes);
});

test('300 of the largest bodies that are not whole: the process stays within its memory, and others are served', async () => {
  const port = Number(new URL(fleet.urls[0] ?? '').port);
  const body = writeLargest();
  const sent = await Promise.all(
    Array.from({ length: senders }, (_, index) => sendHalf(port, body, index % networks)),
  );
  await serveOthers();
  const findHeld = () => sent.filter(({ answer }) => answer === '');
  await waitUntil(
    async () => findHeld().length <= mostHeld,
    () => new Error(`${findHeld().length} bodies are held`),
  );
  const held = findHeld();
  const refused = sent.filter(({ answer }) => answer.startsWith('HTTP/1.1 503 '));
  expect(refused.length + held.length).toBe(senders);
  expect(held.length).toBeGreaterThanOrEqual(leastHeld);
  const isOverload = (answer: string) =>
    /^retry-after: 2\r$/im.test(answer) && answer.includes('"code":"overloaded"');
  expect(refused.map(({ answer }) => answer).filter((answer) => !isOverload(answer))).toEqual([]);
  // What was held is stored as soon as it is whole and has its turn, two at a time.
  await Promise.all(
    held.map(async ({ socket }) => {
      const answered = once(socket, 'data');
      socket.write('}');
      await answered;
    }),
  );
  const stored = held.filter(({ answer }) => answer.startsWith('HTTP/1.1 200 '));
  expect(held.filter((sender) => !stored.includes(sender) && !isOverload(sender.answer))).toEqual([]);
  expect(stored.length).toBeGreaterThan(2);
  const taken = await Promise.all(
    stored.slice(0, 8).map(({ answer }) => {
      const { data } = JSON.parse(answer.slice(answer.indexOf('{'))) as { data: { id: string; key: string } };
      return fleet.post(0, '/v1/drop/consume', { token, ...data });
    }),
  );
  expect(taken.map(({ status }) => status)).toEqual(taken.map(() => 200));
  await serveOthers();
  expect(fleet.readPeakBytes(0)).toBeLessThan(limitBytes);
});

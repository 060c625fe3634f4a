import type { LookupAddress } from 'node:dns';
import { createReceiver } from '../../src/sibling/receiver.ts';
import { startMs } from '../setup/signer.ts';
import { certificate, startReceiver } from '../setup/start-receiver.ts';

let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  receiver = await startReceiver();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answer((response) => response.writeHead(204).end());
});
afterAll(() => receiver.stop());

const loopback: LookupAddress = { address: '127.0.0.1', family: 4 };
const metadata: LookupAddress = { address: '169.254.169.254', family: 4 };
const isAllowed = (address: string) => address === loopback.address;

interface Options {
  readonly resolve?: () => Promise<readonly LookupAddress[]>;
  readonly ca?: string;
  readonly patienceMs?: number;
}

function create({ resolve = async () => [loopback], ca = certificate, patienceMs = 5_000 }: Options = {}) {
  const deliver = createReceiver({ now: () => startMs, isAllowed, resolve, ca, patienceMs });
  return (url = `https://localhost:${receiver.port}/hook?a=b`) =>
    deliver({ url, headers: { 'webhook-id': 'e1' }, body: '{"a":"ü"}' });
}

test('what is sent is a POST with its headers and bytes, and 2xx is no problem', async () => {
  expect(await create()()).toEqual({});
  expect(receiver.received).toEqual([
    {
      path: '/hook?a=b',
      body: '{"a":"ü"}',
      headers: expect.objectContaining({ 'webhook-id': 'e1', 'content-length': '10' }) as object,
    },
  ]);
});

test.each([301, 307, 404, 410, 500])('%i is a problem, and no redirect is followed', async (status) => {
  const elsewhere = `https://localhost:${receiver.port}/elsewhere`;
  receiver.answer((response) => response.writeHead(status, { location: elsewhere }).end());
  expect(await create()()).toEqual({ problem: String(status) });
  expect(receiver.received.map(({ path }) => path)).toEqual(['/hook?a=b']);
});

test.each([
  ['90', 90_000],
  [new Date(startMs + 60_000).toUTCString(), 60_000],
  ['0', undefined],
  ['-5', undefined],
  ['soon', undefined],
  [new Date(startMs - 60_000).toUTCString(), undefined],
])('Retry-After: %s', async (text, retryAfterMs) => {
  receiver.answer((response) => response.writeHead(503, { 'retry-after': text }).end());
  expect((await create()()).retryAfterMs).toBe(retryAfterMs);
});

test('the body of an answer is not read, however long it is', async () => {
  let isClosed: Promise<unknown> | undefined;
  receiver.answer((response) => {
    isClosed = new Promise((resolve) => response.once('close', resolve));
    const write = () => {
      while (response.write(Buffer.alloc(65_536, 'a')));
      response.once('drain', write);
    };
    response.writeHead(200);
    write();
  });
  expect(await create()()).toEqual({});
  await isClosed;
});

test('a receiver that never answers is timeout, and so is a name server that does not', async () => {
  receiver.answer(() => undefined);
  expect(await create({ patienceMs: 100 })()).toEqual({ problem: 'timeout' });
  const resolve = () => new Promise<never>(() => {});
  expect(await create({ patienceMs: 50, resolve })()).toEqual({ problem: 'timeout' });
});

test('a certificate of another name, or of nobody, is tls', async () => {
  expect(await create()(`https://hooks.example.test:${receiver.port}/`)).toEqual({ problem: 'tls' });
  const stranger = createReceiver({ now: () => startMs, isAllowed, resolve: async () => [loopback] });
  const message = { url: `https://localhost:${receiver.port}/`, headers: {}, body: '' };
  expect(await stranger(message)).toEqual({ problem: 'tls' });
  expect(receiver.received).toEqual([]);
});

test('a receiver that changes the protocol, or hangs up, is refused', async () => {
  const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n';
  receiver.answer(({ socket }) => socket?.end(upgrade));
  expect(await create()()).toEqual({ problem: 'refused' });
  receiver.answer(({ socket }) => socket?.destroy());
  expect(await create()()).toEqual({ problem: 'refused' });
});

test('a port that nobody listens on, and a name that does not exist, are refused', async () => {
  const gone = await startReceiver();
  await gone.stop();
  expect(await create()(gone.url)).toEqual({ problem: 'refused' });
  const resolve = () => Promise.reject(new Error('ENOTFOUND'));
  expect(await create({ resolve })()).toEqual({ problem: 'refused' });
});

test.each([
  ['the only address', [metadata]],
  ['the first of two', [metadata, loopback]],
  ['the second of two', [loopback, metadata]],
  ['none at all', []],
])('not_allowed where %s is not', async (_what, addresses) => {
  expect(await create({ resolve: async () => addresses })()).toEqual({ problem: 'not_allowed' });
  expect(receiver.received).toEqual([]);
});

test.each(['https://169.254.169.254/', 'https://[::1]/', 'https://[::ffff:127.0.0.1]/', 'https://0x7f.2/'])(
  'not_allowed for %s, which is looked up by nobody',
  async (url) => {
    const resolve = () => Promise.reject(new Error('asked'));
    expect(await create({ resolve })(url)).toEqual({ problem: 'not_allowed' });
  },
);

test('a name is looked up once for a connection, which a second answer does not reach', async () => {
  const answers = [[loopback], [metadata], [loopback]];
  let asked = 0;
  const resolve = async () => answers[asked++] ?? [];
  const deliver = create({ resolve });
  expect([await deliver(), asked]).toEqual([{}, 1]);
  expect([await deliver(), asked]).toEqual([{ problem: 'not_allowed' }, 2]);
  expect([await deliver(), asked]).toEqual([{}, 3]);
  expect(receiver.received).toHaveLength(2);
});

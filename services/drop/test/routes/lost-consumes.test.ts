import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createTestApp } from '../app/create-test-app.ts';

type App = Awaited<ReturnType<typeof createTestApp>>;
type Drops = App['context']['drops'];

const key = 'right';

/** An app on the rows of `app`, whose store does something else. */
const withDrops = (app: App, changes: (drops: Drops) => Partial<Drops>) =>
  createTestApp({ context: { drops: { ...app.context.drops, ...changes(app.context.drops) } } });

/** What pg says when the server closes the connection under a statement. */
const lost = () => Promise.reject(new Error('Connection terminated unexpectedly'));

async function stored() {
  const app = await createTestApp();
  await app.postAs('owner', '/v1/drop/store', { id: 'd', key, payload: 'x' });
  return app;
}
const consume = (app: App) => app.postAs('owner', '/v1/drop/consume', { id: 'd', key });

describe('a connection that is lost while a drop is consumed', () => {
  test.each([
    ['after the commit', true],
    ['before the commit', false],
  ])('200 with the payload %s, and one event', async (_when, commits) => {
    const app = await stored();
    let calls = 0;
    const cut = await withDrops(app, (drops) => ({
      async consume(...given) {
        calls += 1;
        if (calls > 1) return drops.consume(...given);
        if (commits) await drops.consume(...given);
        return lost();
      },
    }));
    const { status, body } = await consume(cut);
    expect([status, body.data.payload, body.data.status]).toEqual([200, 'x', 'consumed']);
    expect((await app.events()).map(({ event }) => event)).toEqual(['stored', 'consumed']);
    expect((await consume(cut)).status).toBe(409);
  });

  test('409 where another request has consumed it', async () => {
    const app = await stored();
    const cut = await withDrops(app, (drops) => ({
      async consume(id, lock, actor) {
        const consumed = await drops.consume(id, lock, { ...actor, requestId: 'another' });
        return consumed && lost();
      },
    }));
    const { status, body } = await consume(cut);
    expect([status, body.code]).toEqual([409, 'not_active']);
  });

  test.each(['consume', 'find'] as const)('503 outcome_unknown where %s fails too', async (step) => {
    const app = await stored();
    const cut = await withDrops(app, (drops) => ({
      async consume(...given) {
        const consumed = await drops.consume(...given);
        return consumed === undefined && step === 'find' ? undefined : lost();
      },
      ...(step === 'find' && { find: lost }),
    }));
    const { status, body } = await consume(cut);
    expect([status, body.code, body.data]).toEqual([503, 'outcome_unknown', null]);
  });

  test.each([
    ['PostgreSQL has undone the statement', { code: '57014' }],
    ['it was never sent', { code: 'ECONNREFUSED' }],
  ])('503 without that code where %s', async (_what, fault) => {
    const app = await stored();
    const failing = await withDrops(app, () => ({
      consume: () => Promise.reject(Object.assign(new Error('no'), fault)),
    }));
    expect((await consume(failing)).body.code).toBe('upstream_unavailable');
    expect((await consume(app)).status).toBe(200);
  });
});

/** Consumes over a connection on which the caller does something before the consume; the drop, and what it receives. */
async function consumeAnd(act: (socket: Socket) => unknown) {
  const app = await stored();
  const noticed = Promise.withResolvers<void>();
  const slow = await withDrops(app, (drops) => ({
    async findLocked(...given) {
      act(socket);
      await noticed.promise;
      return drops.findLocked(...given);
    },
  }));
  const { port, pathname } = new URL(slow.post('/v1/consume').url);
  const body = JSON.stringify({ id: 'd', key, token: slow.tokenOf('owner') });
  const socket = connect({ port: Number(port), allowHalfOpen: true });
  let received = '';
  socket.on('data', (piece) => (received += String(piece))).on('error', () => undefined);
  for (const event of ['close', 'finish'])
    socket.once(event, () => setImmediate(() => setImmediate(noticed.resolve)));
  const head = `POST ${pathname} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json`;
  socket.write(`${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
  await noticed.promise;
  // One line is logged when the request has ended, whoever ended it.
  while (!slow.lines.some((line) => line.includes('"request"'))) await new Promise(setImmediate);
  return { app, socket, received: () => received };
}

test.each([
  ['closes', (socket: Socket) => socket.destroy()],
  ['resets', (socket: Socket) => socket.resetAndDestroy()],
])('a caller that %s its connection before the consume spends nothing', async (_what, act) => {
  const { app } = await consumeAnd(act);
  expect((await consume(app)).status).toBe(200);
});

test('200 for a caller that has ended its side of the connection before the consume', async () => {
  const { app, socket, received } = await consumeAnd((caller) => caller.end());
  if (!socket.closed) await once(socket, 'close');
  expect(received()).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*"payload":"x"/);
  expect((await consume(app)).status).toBe(409);
});

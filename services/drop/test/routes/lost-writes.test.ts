import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { settleWrites } from '../../src/drop/settle-writes.ts';
import { createTestApp } from '../app/create-test-app.ts';

type App = Awaited<ReturnType<typeof createTestApp>>;
type Drops = App['context']['drops'];

const key = 'right';

/** An app on the rows of `app`, whose store does something else. */
const withDrops = (app: App, changes: (drops: Drops) => Partial<Drops>) => {
  const { drops } = app.context;
  return createTestApp({ context: { drops: settleWrites({ ...drops, ...changes(drops) }) } });
};

/** What pg says when the server closes the connection under a statement. */
const lost = () => Promise.reject(new Error('Connection terminated unexpectedly'));

async function stored() {
  const app = await createTestApp();
  await app.postAs('owner', '/v1/drop/store', { id: 'd', key, payload: 'x' });
  return app;
}
const consume = (app: App) => app.postAs('owner', '/v1/drop/consume', { id: 'd', key });

const payload = { id: 'd', payload: 'x' };
/** Each write, with what is there before it, its request, and what it changes the drop to. */
const writes = [
  ['reserve', [], '/v1/drop/reserve', { id: 'd', fillable: true }, 'reserved'],
  ['store', [], '/v1/drop/store', payload, 'stored'],
  ['activate', ['/v1/drop/reserve'], '/v1/drop/activate', payload, 'activated'],
  ['activate', ['/v1/drop/reserve'], '/v1/fill', payload, 'filled'],
  ['consume', ['/v1/drop/store'], '/v1/drop/consume', { id: 'd' }, 'consumed'],
  ['revoke', ['/v1/drop/store'], '/v1/drop/revoke', { id: 'd' }, 'revoked'],
  ['remove', ['/v1/drop/store'], '/v1/drop/delete', { id: 'd' }, 'deleted'],
] as const;

describe.each([
  ['after the commit', true],
  ['before the commit', false],
])('a connection that is lost %s', (_when, commits) => {
  test.each(writes)(
    '200 of %s, after %p, by %s: once, with one event',
    async (write, before, path, body, event) => {
      const app = await createTestApp();
      let held = {};
      for (const earlier of before) {
        const given = { ...payload, fillable: event === 'filled' || undefined };
        held = (await app.postAs('owner', earlier, given).expect(200)).body.data as object;
      }
      let calls = 0;
      const cut = await withDrops(app, (drops) => ({
        async [write](...given: never[]) {
          calls += 1;
          const run = drops[write] as (...rest: never[]) => Promise<unknown>;
          if (calls > 1) return run(...given);
          if (commits) await run(...given);
          return lost();
        },
      }));
      const keyed = /fill|consume/.test(path) && { key: (held as { key: string }).key };
      const answer = await cut.postAs('owner', path, { ...body, ...keyed });
      expect([answer.status, calls]).toEqual([200, 2]);
      if (event === 'reserved' || event === 'stored' || event === 'activated')
        expect(answer.body.data.key).toMatch(/^dk1_/);
      if (event === 'consumed') expect(answer.body.data.payload).toBe('x');
      const written = (await app.events()).map((one) => one.event);
      expect(written.filter((one) => one === event)).toHaveLength(1);
      expect(written).not.toContain('denied');
    },
  );
});

describe('a connection that is lost while a drop is consumed', () => {
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

  test.each(['consume', 'findChanged', 'find'] as const)(
    '503 outcome_unknown where %s fails too',
    async (step) => {
      const app = await stored();
      const cut = await withDrops(app, (drops) => ({
        async consume(...given) {
          const consumed = await drops.consume(...given);
          return consumed === undefined && step !== 'consume' ? undefined : lost();
        },
        ...(step !== 'consume' && { [step]: lost }),
      }));
      const { status, body } = await consume(cut);
      expect([status, body.code, body.data]).toEqual([503, 'outcome_unknown', null]);
    },
  );

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

import { createTestApp } from '../app/create-test-app.ts';

type App = Awaited<ReturnType<typeof createTestApp>>;

/** An app on the rows of `app`, in which something happens just before the named step of the store. */
function interrupt(
  app: App,
  step: 'readCiphertext' | 'consume' | 'activate' | 'revoke',
  happen: () => Promise<unknown>,
) {
  const { drops } = app.context;
  const late: App['context']['drops'] = {
    ...drops,
    async [step](...given: never[]) {
      await happen();
      return (drops[step] as (...rest: never[]) => Promise<unknown>)(...given);
    },
  };
  return createTestApp({ context: { drops: late, newId: app.context.newId } });
}

const key = 'right';
/** Longer than what is found together with its lock. */
const payload = 'x'.repeat(17_000);
const notFound = [404, 'Drop not found', 'not_found'];
const said = ({ status, body }: { status: number; body: { message: string; code: string } }) => [
  status,
  body.message,
  body.code,
];

/** The owner deletes the drop, and somebody else takes its id. */
async function handOver({ postAs }: App): Promise<void> {
  await postAs('owner', '/v1/drop/delete', { id: 'd' }).expect(200);
  await postAs('next', '/v1/drop/store', { id: 'd', key: 'other', payload: 'next', anonymous: true }).expect(
    200,
  );
}

describe('the id belongs to another owner when the race is lost', () => {
  test.each([
    ['/v1/drop/consume', 'consume', { key }],
    ['/v1/drop/consume', 'readCiphertext', { key }],
    ['/v1/drop/get', 'readCiphertext', { key }],
    ['/v1/drop/revoke', 'revoke', {}],
  ] as const)(
    '404 of %s, interrupted before %s, and no event of the other drop',
    async (path, step, body) => {
      const app = await createTestApp();
      await app.postAs('owner', '/v1/drop/store', { id: 'd', key, payload });
      const late = await interrupt(app, step, () => handOver(app));
      expect(said(await late.postAs('owner', path, { id: 'd', ...body }))).toEqual(notFound);
      expect((await app.events()).filter(({ owner }) => owner === 'next').map(({ event }) => event)).toEqual([
        'stored',
      ]);
    },
  );

  test('404 of /v1/consume for a stranger with the old key', async () => {
    const app = await createTestApp();
    await app.postAs('owner', '/v1/drop/store', { id: 'd', key, payload: 'x', anonymous: true });
    const late = await interrupt(app, 'consume', () => handOver(app));
    expect(said(await late.post('/v1/consume', { id: 'd', key }))).toEqual(notFound);
    expect((await app.events()).map(({ event }) => event)).not.toContain('denied');
  });

  test('404 of activate', async () => {
    const app = await createTestApp();
    await app.postAs('owner', '/v1/drop/reserve', { id: 'd' });
    const late = await interrupt(app, 'activate', () => handOver(app));
    expect(said(await late.postAs('owner', '/v1/drop/activate', { id: 'd', payload: 'x' }))).toEqual(
      notFound,
    );
  });
});

test('409 of get for a short payload that was consumed while its passphrase waited', async () => {
  const app = await createTestApp();
  await app.postAs('owner', '/v1/drop/store', { id: 'd', key, payload: 'x' });
  const late = await interrupt(app, 'readCiphertext', () =>
    app.postAs('owner', '/v1/drop/consume', { id: 'd', key }).expect(200),
  );
  expect(said(await late.postAs('owner', '/v1/drop/get', { id: 'd', key }))).toEqual([
    409,
    'Drop is not active',
    'not_active',
  ]);
});

test.each(['consume', 'readCiphertext'] as const)(
  '409 for the loser of a race for the same drop, interrupted before %s, and one event of it',
  async (step) => {
    const app = await createTestApp();
    await app.postAs('owner', '/v1/drop/store', { id: 'd', key, payload });
    const late = await interrupt(app, step, () =>
      app.postAs('owner', '/v1/drop/consume', { id: 'd', key }).expect(200),
    );
    const answer = await late.postAs('owner', '/v1/drop/consume', { id: 'd', key });
    expect(said(answer)).toEqual([409, 'Drop is not active', 'not_active']);
    expect((await app.events()).map(({ event }) => event)).toEqual(['stored', 'consumed', 'denied']);
  },
);

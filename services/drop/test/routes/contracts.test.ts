import { dropCalls } from '@latchkey/contracts';
import { createAppClient, request } from '@latchkey/testing';
import { createTestApp } from '../app/create-test-app.ts';

async function createCaller() {
  const { app, tokenOf } = await createTestApp();
  const call = createAppClient(request(app), 'no key goes to a public route');
  const details = { payload_format: 'text', anonymous: true, kind: 'dead_drop', ttl: 120 } as const;
  const body = { 'auth.token': tokenOf('latchkey-sso'), payload: 'j.w.s', ...details };
  return { call, store: () => call({ to: dropCalls.storeDrop, body }) };
}

type Caller = Awaited<ReturnType<typeof createCaller>>;
interface Answer {
  readonly ok: boolean;
}

/** Each call as a sibling makes it; the client validates what comes back. */
const calls: Record<keyof typeof dropCalls, (caller: Caller) => Promise<Answer>> = {
  storeDrop: ({ store }) => store(),
  async consumeDrop({ call, store }) {
    const stored = await store();
    if (!stored.ok) throw new Error(`refused with ${stored.code}`);
    return await call({ to: dropCalls.consumeDrop, body: { id: stored.data.id, key: stored.data.key } });
  },
};

test.each(Object.entries(calls))('%s: the answer fits its contract', async (_name, make) => {
  expect(await make(await createCaller())).toMatchObject({ ok: true });
});

test('consumeDrop: the payload comes back as it was stored', async () => {
  expect(await calls.consumeDrop(await createCaller())).toMatchObject({ data: { payload: 'j.w.s' } });
});

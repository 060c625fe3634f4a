import { errors, nameCause } from '../../src/errors.ts';
import { redeemTokens, refreshing } from '../redeem.ts';
import { oauthError } from '../sso-harness.ts';

const limited = { error: 'slow_down', error_description: errors.rotatedTooOften.message };

/** A family, and a way to refresh it with the newest of its tokens or with given ones. */
async function createRefreshing(rotations: number) {
  const sso = await redeemTokens('openid', {
    settings: { refreshRotations: { rotations, windowMs: 600_000 } },
  });
  let current = sso.tokens;
  const send = (tokens = current, more: Record<string, string> = {}) =>
    sso.post('/token', { ...refreshing(tokens), ...more });
  const refresh = async () => {
    const response = await send();
    if (response.status === 200) current = response.body as typeof current;
    return response;
  };
  const typesOf = async (type: string) => (await sso.events()).filter((event) => event.type === type);
  const family = () => sso.context.families.findById(current.binding_chain);
  return { ...sso, send, refresh, typesOf, family, newest: () => current };
}

test('429 slow_down with Retry-After beyond the limit, nothing rotated, and 200 after the window', async () => {
  const { refresh, clock, typesOf, family } = await createRefreshing(3);
  for (let index = 0; index < 3; index += 1) {
    expect((await refresh()).status).toBe(200);
    clock.advance(60);
  }
  const before = await family();
  const response = await refresh();
  expect([response.status, response.body]).toEqual([429, limited]);
  expect(response.headers['retry-after']).toBe('420');
  expect(await family()).toEqual(before);
  expect(await typesOf('refresh.throttled')).toHaveLength(1);
  clock.advance(419);
  expect((await refresh()).status).toBe(429);
  clock.advance(1);
  expect((await refresh()).status).toBe(200);
});

test('200 again for an answer of the grace window, at the limit too, and it does not count', async () => {
  const { send, refresh, family, newest } = await createRefreshing(2);
  await refresh();
  const spent = newest();
  const second = await refresh();
  for (let index = 0; index < 5; index += 1) expect((await send(spent)).body).toEqual(second.body);
  expect(await family()).toMatchObject({ rotations: 2, generation: 2 });
  expect((await refresh()).status).toBe(429);
});

test('200 for one of 30 refreshes at once and the same for the others, while the limit has room for one', async () => {
  const { send, refresh, family, newest } = await createRefreshing(2);
  await refresh();
  const tokens = newest();
  const answers = await Promise.all(Array.from({ length: 30 }, () => send(tokens)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(await family()).toMatchObject({ rotations: 2, generation: 2 });
});

test('429 when another request has used the limit up meanwhile', async () => {
  const { context, send, refresh, newest } = await createRefreshing(2);
  await refresh();
  const { rotate } = context.families;
  Object.assign(context.families, { rotate: () => Promise.resolve(false) });
  const full = context.families.findById;
  let looks = 0;
  Object.assign(context.families, {
    async findById(id: string) {
      const found = await full(id);
      looks += 1;
      return found && looks > 1 ? { ...found, rotations: 2 } : found;
    },
  });
  expect((await send(newest())).status).toBe(429);
  Object.assign(context.families, { rotate, findById: full });
  expect((await refresh()).status).toBe(200);
});

test('200 without end when the limit is 0', async () => {
  const { refresh } = await createRefreshing(0);
  for (let index = 0; index < 10; index += 1) expect((await refresh()).status).toBe(200);
});

test('400 for what is wrong beside the limit comes first, and counts for nothing', async () => {
  const { send, refresh } = await createRefreshing(1);
  const wider = await send(undefined, { scope: 'openid email' });
  expect([wider.status, wider.body]).toEqual([
    400,
    oauthError(nameCause(errors.widerScope, 'the scope email was not granted')),
  ]);
  expect((await refresh()).status).toBe(200);
  expect((await send(undefined, { scope: 'openid email' })).body).toEqual(
    oauthError(nameCause(errors.widerScope, 'the scope email was not granted')),
  );
});

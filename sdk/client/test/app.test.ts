import { createLatchkey, userApi, type Settings } from '../src/index.ts';
import { createFakeSso } from './fake-sso.ts';

const validMs = 900_000;

function create(more: Partial<Settings> = {}) {
  const sso = createFakeSso();
  const latchkey = createLatchkey({ ...sso.settings, clientSecret: 'hush', ...more });
  return { sso, latchkey, app: latchkey.openApp({ scope: 'orders:read', audience: 'https://api.test' }) };
}

test('not_configured for a client without a secret', () => {
  const latchkey = createLatchkey(createFakeSso().settings);
  expect(() => latchkey.openApp()).toThrow(expect.objectContaining({ code: 'not_configured' }));
});

test('a refusal is thrown, and the next caller asks again', async () => {
  const { sso, app } = create();
  sso.faults.push({ code: 'invalid_target' });
  await expect(app.accessToken()).rejects.toMatchObject({ code: 'invalid_target' });
  expect(await app.accessToken()).toBe('app-1');
});

test('without an answer nobody gets a token that has expired, or less validity than was asked for', async () => {
  const { sso, app } = create();
  expect(await app.accessToken()).toBe('app-1');
  sso.clock.advance(validMs - 10_000);
  sso.faults.push('not_sent', 'busy', 'not_sent', 'not_sent');
  expect([await app.accessToken(), await app.accessToken()]).toEqual(['app-1', 'app-1']);
  await expect(app.accessToken({ minValiditySeconds: 30 })).rejects.toMatchObject({ code: 'no_answer' });
  sso.clock.advance(10_000);
  await expect(app.accessToken()).rejects.toMatchObject({ code: 'no_answer' });
});

test('twenty callers at once cause one request, and later ones none until shortly before the end', async () => {
  const { sso, app } = create();
  const tokens = await Promise.all(Array.from({ length: 20 }, () => app.accessToken()));
  expect(new Set(tokens)).toEqual(new Set(['app-1']));
  sso.clock.advance(validMs - 30_000);
  expect(await app.accessToken()).toBe('app-1');
  sso.clock.advance(1);
  expect(await app.accessToken()).toBe('app-2');
  const form = { grant_type: 'client_credentials', scope: 'orders:read', aud: 'https://api.test' };
  expect(sso.forms).toEqual([expect.objectContaining(form), expect.objectContaining(form)]);
});

test('a wish for more than the life of a token is met by half of its life', async () => {
  const { sso, app } = create();
  const long = { minValiditySeconds: 3600 };
  expect([await app.accessToken(long), await app.accessToken(long)]).toEqual(['app-1', 'app-1']);
  sso.clock.advance(validMs / 2 + 1);
  expect(await app.accessToken(long)).toBe('app-2');
});

test.each([0, 9e15])('the time of day does not matter: %d', async (timeOfDayMs) => {
  const { sso, app } = create();
  await app.accessToken();
  sso.clock.set(timeOfDayMs);
  expect(await app.accessToken()).toBe('app-1');
  sso.clock.advance(validMs);
  expect(await app.accessToken()).toBe('app-2');
});

test('a token that a service refuses is replaced once for all calls, which are sent once more', async () => {
  const sso = createFakeSso();
  const seen: unknown[] = [];
  const { app } = create({
    ...sso.settings,
    userApi: 'https://user-api.test',
    async fetch(input, init) {
      const url = input instanceof Request ? input.url : input.toString();
      if (!url.startsWith('https://user-api.test')) return (sso.settings.fetch ?? fetch)(input, init);
      const { 'auth.token': token } = JSON.parse(init?.body as string) as Record<string, string>;
      seen.push(token);
      const isGood = token === 'app-2';
      return Response.json(isGood ? { data: {} } : { code: 'session_revoked' }, {
        status: isGood ? 200 : 401,
      });
    },
  });
  const call = userApi(app);
  await Promise.all([call('/account/me/view'), call('/account/me/view')]);
  expect(seen).toEqual(['app-1', 'app-1', 'app-2', 'app-2']);
});

test.each([
  ['the setting', { dpop: true }, {}, true],
  ['openApp', {}, { dpop: true }, true],
  ['openApp in place of the setting', { dpop: true }, { dpop: false }, false],
])('a token is bound to a key by %s', async (_by, setting, input, isBound) => {
  const { sso, latchkey } = create(setting);
  const { caller } = latchkey.openApp(input);
  const [first, again] = [await caller.credentials(), await caller.credentials('app-1')];
  expect([first?.accessToken, again?.accessToken]).toEqual(['app-1', 'app-2']);
  expect(again?.key).toBe(first?.key);
  expect(first?.key !== undefined).toBe(isBound);
  expect(sso.proofs()).toBe(isBound ? 2 : 0);
});

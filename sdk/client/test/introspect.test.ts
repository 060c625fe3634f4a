import { createLatchkey } from '../src/index.ts';
import { createFakeSso, faultsAfterEffect, faultsWithoutEffect } from './fake-sso.ts';

function create() {
  const sso = createFakeSso();
  return { sso, latchkey: createLatchkey(sso.settings) };
}

test('a refused question throws its code', async () => {
  const { sso, latchkey } = create();
  sso.faults.push({ code: 'invalid_client' });
  await expect(latchkey.introspect('t')).rejects.toMatchObject({ code: 'invalid_client', retryAfter: 9 });
});

test.each([...faultsWithoutEffect, ...faultsAfterEffect])(
  'a question that meets %s throws no_answer: no token counts without a word of the service',
  async (fault) => {
    const { sso, latchkey } = create();
    sso.faults.push(fault);
    await expect(latchkey.introspect('t')).rejects.toMatchObject({ code: 'no_answer' });
  },
);

test('the answer is what the service says', async () => {
  const { sso, latchkey } = create();
  expect(await latchkey.introspect('t')).toEqual({ active: true, scope: 'openid' });
  expect(sso.forms).toEqual([{ token: 't', client_id: 'rp' }]);
});

test.each([
  ['post', { client_id: 'rp', client_secret: 'hush' }, null],
  ['basic', {}, `Basic ${btoa('rp:hush')}`],
] as const)(
  'the secret goes where the client is registered to send it: %s',
  async (clientAuth, form, header) => {
    const sso = createFakeSso();
    const headers: Headers[] = [];
    const { fetch: send = fetch } = sso.settings;
    const latchkey = createLatchkey({
      ...sso.settings,
      clientSecret: 'hush',
      clientAuth,
      fetch: (input, init) => {
        headers.push(new Headers(init?.headers));
        return send(input, init);
      },
    });
    await latchkey.introspect('t');
    expect(sso.forms).toEqual([{ token: 't', ...form }]);
    expect(headers.at(-1)?.get('authorization')).toBe(header);
  },
);

test('metadata of another issuer is refused, and the sentence says so', async () => {
  const { settings } = createFakeSso();
  const foreign = createLatchkey({
    ...settings,
    fetch: async () =>
      Response.json({ issuer: 'https://other.test', token_endpoint: 'https://other.test/token' }),
  });
  await expect(foreign.startDeviceLogin()).rejects.toMatchObject({
    code: 'not_configured',
    message:
      'The metadata at https://sso.test/ names another issuer, https://other.test/; sso must be that address.',
  });
});

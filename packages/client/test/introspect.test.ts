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

test('metadata of another issuer is refused, and the sentence says so', async () => {
  const { settings } = createFakeSso();
  const foreign = createLatchkey({
    ...settings,
    fetch: async () =>
      Response.json({ issuer: 'https://other.test', token_endpoint: 'https://other.test/token' }),
  });
  await expect(foreign.startDeviceLogin()).rejects.toMatchObject({
    code: 'no_answer',
    message: expect.stringContaining('https://sso.test/ has another address'),
  });
});

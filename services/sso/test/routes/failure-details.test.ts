import { refreshing } from '../redeem.ts';
import { createSso, secretOf } from '../sso-harness.ts';

const grant = { client_id: 'demo-cli', grant_type: 'device_code' };

describe('the reason of invalid_grant is logged and not sent', () => {
  test('for a device code', async () => {
    const { post, start, approve, details } = createSso();
    const { device_code: code } = await start();
    const poll = (form: Record<string, string>) => post('/token', { ...grant, ...form });
    const foreign = { client_id: 'demo-rp', client_secret: secretOf('demo-rp'), device_code: code };
    const refused = [await poll({ device_code: 'invented' }), await poll(foreign)];
    await approve(code);
    expect((await poll({ device_code: code })).status).toBe(200);
    refused.push(await poll({ device_code: code }));
    expect(new Set(refused.map(({ text }) => text)).size).toBe(1);
    expect(details).toEqual([
      'the code is unknown',
      'the code belongs to another client',
      'the code was already redeemed',
    ]);
  });

  test('for a refresh token', async () => {
    const { post, start, approve, details } = createSso({ settings: { refreshGraceSeconds: 0 } });
    const { device_code: code } = await start();
    await approve(code);
    const { body } = await post('/token', { ...grant, device_code: code });
    const refresh = (changes: Record<string, string> = {}) =>
      post('/token', { ...refreshing(body), ...changes });
    const refused = [
      await refresh({ refresh_token: 'invented' }),
      await refresh({ binding_chain: 'invented' }),
      await refresh({ binding_link: 'invented' }),
    ];
    expect((await refresh()).status).toBe(200);
    refused.push(await refresh(), await refresh());
    expect(new Set(refused.map(({ text }) => text)).size).toBe(1);
    expect(details).toEqual([
      'the refresh token is unknown',
      'the binding_chain is wrong',
      'the binding_link is wrong',
      'a used refresh token was presented again',
      'the refresh family is revoked',
    ]);
  });
});

test('the reason why introspection calls a token inactive is logged and not sent', async () => {
  const { post, details } = createSso();
  const client = { client_id: 'demo-rp', client_secret: secretOf('demo-rp') };
  for (const token of ['a.b.c', 'invented'])
    expect((await post('/introspect', { ...client, token })).body).toEqual({ active: false });
  expect(details).toEqual(['the access token is not active', 'the refresh token is not active']);
});

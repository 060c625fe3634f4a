import qrcode from 'qrcode';
import { errors } from '../../src/errors.ts';
import { createSso, oauthError, ssoUrl } from '../sso-harness.ts';

const picture = (code: string) =>
  qrcode.toString(`${ssoUrl}/device_login?user_code=${code}`, { type: 'svg', errorCorrectionLevel: 'M' });

async function get(query: string, accept = 'image/svg+xml,*/*') {
  return createSso().agent.get(`/qr.svg${query}`).set('accept', accept).buffer(true);
}

test.each(['exists', 'does not exist'])('200 with the picture of a code that %s', async (what) => {
  const sso = createSso();
  const { user_code } = await sso.start();
  const code = what === 'exists' ? user_code : 'BBBB-BBBB';
  const response = await sso.agent.get(`/qr.svg?user_code=${code}`).buffer(true);
  expect(response.status).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': 'image/svg+xml; charset=utf-8',
    'content-security-policy': expect.stringMatching(/frame-ancestors 'none'; base-uri 'none'$/),
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  expect(response.headers['set-cookie']).toBeUndefined();
  expect(String(response.body)).toBe(await picture(code));
  expect((await sso.events()).map(({ type }) => type)).toEqual([]);
});

test('200 as JSON', async () => {
  const response = await get('?user_code=BCDFGHJK', 'application/json');
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(response.body).toEqual({
    verification_uri_complete: `${ssoUrl}/device_login?user_code=BCDF-GHJK`,
    svg: await picture('BCDF-GHJK'),
  });
});

test.each(['', '?user_code=', '?user_code=nope', '?user_code=AEIO-UAEI', '?user_code=%3Csvg%3E'])(
  '400 for %j, which is no code',
  async (query) => {
    const response = await get(query, 'application/json');
    expect(response.status).toBe(400);
    expect(response.body).toEqual(oauthError(errors.malformedUserCode));
  },
);

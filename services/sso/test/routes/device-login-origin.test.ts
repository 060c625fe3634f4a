import { errors } from '../../src/errors.ts';
import { createPage } from '../browser.ts';
import { oauthError } from '../sso-harness.ts';

type Headers = Record<string, string>;

const image = { 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors', 'sec-fetch-site': 'cross-site' };
const script = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site' };
const click = { ...script, 'sec-fetch-user': '?1' };
const prefetch = { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' };

describe('GET /device_login', () => {
  test.each<[string, Headers]>([
    ['an image of another page', image],
    ['a script of another page', script],
    ['a prefetch', prefetch],
    ['a frame', { ...click, 'sec-fetch-dest': 'iframe' }],
  ])('200 for %s fills the form in, looks nothing up and spends nothing', async (_by, headers) => {
    const page = createPage();
    const { user_code } = await page.start();
    for (let index = 0; index < 6; index += 1) {
      const browser = page.openBrowser();
      const response = await browser.get('/device_login?user_code=bbbb-cccc', headers);
      expect(response.status).toBe(200);
      expect(response.body).toEqual({
        outcome: 'enter',
        csrf: expect.any(String),
        user_code: 'bbbb-cccc',
        account: null,
      });
    }
    expect(await page.typesOf()).toEqual([]);
    const browser = page.openBrowser();
    expect((await browser.get(`/device_login?user_code=${user_code}`, headers)).body).not.toHaveProperty(
      'request',
    );
    expect((await browser.get(`/device_login?user_code=${user_code}`, click)).body).toHaveProperty('request');
  });

  test('200 with the code filled in, and the form then leads to the confirmation', async () => {
    const page = createPage();
    const { user_code } = await page.start();
    const browser = page.openBrowser();
    const { csrf } = (await browser.get(`/device_login?user_code=${user_code}`, script)).body as Headers;
    const response = await browser.signIn({ csrf: csrf ?? '', user_code, decision: 'approve' });
    expect(response.body).toMatchObject({ outcome: 'confirm', request: { client_name: 'Demo CLI' } });
  });
});

const foreign: [string, Headers][] = [
  ['another origin', { origin: 'https://evil.example' }],
  ['another site', { 'sec-fetch-site': 'cross-site' }],
];
const refused = { outcome: 'csrf_mismatch', ...oauthError(errors.csrfFailed) };

describe('POST /device_login', () => {
  test('200 with the null of its own referrer policy', async () => {
    const page = createPage();
    const { user_code } = await page.start();
    const headers = { origin: 'null', 'sec-fetch-site': 'same-origin' };
    expect((await page.openBrowser().signIn({ user_code }, headers)).status).toBe(200);
  });

  test.each(foreign)('403 with %s, asking nobody and deciding nothing', async (_with, headers) => {
    const page = createPage();
    const { user_code } = await page.start();
    const browser = page.openBrowser();
    const first = await browser.signIn({ user_code }, headers);
    expect([first.status, first.body]).toEqual([403, refused]);
    expect(page.asked).toEqual([]);
    const second = await browser.decide(await browser.signIn({ user_code }), 'approve', headers);
    expect([second.status, second.body]).toEqual([403, refused]);
    expect((await page.find(user_code))?.state).toBe('pending');
  });
});

test.each(['/device_login', '/logout'])(
  '403 for a form of another site to %s, and no cookie',
  async (path) => {
    // The browser sends no cookie along, and would take a new one in place of the one that an open form needs.
    const response = await createPage().openBrowser().send(path, { csrf: 'forged' }, script);
    expect([response.status, response.headers['set-cookie']]).toEqual([403, undefined]);
  },
);

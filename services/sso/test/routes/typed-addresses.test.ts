import { createSkin, latchkeyTheme } from '@latchkey/pages';
import { createPage } from '../browser.ts';

const html = { accept: 'text/html' };
const sso = createPage();
const { ssoUrl } = sso.context.settings;

test.each([
  ['/', '/account'],
  ['/device', '/device_login'],
  ['/device/', '/device_login'],
  ['/Device_login', '/device_login'],
  ['/DEVICE_LOGIN//', '/device_login'],
  ['/device_login/?user_code=BCDF-GHJK&ui_locales=de', '/device_login?user_code=BCDF-GHJK&ui_locales=de'],
  ['/Account/Devices', '/account/devices'],
  ['/Console/', '/console'],
  ['/signup/', '/signup'],
  ['/.well-known/change-password', '/account/password'],
])('303 from %s, as a person types it, to %s', async (path, page) => {
  for (const headers of [html, {}]) {
    const answer = await sso.agent.get(path).set(headers);
    expect([answer.status, answer.headers['location']]).toEqual([303, ssoUrl + page]);
  }
});

test.each(['/accounts', '/devices', '/device_login/x', '/Token', '/QR.svg', '/login.php'])(
  '404 for %s: a page with ways on in the language of the person, JSON for a program',
  async (path) => {
    const page = await sso.agent.get(path).set({ ...html, 'accept-language': 'de' });
    expect([page.status, page.type]).toEqual([404, 'text/html']);
    expect(page.text).toContain('Hier gibt es keine Seite');
    expect(page.text).toContain('href="/account');
    expect(page.text).toContain('href="/device_login');
    expect((await sso.agent.get(`${path}?ui_locales=ru`).set(html)).text).toContain('<html lang="ru"');
    const program = await sso.agent.get(path);
    expect([program.status, program.type]).toEqual([404, 'application/json']);
  },
);

test('405 is a page for a browser that opens an address of programs', async () => {
  const page = await sso.agent.get('/token').set(html);
  expect([page.status, page.type, page.headers['allow']]).toEqual([405, 'text/html', 'POST']);
});

test('the icon of the pages is there', async () => {
  const icon = await sso.agent.get('/favicon.ico');
  expect([icon.status, icon.type]).toEqual([200, 'image/svg+xml']);
});

test('a logo is at its own address, for ever, and draws nothing but itself; any other is 404', async () => {
  const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  const logo = { hash: 'Zm9v', kind: 'svg', bytes } as const;
  const skin = createSkin({ ...latchkeyTheme, name: 'Acme', logo });
  const themed = createPage({ settings: { skin } });
  const page = await themed.agent.get('/login').set(html);
  expect(page.text).toContain('<img class="mark" src="/theme/Zm9v.svg" alt="" />');
  expect(page.headers['content-security-policy']).toContain(
    `style-src ${skin.styleSource}; img-src 'self'; script-src https://sso.example.test/passkey.js; form-action`,
  );
  const picture = await themed.agent.get('/theme/Zm9v.svg');
  expect([picture.status, picture.type, picture.body]).toEqual([200, 'image/svg+xml', bytes]);
  expect(picture.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  });
  for (const path of ['/theme/Zm9w.svg', '/theme/Zm9v.png', '/theme/', '/theme/../favicon.svg'])
    expect((await themed.agent.get(path)).status).toBe(404);
});

import { ann, goodCode, html, openConsole, type Shown } from '../console.ts';

const thing = `/console/people/${ann.id}`;

describe('who may see it', () => {
  test('303 to the sign-in for who is not signed in, and back with the filters', async () => {
    const { openBrowser, ssoUrl } = await openConsole();
    const stranger = openBrowser();
    const led = await stranger.get('/console/people?search=ann', html);
    expect([led.status, led.headers['location']]).toEqual([303, expect.stringContaining('/login')]);
    const next = await stranger.logIn({ email: 'operator@latchkey.test', code: '123456' }, html);
    expect(next.headers['location']).toBe(`${ssoUrl}/console/people?search=ann`);
  });

  test('404 for who is no operator, and for a list that nobody has', async () => {
    const { browser, openBrowser, signIn } = await openConsole();
    const person = openBrowser();
    await signIn('demo@latchkey.test', person);
    for (const path of ['/console', '/console/people', thing])
      expect((await person.get(path)).status).toBe(404);
    expect((await browser.get('/console/nothing')).status).toBe(404);
  });

  test.each(['/console/%zz', '/console/people/%zz', '/console/people/%ff'])(
    '404 for %s, which cannot be decoded',
    async (path) => {
      const { browser } = await openConsole();
      expect((await browser.get(path)).status).toBe(404);
      expect((await browser.post(path, { act: 'enter' })).status).toBe(404);
    },
  );

  const hostile = ['\0', 'x'.repeat(9000), "' or 1=1", '{"a":[]}', '__proto__'];
  test.each(hostile)('no value at a field, and no id in an address, is a 500: %j', async (value) => {
    const { enter, browser, open } = await openConsole();
    await enter();
    const statuses = [(await browser.get(`/console/people/${encodeURIComponent(value)}`)).status];
    for (const name of ['search', 'status', 'cursor', 'page_number', 'shown', 'ui_locales'])
      statuses.push(
        (await browser.get(`/console/people?${new URLSearchParams({ [name]: value }).toString()}`)).status,
      );
    for (const name of [
      'act',
      'mark',
      'row',
      'going_on',
      'code',
      'passkey',
      'passkey_begun',
      'csrf',
      'email',
      'ui_locales',
    ]) {
      const { csrf } = await open();
      const form = { csrf, act: 'disable_user', row: 'user_id=a', [name]: value };
      statuses.push((await browser.post('/console/people', form)).status);
    }
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
  });

  test('404 for all with CONSOLE=off', async () => {
    const { browser } = await openConsole({}, { settings: { hasConsole: false } });
    expect((await browser.get('/console/people')).status).toBe(404);
  });
});

describe('power', () => {
  test('200 asks for the factor, and nothing is asked of a sibling', async () => {
    const { open, asked } = await openConsole();
    const shown = await open();
    expect([shown.section, shown.until]).toMatchObject([{ at: 'enter', factor: 'code' }, null]);
    expect(asked).toEqual([]);
  });

  test('a right code begins it for ten minutes, in the log, and leads back to the address', async () => {
    const { browser, open, logged, clock, ssoUrl } = await openConsole();
    const { csrf } = await open('/console/people?search=ann');
    const form = { csrf, act: 'enter', code: goodCode };
    const led = await browser.post('/console/people?search=ann', form, html);
    expect([led.status, led.headers['location']]).toEqual([303, `${ssoUrl}/console/people?search=ann`]);
    expect(logged).toMatchObject([{ type: 'admin.granted', reason: 'console', user_id: 'user-6' }]);
    const shown = await open('/console/people?search=ann');
    expect(shown.until).toBe(new Date(clock.now() + 600_000).toISOString());
    clock.advance(600);
    expect((await open()).section.at).toBe('enter');
  });

  test('a wrong code begins nothing', async () => {
    const { submit, open, logged } = await openConsole();
    const refused = await submit('/console/people', { act: 'enter', code: '111111' });
    expect([refused.status, refused.body.error]).toEqual([401, 'invalid_credentials']);
    expect([(await open()).section.at, logged]).toEqual(['enter', []]);
  });
});

describe('a list and a thing', () => {
  test('shows rows, the total and the next page, asked with a token for this one call', async () => {
    const { enter, open, asked, clock } = await openConsole();
    await enter();
    asked.length = 0;
    const { section } = await open('/console/people?search=ann&status=active&unknown=1');
    expect(section).toMatchObject({ at: 'list', items: [ann], total: 41, pages: 3, next: 'sealed-next' });
    expect(asked).toEqual([
      {
        path: '/admin/user/search',
        body: { limit: 20, search: 'ann', status: 'active' },
        claims: expect.objectContaining({
          client_id: 'latchkey-console',
          scope: 'admin account clients orgs',
          pk: 'admin',
          exp: Math.floor(clock.now() / 1000) + 60,
        }) as object,
      },
    ]);
  });

  test('an act is done once, and says so again when its form is sent again', async () => {
    const { enter, open, browser, acts } = await openConsole();
    await enter();
    const { csrf } = await open(thing);
    for (let time = 0; time < 2; time += 1) {
      const { body } = await browser.send(thing, { csrf, act: 'disable_user' });
      expect((body as Shown).notice).toContain('The account is disabled.');
    }
    expect(acts()).toEqual(['/admin/user/disable']);
  });

  test('without power its form is answered as typed, and goes on with the factor', async () => {
    const { enter, open, browser, acts, clock } = await openConsole();
    await enter();
    const { csrf } = await open(thing);
    clock.advance(600);
    const asked = await browser.send(thing, { csrf, act: 'disable_user' });
    expect([asked.status, acts()]).toEqual([403, []]);
    const shown = asked.body as Shown;
    expect(shown.section).toMatchObject({ at: 'enter', form: { act: 'disable_user' } });
    const done = await browser.send(thing, { csrf: shown.csrf, act: 'disable_user', code: goodCode });
    expect([done.status, acts()]).toEqual([200, ['/admin/user/disable']]);
  });
});

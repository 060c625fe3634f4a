import { errors } from '../../src/errors.ts';
import { lookUpMs } from '../../src/people/sign-in/guess-code.ts';
import { createPage } from '../browser.ts';
import { oauthError, realTime } from '../sso-harness.ts';

const throttled = {
  outcome: 'throttled',
  ...oauthError(errors.throttled),
};

describe('bad codes', () => {
  test('429 with Retry-After from the sixth on in one network, for any code and for every browser in it', async () => {
    const page = createPage();
    const { user_code } = await page.start();
    for (let index = 1; index <= 5; index += 1) {
      const response = await page.openBrowser(`198.51.100.${index}`).get('/device_login?user_code=BBBBBBBB');
      expect(response.status).toBe(400);
    }
    page.clock.advance(60);
    const response = await page.openBrowser('198.51.100.200').get(`/device_login?user_code=${user_code}`);
    expect(response.status).toBe(429);
    expect(response.headers['retry-after']).toBe('540');
    expect(response.body).toEqual(throttled);
    expect(await page.typesOf()).toEqual([
      ...Array<string>(5).fill('device.lookup_failed'),
      'device.throttled',
    ]);
    const elsewhere = await page.openBrowser('203.0.113.1').get(`/device_login?user_code=${user_code}`);
    expect(elsewhere.status).toBe(200);
  });

  /** Of one guess in a network. */
  const codeGuesses = { limit: 1, windowMs: 600_000, heldMs: lookUpMs };

  test('429 in every network of an IPv6 site after 16 times the budget of one', async () => {
    const page = createPage({ settings: { codeGuesses } });
    const guess = async (network: number, site = 0) =>
      (await page.openBrowser(`2001:db8:${site}:${network}::1`).get('/device_login?user_code=BBBBBBBB'))
        .status;
    for (let at = 0; at < 16; at += 1) expect(await guess(at)).toBe(400);
    expect([await guess(99), await guess(99, 1)]).toEqual([429, 400]);
  });

  test('400 beyond the budget of a network for those without an address: they share that of sixteen', async () => {
    const page = createPage({ settings: { codeGuesses } });
    const guess = () => page.openBrowser('unknown').get('/device_login?user_code=BBBBBBBB');
    for (let at = 0; at < 16; at += 1) expect((await guess()).status).toBe(400);
    expect((await guess()).status).toBe(429);
  });

  test('429 in one browser that changes its network', async () => {
    const page = createPage();
    const browser = page.openBrowser();
    await browser.open();
    for (let index = 1; index <= 5; index += 1) {
      const from = { 'x-forwarded-for': `203.0.${index}.1` };
      expect((await browser.get('/device_login?user_code=BBBB-CCCC', from)).status).toBe(400);
    }
    const from = { 'x-forwarded-for': '203.0.99.1' };
    expect((await browser.get('/device_login?user_code=BBBB-CCCC', from)).status).toBe(429);
    expect((await browser.get('/device_login', from)).status).toBe(200);
  });

  test('429 on a form, as a document in its language', async () => {
    const page = createPage();
    const browser = page.openBrowser();
    for (let index = 0; index < 5; index += 1) await browser.signIn({ user_code: 'BBBB-CCCC' });
    const response = await browser.signIn(
      { user_code: 'BBBB-CCCC', ui_locales: 'de' },
      { accept: 'text/html' },
    );
    expect(response.status).toBe(429);
    expect(response.headers['retry-after']).toBe('600');
    expect(response.text).toContain('<html lang="de"');
    expect(response.text).toContain('href="/reset?');
    expect(page.asked).toEqual([]);
  });

  test('429 after good codes too: a success releases no slot of a bad code', async () => {
    const page = createPage();
    const browser = page.openBrowser();
    const statuses = [];
    for (let index = 0; index < 6; index += 1) {
      const { user_code } = await page.start();
      const good = await browser.signIn({ user_code });
      const bad = await browser.get('/device_login?user_code=BBBB-CCCC');
      statuses.push([good.status, bad.status]);
    }
    expect(statuses).toEqual([...Array.from({ length: 5 }, () => [200, 400]), [429, 429]]);
  });

  test('400 keeps no slot for a code that is malformed, expired, denied or approved', async () => {
    const page = createPage();
    const browser = page.openBrowser();
    const expired = await page.start();
    page.clock.advance(600);
    const [denied, approved] = [await page.start(), await page.start()];
    await browser.decide(await browser.signIn({ user_code: denied.user_code }), 'deny');
    await browser.decide(await browser.signIn({ user_code: approved.user_code }), 'approve');
    const other = page.openBrowser();
    for (const code of ['nope', expired.user_code, denied.user_code, approved.user_code]) {
      for (let index = 0; index < 6; index += 1) {
        expect((await other.get(`/device_login?user_code=${code}`)).status).toBe(400);
      }
    }
    expect(await page.typesOf()).not.toContain('device.lookup_failed');
    const { user_code } = await page.start();
    expect((await other.get(`/device_login?user_code=${user_code}`)).status).toBe(200);
  });

  test('400 again when the window has passed', async () => {
    const page = createPage();
    const browser = page.openBrowser();
    for (let index = 0; index < 6; index += 1) await browser.get('/device_login?user_code=BBBB-CCCC');
    page.clock.advance(600);
    expect((await browser.get('/device_login?user_code=BBBB-CCCC')).status).toBe(400);
  });

  test('400 for five of 30 bad codes at once, 429 for the others', async () => {
    const page = createPage();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => page.openBrowser().get('/device_login?user_code=BBBB-BBBB')),
    );
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).toEqual([...Array<number>(5).fill(400), ...Array<number>(25).fill(429)]);
  });

  test('200 for all of 30 good codes at once', async () => {
    const page = createPage({ context: realTime });
    const codes = await Promise.all(Array.from({ length: 30 }, () => page.start()));
    const answers = await Promise.all(
      codes.map(({ user_code }) => page.openBrowser().get(`/device_login?user_code=${user_code}`)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe('wrong passwords', () => {
  test('401 closes the code at the fifth, and the device gets access_denied', async () => {
    const page = createPage();
    const { user_code, device_code } = await page.start();
    const browser = page.openBrowser();
    for (let index = 0; index < 4; index += 1) {
      const response = await browser.signIn({ user_code, password: 'wrong' });
      expect(response.body).toMatchObject({ outcome: 'enter', error: 'invalid_credentials' });
    }
    const response = await browser.signIn({ user_code, password: 'wrong' });
    expect(response.status).toBe(401);
    expect(response.body).toEqual({
      outcome: 'attempts_exhausted',
      ...oauthError(errors.badCredentials),
    });
    expect(await page.find(user_code)).toMatchObject({ state: 'failed', failure: 'attempts' });
    expect((await browser.signIn({ user_code })).status).toBe(400);
    const poll = { grant_type: 'device_code', client_id: 'demo-cli', device_code };
    expect((await page.post('/token', poll)).body).toMatchObject({ error: 'access_denied' });
  });

  test('401 for five of 20 wrong passwords at once; the fifth closes the code with one event', async () => {
    const page = createPage();
    const { user_code } = await page.start();
    const browser = page.openBrowser();
    const { csrf = '' } = await browser.open();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => browser.signIn({ csrf, user_code, password: 'wrong' })),
    );
    const outcomes = answers.map(({ body }) => (body as { outcome: string }).outcome);
    expect(outcomes.filter((outcome) => outcome === 'attempts_exhausted')).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect((await page.typesOf()).filter((type) => type === 'device.denied')).toHaveLength(1);
    expect((await page.find(user_code))?.wrongPasswords).toBe(5);
  });

  test('429 when user-api throttles, with its Retry-After, and the code stays open', async () => {
    const page = createPage({
      context: { checkPassword: () => Promise.resolve({ outcome: 'throttled', retryAfterSeconds: 77 }) },
    });
    const { user_code } = await page.start();
    const response = await page.openBrowser().signIn({ user_code });
    expect(response.status).toBe(429);
    expect(response.headers['retry-after']).toBe('77');
    expect(response.body).toEqual(throttled);
    expect(await page.find(user_code)).toMatchObject({ state: 'pending', wrongPasswords: 0 });
  });
});

describe('approvals of an account', () => {
  const approvals = { limit: 2, windowMs: 3_600_000 };

  /** Signs in and approves a new request, in both steps or in one. */
  async function approveNext(page: ReturnType<typeof createPage>, email: string, steps = 2) {
    const { user_code } = await page.start();
    const browser = page.openBrowser();
    const { csrf = '' } = await browser.open(user_code);
    const form = { user_code, csrf, email, decision: steps === 1 ? 'approve' : 'continue' };
    const first = await browser.signIn(form);
    const answer = steps === 1 ? first : await browser.decide(first, 'approve');
    return { answer, browser, user_code };
  }

  test.each([1, 2])(
    '429 above the budget in %d steps; another account and an hour later go on',
    async (steps) => {
      const page = createPage({ settings: { approvals } });
      const mine = 'demo@latchkey.test';
      for (let at = 0; at < 2; at += 1)
        expect((await approveNext(page, mine, steps)).answer.body.outcome).toBe('approved');
      page.clock.advance(60);
      const { answer, browser, user_code } = await approveNext(page, mine, steps);
      expect([answer.status, answer.headers['retry-after']]).toEqual([429, '3540']);
      expect(answer.body).toMatchObject({ outcome: 'too_many_approvals', error: 'throttled' });
      expect((await page.find(user_code))?.state).toBe('pending');
      expect((await page.events()).at(-1)).toMatchObject({
        type: 'device.throttled',
        data: { route: 'approval', user_id: 'user-1' },
      });
      const denied = await browser.decide(await browser.signIn({ user_code }), 'deny');
      expect(denied.body.outcome).toBe('denied');
      expect((await approveNext(page, 'other@latchkey.test', steps)).answer.status).toBe(200);
      page.clock.advance(3600);
      expect((await approveNext(page, mine, steps)).answer.body.outcome).toBe('approved');
    },
  );

  test('200 without end where the limit is 0', async () => {
    const page = createPage({ settings: { approvals: { ...approvals, limit: 0 } } });
    for (let at = 0; at < 3; at += 1)
      expect((await approveNext(page, 'demo@latchkey.test')).answer.body.outcome).toBe('approved');
  });

  test('429 as a page in its language, which says when to try again', async () => {
    const page = createPage({ settings: { approvals: { ...approvals, limit: 1 } } });
    await approveNext(page, 'demo@latchkey.test');
    const { user_code } = await page.start();
    const browser = page.openBrowser();
    const confirm = await browser.signIn({ user_code });
    const { csrf, ticket } = confirm.body as Record<string, string>;
    const form = { csrf, ticket, user_code, decision: 'approve', ui_locales: 'de' } as Record<string, string>;
    const response = await browser.send('/device_login', form, { accept: 'text/html' });
    expect(response.status).toBe(429);
    expect(response.text).toContain('Zu viele Geräte in einer Stunde');
    expect(response.text).toContain('in 60 Minuten');
    expect(response.text).toContain('href="/account/sign_in?ui_locales=de"');
    expect(response.text).not.toMatch(/class="restart"|href="\/reset/);
  });
});

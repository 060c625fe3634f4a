import { request } from '@latchkey/testing';
import { createTestApp, dropUrl } from '../app/create-test-app.ts';

const html = { accept: 'text/html' };
const json = { accept: 'application/json' };

/** The app, with the page as a browser uses it: it keeps the cookie and sends its own forms. */
async function openPage(options: Parameters<typeof createTestApp>[0] = {}) {
  const test = await createTestApp(options);
  const store = async (fields: object = {}) => {
    const stored = await test.postAs('owner', '/v1/drop/store', {
      id: 'd1',
      payload: 'the secret',
      anonymous: true,
      ...fields,
    });
    expect(stored.status).toBe(200);
    return stored.body.data.key as string;
  };
  const get = (id = 'd1', headers: Record<string, string> = json) =>
    request(test.app).get(`/d/${id}`).set(headers);
  /** Opens the form of one drop. */
  async function openForm(id = 'd1') {
    const form = await get(id);
    const [cookie = ''] = form.get('set-cookie') ?? [];
    return { csrf: String(form.body.csrf), cookie: cookie.split(';', 1)[0] ?? '' };
  }
  /** Sends the form of `d1`; `change` replaces fields and headers. */
  async function send(
    key: string,
    { id = 'd1', fields = {}, headers = {} }: { id?: string; fields?: object; headers?: object } = {},
  ) {
    const { csrf, cookie } = await openForm();
    return request(test.app)
      .post(`/d/${id}`)
      .type('form')
      .set({ ...json, cookie, ...headers })
      .buffer(true)
      .send({ csrf, key, ...fields });
  }
  /** Sends a form of `d1` that is open. */
  const sendOpened = (
    { csrf, cookie }: Awaited<ReturnType<typeof openForm>>,
    key: string,
    headers: Record<string, string> = json,
    app = test.app,
  ) =>
    request(app)
      .post('/d/d1')
      .type('form')
      .set({ ...headers, cookie })
      .send({ csrf, key });
  return { ...test, store, get, openForm, send, sendOpened };
}

describe('GET /d/:id', () => {
  test('404 with one page for every id that cannot be opened', async () => {
    const { get, post, postAs, store, advance } = await openPage();
    const unknown = await get('unknown', html);
    expect(unknown.text).toContain('This link does not lead anywhere');
    await store({ id: 'private', anonymous: false });
    await postAs('owner', '/v1/drop/reserve', { id: 'reserved', anonymous: true });
    await post('/v1/consume', { id: 'consumed', key: await store({ id: 'consumed' }) });
    await store({ id: 'revoked' });
    await postAs('owner', '/v1/drop/revoke', { id: 'revoked' });
    await store({ id: 'expired', ttl: 1 });
    await advance(2);
    for (const id of ['private', 'reserved', 'consumed', 'revoked', 'expired', '%00', 'x'.repeat(129)]) {
      const { status, text, headers } = await get(id, html);
      expect([id, status, text, headers['set-cookie']]).toEqual([id, 404, unknown.text, undefined]);
    }
  });

  test('200 with a form for one that can be opened, again and again', async () => {
    const { get, store, events } = await openPage();
    await store();
    const seen = (await events()).length;
    for (let look = 0; look < 3; look += 1) {
      const { status, headers, text } = await get('d1', html);
      expect(status).toBe(200);
      expect(text).toMatch(/<input\s+id="key"\s+name="key"\s+type="text" required autocomplete="off"/);
      expect(text).toContain('<script src="/fill-key.js" defer></script>');
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; script-src https:\/\/drop\.example\.test\/fill-key\.js; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
      );
      expect(headers['set-cookie']).toEqual([
        expect.stringMatching(
          /^__Host-latchkey-drop=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
        ),
      ]);
    }
    expect(await events()).toHaveLength(seen);
  });

  test('429 after 60 ids a minute of one network; another network is served', async () => {
    const { app, get, store, advance } = await openPage();
    await store();
    const looks = await Promise.all(Array.from({ length: 80 }, (_, index) => get(`id-${index}`)));
    expect(looks.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: 60 }, () => 404),
      ...Array.from({ length: 20 }, () => 429),
    ]);
    const refused = await get('d1', html);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
    expect(refused.text).toContain('You can try again in 1 minute.');
    const elsewhere = { ...json, 'x-forwarded-for': '198.51.100.7' };
    await request(app).get('/d/d1').set(elsewhere).expect(200);
    await advance(61);
    expect((await get()).status).toBe(200);
  });

  test.each([
    ['an image of another page', { 'sec-fetch-dest': 'image', 'sec-fetch-site': 'cross-site' }],
    ['a prefetch', { 'sec-purpose': 'prefetch' }],
  ])('200 with the form for %s, which spends no look-up and learns nothing', async (_name, headers) => {
    const { get } = await openPage();
    for (let look = 0; look < 61; look += 1) await get('unknown', { ...json, ...headers }).expect(200);
    await get('unknown').expect(404);
  });
});

type Page = Awaited<ReturnType<typeof openPage>>;

describe('POST /d/:id refuses', () => {
  const forged = { error: 'csrf_failed', outcome: 'csrf_failed' };

  test.each<[string, object]>([
    ['no token', { fields: { csrf: '' } }],
    ['the token of another form', { fields: { csrf: 'id.abc' } }],
    ['no cookie', { headers: { cookie: '' } }],
    ['the cookie of another browser', { headers: { cookie: `__Host-latchkey-drop=${'x'.repeat(43)}` } }],
    ['another origin', { headers: { origin: 'https://evil.test' } }],
    ['another site', { headers: { 'sec-fetch-site': 'cross-site' } }],
  ])('403 a form with %s', async (_name, change) => {
    const page = await openPage();
    const key = await page.store();
    const { status, body } = await page.send(key, change);
    expect([status, body]).toEqual([403, expect.objectContaining(forged)]);
    expect((await page.get()).status).toBe(200);
  });

  test('403 the form of another drop', async () => {
    const page = await openPage();
    await page.store();
    const key = await page.store({ id: 'd2' });
    const { status, body } = await page.send(key, { id: 'd2' });
    expect([status, body.error]).toEqual([403, 'csrf_failed']);
  });

  test.each(['%00', '%ED%A0', 'x'.repeat(129)])('404 for %s, which is the id of no drop', async (id) => {
    const { app, get } = await openPage();
    // Nothing is looked up for a prefetch, so that there is a form.
    const form = await get(id, { ...json, 'sec-purpose': 'prefetch' });
    const cookie = String(form.headers['set-cookie']).split(';', 1)[0] ?? '';
    const fields = { csrf: String(form.body.csrf), key: 'k' };
    const answer = await request(app)
      .post(`/d/${id}`)
      .type('form')
      .set({ ...json, cookie })
      .send(fields);
    expect([answer.status, answer.body.outcome ?? 'no route']).toEqual([
      404,
      id === '%ED%A0' ? 'no route' : 'nothing',
    ]);
  });

  test('400 what is no form, with a page', async () => {
    const { app } = await openPage();
    const { status, text } = await request(app).post('/d/d1').set(html).send({ key: 'k' });
    expect(status).toBe(400);
    expect(text).toContain('This page is out of date');
  });

  test('a wrong key is said so and burns nothing; the form is there again', async () => {
    const page = await openPage();
    const key = await page.store();
    const wrong = await page.send('not-the-key', { headers: html });
    expect(wrong.status).toBe(403);
    expect(wrong.text).toContain('This key is wrong. Nothing was used up');
    expect(wrong.text).toContain('<title>Error: Open a one-time secret – Latchkey</title>');
    expect(wrong.text).not.toContain('not-the-key');
    expect((await page.send(key)).body.outcome).toBe('opened');
  });

  test.each([
    [400, 'missing_key', 'form', ''],
    [400, 'invalid_value', 'form', 'k'.repeat(1025)],
    [403, 'invalid_key', 'form', 'wrong'],
  ])('%d %s for a key that opens nothing', async (status, error, outcome, key) => {
    const page = await openPage();
    await page.store();
    const answer = await page.send(key);
    expect([answer.status, answer.body.error, answer.body.outcome]).toEqual([status, error, outcome]);
    expect(answer.body.csrf).toEqual(expect.any(String));
  });

  test.each<[number, string, string, (page: Page, key: string) => Promise<unknown>]>([
    [404, 'not_found', 'nothing', ({ postAs }) => postAs('owner', '/v1/drop/delete', { id: 'd1' })],
    [409, 'not_active', 'not_active', ({ post }, key) => post('/v1/consume', { id: 'd1', key })],
    [410, 'expired', 'expired', ({ advance }) => advance(8 * 24 * 3600)],
  ])('%d %s as /v1/consume does, once the form was open', async (status, error, outcome, end) => {
    const page = await openPage();
    const key = await page.store();
    const form = await page.openForm();
    await end(page, key);
    const api = await page.post('/v1/consume', { id: 'd1', key });
    const answer = await page.sendOpened(form, key);
    expect([answer.status, answer.body.error, answer.body.outcome]).toEqual([status, error, outcome]);
    expect([api.status, api.body.code]).toEqual([status, error]);
  });

  test('401 token_missing for a drop that is not anonymous, without saying so', async () => {
    const page = await openPage();
    await page.store();
    const form = await page.openForm();
    await page.postAs('owner', '/v1/drop/delete', { id: 'd1' });
    const answer = await page.sendOpened(form, await page.store({ anonymous: false }), html);
    expect(answer.status).toBe(401);
    expect(answer.text).toContain('This link does not lead anywhere');
  });

  test('429 after five wrong keys, with the wait', async () => {
    const page = await openPage();
    await page.store();
    for (let guess = 0; guess < 5; guess += 1) expect((await page.send('wrong')).status).toBe(403);
    const refused = await page.send('wrong', { headers: html });
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1800']);
    expect(refused.text).toContain('You can try again in 30 minutes.');
  });

  test('503 in words of the page while the database is down; nothing is spent', async () => {
    const page = await openPage();
    const key = await page.store();
    const form = await page.openForm();
    const down = () => Promise.reject(Object.assign(new Error('down'), { code: 'ECONNREFUSED' }));
    const broken = await createTestApp({ context: { drops: { ...page.context.drops, findLocked: down } } });
    const answer = await page.sendOpened(form, key, html, broken.app);
    expect(answer.status).toBe(503);
    expect(answer.text).toContain('This page is not available right now');
    expect((await page.send(key)).status).toBe(200);
  });
});

describe('POST /d/:id opens', () => {
  test('200 with the text, escaped, once: the second time 409', async () => {
    const page = await openPage();
    const key = await page.store({ payload: '\n<script>alert("1")</script>\n' });
    const form = await page.openForm();
    const sendAgain = () => page.sendOpened(form, key, html);
    const opened = await sendAgain();
    expect(opened.status).toBe(200);
    expect(opened.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(opened.text).toContain(
      '<pre class="payload" dir="auto" translate="no">\n\n&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;\n</pre>',
    );
    const second = await sendAgain();
    expect(second.status).toBe(409);
    expect(second.text).toContain('This secret is gone');
  });

  test('200 for one of ten at once, 409 for the others', async () => {
    const page = await openPage();
    const key = await page.store();
    const form = await page.openForm();
    const answers = await Promise.all(Array.from({ length: 10 }, () => page.sendOpened(form, key)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 409),
    ]);
  });

  test.each<[string, object, string]>([
    ['text', { payload: 'a\tb\nc' }, 'a\tb\nc'],
    ['JSON', { payload: { a: [1, '<b>'] } }, '{&quot;a&quot;:[1,&quot;&lt;b&gt;&quot;]}'],
    ['65,536 bytes of text', { payload: 'x'.repeat(65_536) }, 'x'.repeat(65_536)],
  ])('200 with %s in the page', async (_name, stored, shown) => {
    const page = await openPage();
    const key = await page.store(stored);
    expect((await page.send(key, { headers: html })).text).toContain(`translate="no">\n${shown}</pre>`);
  });

  const bytesNamed = (filename: unknown, text = 'x') => ({
    payload: base64(text),
    payload_format: 'base64',
    data: { filename },
  });
  const large = 'x'.repeat(65_537);
  const inHtml = { payload: '<b>', payload_format: 'html', content_type: 'text/html' };
  const star = "filename*=UTF-8''%D0%9E%D1%82%D1%87%D1%91%D1%82.pdf";
  test.each<[string, object, string, string]>([
    ['65,537 bytes of text', { payload: large }, large, 'drop.txt'],
    ['text with controls', { payload: 'a\r\nb' }, 'a\r\nb', 'drop.txt'],
    ['HTML', inHtml, '<b>', 'drop.bin'],
    [
      'bytes, under the base name that came with them',
      bytesNamed('../../étc/pass"wd\r\n.pdf', '\0\u00ff'),
      '\0\u00ff',
      'pass_wd__.pdf',
    ],
    ['bytes, under a name outside ASCII', bytesNamed('Отчёт.pdf'), 'x', `_____.pdf"; ${star}`],
    ['a hidden name', bytesNamed('..\\.-rf'), 'x', '_-rf'],
    ['a name of dots', bytesNamed('...'), 'x', '_..'],
    ['a name that is none', bytesNamed(7), 'x', 'drop.bin'],
    ['a long name', bytesNamed('n'.repeat(300)), 'x', 'n'.repeat(120)],
  ])('200 with a file for %s', async (_name, stored, text, name) => {
    const bytes = Buffer.from(text);
    const page = await openPage();
    const key = await page.store(stored);
    const { status, headers, body } = await page.send(key, { headers: html });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${name}${name.includes('"') ? '' : '"'}`,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-length': String(bytes.length),
    });
    expect(bytes.equals(body as Buffer)).toBe(true);
  });

  test('200 with payload and name for a caller that asks for JSON', async () => {
    const page = await openPage();
    const key = await page.store(bytesNamed('a.pdf'));
    const { headers, body } = await page.send(key);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(body).toEqual({ outcome: 'opened', payload: base64('x'), filename: 'a.pdf' });
  });
});

test.each([
  ['blanks and line ends', (key: string) => ` \t${key}\r\n`],
  ['a # before it', (key: string) => `#${key}`],
  ['blanks and a #', (key: string) => `\n # ${key} `],
])('200 for a key that the service made, with %s', async (_what, paste) => {
  const page = await openPage();
  const key = await page.store();
  expect((await page.send(paste(key))).status).toBe(200);
});

test('403 for a passphrase with a blank that is none of it, and 200 byte for byte', async () => {
  const page = await openPage();
  await page.store({ key: ' #a passphrase ' });
  expect((await page.send('a passphrase')).status).toBe(403);
  expect((await page.send(' #a passphrase ')).status).toBe(200);
});

test.each(['/', '/d', '/d/', '/nowhere', '/v1/consume'])(
  '%s is a page for a browser, JSON for a program',
  async (path) => {
    const { app } = await openPage();
    const status = path === '/v1/consume' ? 405 : 404;
    const shown = await request(app).get(path).set(html);
    expect([shown.status, shown.text]).toEqual([
      status,
      expect.stringContaining('This link does not lead anywhere'),
    ]);
    const { status: other, body } = await request(app).get(path);
    expect([other, body.code]).toEqual([status, status === 405 ? 'method_not_allowed' : 'not_found']);
  },
);

test.each([
  ['/d/d1/', ''],
  ['/D/d1', ''],
  ['/D/d1//?ui_locales=de', '?ui_locales=de'],
])('303 to the page of a drop for %s', async (path, query) => {
  const { status, headers } = await request((await openPage()).app)
    .get(path)
    .set(html);
  expect([status, headers['location']]).toEqual([303, `${dropUrl}/d/d1${query}`]);
});

test('no key is in a log line, an event, a title or a Location', async () => {
  const page = await openPage();
  const key = await page.store();
  await page.get(`d1?key=${key}`, html);
  const answers = [
    await page.send('a-wrong-key-of-somebody', { headers: html }),
    await page.send(key, { headers: html }),
    await page.send(key, { headers: html }),
  ];
  const events = JSON.stringify(await page.events(), (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  const places = {
    log: page.lines.join(''),
    events,
    texts: answers.map(({ text }) => text).join('\n'),
    headers: JSON.stringify(answers.map(({ headers }) => headers)),
  };
  const holding = (one: string) =>
    Object.entries(places).flatMap(([name, text]) => (text.includes(one) ? [name] : []));
  expect({ right: holding(key), wrong: holding('a-wrong-key-of-somebody') }).toEqual({
    right: [],
    wrong: [],
  });
  expect(answers.map(({ headers }) => headers['location'])).toEqual([undefined, undefined, undefined]);
  expect(page.lines.filter((line) => line.includes('/d/:id')).length).toBeGreaterThan(3);
});

test('GET /fill-key.js: 200 with a script, which no other page of the service may run', async () => {
  const { app } = await openPage();
  const { status, headers, text } = await request(app).get('/fill-key.js').buffer(true);
  expect([status, headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
  expect(text).toContain('location.hash');
  expect(dropUrl).toBe('https://drop.example.test');
});

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

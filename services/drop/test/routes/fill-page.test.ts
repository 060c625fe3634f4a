import { ApiError } from '@latchkey/contracts';
import { createSkin, latchkeyTheme } from '@latchkey/pages';
import { request } from '@latchkey/testing';
import { errors } from '../../src/errors.ts';
import { createTestApp } from '../app/create-test-app.ts';

const html = { accept: 'text/html' };
const json = { accept: 'application/json' };

/** A secret that the owner asks for, and its page as a browser uses it. */
async function openPage(body: object = {}, options: Parameters<typeof createTestApp>[0] = {}) {
  const test = await createTestApp(options);
  const asked = await test.postAs('owner', '/v1/drop/reserve', { id: 'f1', fillable: true, ...body });
  const key = String(asked.body.data?.key);
  const get = (id = 'f1', headers: Record<string, string> = json) =>
    request(test.app).get(`/fill/${id}`).set(headers);
  async function send(fields: object = {}, headers: object = {}) {
    const form = await get();
    const [cookie = ''] = form.get('set-cookie') ?? [];
    return request(test.app)
      .post('/fill/f1')
      .type('form')
      .set({ ...json, cookie: cookie.split(';', 1)[0] ?? '', ...headers })
      .send({ csrf: String(form.body.csrf), key, payload: 'four\r\nherons', ...fields });
  }
  const take = async () =>
    (await test.postAs('owner', '/v1/drop/consume', { id: 'f1', key })).body.data?.payload as unknown;
  const status = async () =>
    (await test.postAs('owner', '/v1/drop/status', { id: 'f1' })).body.data?.status as unknown;
  return { ...test, key, get, send, take, status };
}

test('200 says first what must not be entered, then who asks, for what and until when; a GET changes nothing', async () => {
  const { get, events, now } = await openPage({ asks: 'the key of nas.example/x', ttl: 86_400 });
  const before = await events();
  for (let look = 0; look < 3; look += 1) {
    const { status, text, headers } = await get('f1', html);
    expect(status).toBe(200);
    const content = text.slice(text.indexOf('<main'));
    const places = [
      'Never a password of yours.',
      'a…@example.test',
      'the key of nas.\u200aexample/\u200ax',
    ].map((part) => content.indexOf(part));
    expect(places).toEqual(places.toSorted((left, right) => left - right));
    expect(Math.min(...places)).toBeGreaterThan(0);
    expect(content).toContain('November 22, 2026');
    expect(content).toMatch(/<textarea\s+id="payload"/);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; .*script-src \S+fill-key\.js;/);
    expect(headers['cache-control']).toBe('no-store');
  }
  expect(await events()).toEqual(before);
  const { body } = await get();
  const until = new Date(now() + 86_400_000).toISOString();
  expect(body).toMatchObject({ outcome: 'asked', asker: 'a…@example.test', until });
});

test.each([
  ['de', 'Nie eines Ihrer Passwörter.'],
  ['ja', '自分のパスワードは絶対に入力しないでください。'],
])('200 in %s', async (language, sentence) => {
  const { get } = await openPage();
  expect((await get('f1', { ...html, 'accept-language': language })).text).toContain(sentence);
});

test('200 leads to where who asks can be reported, where the theme names a place', async () => {
  const support = 'https://help.example.test/report';
  const skin = createSkin({ ...latchkeyTheme, support });
  const { get } = await openPage({}, { context: { skin } });
  expect((await get('f1', html)).text).toContain(`<a href="${support}">report it</a>`);
  expect((await (await openPage()).get('f1', html)).text).not.toContain('report it');
});

test('404 with one page for every id that cannot be filled in', async () => {
  const { get, postAs, send, advance } = await openPage({ ttl: 60 });
  const unknown = await get('unknown', html);
  await postAs('owner', '/v1/drop/reserve', { id: 'plain' });
  await postAs('owner', '/v1/drop/store', { id: 'stored', payload: 'x', anonymous: true });
  await postAs('owner', '/v1/drop/reserve', { id: 'ended', fillable: true });
  await postAs('owner', '/v1/drop/revoke', { id: 'ended' });
  await postAs('owner', '/v1/drop/reserve', { id: 'late', fillable: true, ttl: 60 });
  await send();
  await advance(61);
  for (const id of ['plain', 'stored', 'ended', 'late', 'f1', '%00', 'x'.repeat(129)]) {
    const shown = await get(id, html);
    expect([id, shown.status, shown.text]).toEqual([id, 404, unknown.text]);
  }
});

test('200 a text is filled in once; sent again, the page says that it is there', async () => {
  const { send, take, key, lines } = await openPage();
  const filled = await send();
  expect([filled.status, filled.body]).toEqual([200, { outcome: 'filled' }]);
  const again = await send();
  expect([again.status, again.body.outcome]).toEqual([403, 'csrf_failed']);
  expect(await take()).toBe('four\nherons');
  expect(lines.filter((line) => line.includes(key) || line.includes('herons'))).toEqual([]);
});

test('409 two forms at once: one is filled in, the other says so', async () => {
  const { get, app, key, take } = await openPage();
  const forms = await Promise.all([get(), get()]);
  const sent = forms.map((form, at) =>
    request(app)
      .post('/fill/f1')
      .type('form')
      .set({ ...json, cookie: form.get('set-cookie')?.[0]?.split(';', 1)[0] ?? '' })
      .send({ csrf: form.body.csrf, key: ` #${key}\n`, payload: `payload ${at}` }),
  );
  const answers = (await Promise.all(sent)).map(({ status, body }) => [status, body.outcome]);
  expect(answers.toSorted(([left], [right]) => Number(left) - Number(right))).toEqual([
    [200, 'filled'],
    [409, 'filled_before'],
  ]);
  expect(await take()).toMatch(/^payload [01]$/);
});

test.each([
  ['a wrong key', { key: 'dk1_no' }, 403, 'This key is wrong.'],
  ['no key', { key: '' }, 400, 'Enter the key.'],
  ['no text', { payload: '' }, 400, 'Enter the secret.'],
])('the form again for %s, with what was typed, and no key', async (_what, fields, code, sentence) => {
  const { send, status, key } = await openPage();
  const shown = await send({ payload: '\nfour <herons>', ...fields }, html);
  expect([shown.status, shown.text.includes(sentence), shown.text.includes(key)]).toEqual([
    code,
    true,
    false,
  ]);
  if (!('payload' in fields)) expect(shown.text).toContain('>\n\nfour &lt;herons&gt;</textarea>');
  expect(await status()).toBe('reserved');
});

test.each([
  ['a form of another page', { csrf: 'x' }, {}, 403, 'csrf_failed'],
  ['another site', {}, { origin: 'https://evil.test' }, 403, 'csrf_failed'],
  ['more than the page takes', { payload: 'x'.repeat(256 * 1024) }, {}, 413, 'too_large'],
])('nothing is filled in by %s', async (_what, fields, headers, code, outcome) => {
  const { send, status } = await openPage();
  const refused = await send(fields, headers);
  expect([refused.status, refused.body.outcome]).toEqual([code, outcome]);
  expect(await status()).toBe('reserved');
});

test.each([
  ['/fill/f1', '256 kB', 256 * 1024],
  ['/d/f1', '100 kB', 100 * 1024],
])('413 of %s says the most that the page takes', async (path, limit, bytes) => {
  const { app } = await openPage();
  const refused = await request(app)
    .post(path)
    .type('form')
    .set(html)
    .send({ payload: 'x'.repeat(bytes) });
  expect(refused.status).toBe(413);
  expect(refused.text).toContain(`longer than ${limit}`);
});

test('503 where nobody can say whether it was filled in, in words about that', async () => {
  const { context, send } = await openPage();
  const activate = () => Promise.reject(new ApiError(errors.outcomeUnknown, { retryAfterSeconds: 2 }));
  Object.assign(context.drops, { activate });
  const { status, body, headers } = await send();
  expect([status, body.outcome, headers['retry-after']]).toEqual([503, 'fill_unknown', '2']);
});

test('403 where its owner has no room', async () => {
  const { send } = await openPage({}, { context: { quota: { maxDrops: 0, maxBytes: 20 } } });
  const refused = await send();
  expect([refused.status, refused.body.outcome]).toEqual([403, 'full']);
});
